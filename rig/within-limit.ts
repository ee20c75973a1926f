import { waitUntil } from "../src/testing/wait-until.ts";

/** How long a test awaits something that answers at once when it is well, in ms: far below the limit of a whole test. */
const LIMIT_MS = 10_000;

/**
 * Awaits `work`, but not for ever: a test that hangs fails within seconds and names what it awaited.
 * @param what names the awaited thing in the error
 * @throws Error when `limitMs` has passed, and what `work` rejects with
 */
export async function withinLimit<T>(
  what: string | (() => string),
  work: Promise<T>,
  limitMs: number = LIMIT_MS,
): Promise<T> {
  let isSettled = false;
  const settled = work.finally(() => {
    isSettled = true;
  });
  await Promise.race([settled, waitUntil(what, () => isSettled, limitMs)]);
  return await settled;
}
