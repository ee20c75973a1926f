import { setTimeout as pause } from "node:timers/promises";

/** How long the rig waits for evidence before it gives up, in ms: generous, for two busy cores. */
export const DEADLINE_MS = 30_000;

const POLL_MS = 10;

/** The most that one pause counts towards the deadline. */
const LONGEST_PAUSE_MS = 500;

/**
 * Asks `look` again and again until it sees something, and returns that.
 * `undefined` and `false` mean "not yet"; what `look` throws ends the wait at once.
 *
 * While this process was kept from running (busy machine, suspended virtual machine), what it waits for was too, so
 * such time hardly counts.
 *
 * @param what names the awaited thing in the error; a function is asked only when the wait was in vain.
 * @throws Error when `deadlineMs` has passed.
 */
export async function waitUntil<T>(
  what: string | (() => string | Promise<string>),
  look: () => T | undefined | false | Promise<T | undefined | false>,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  let waited = 0;
  for (;;) {
    const beforeLook = performance.now();
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (waited >= deadlineMs) {
      throw new Error(`waited ${deadlineMs} ms in vain for ${typeof what === "string" ? what : await what()}`);
    }
    const beforePause = performance.now();
    await pause(POLL_MS);
    waited += beforePause - beforeLook + Math.min(performance.now() - beforePause, LONGEST_PAUSE_MS);
  }
}
