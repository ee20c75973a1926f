import type { PiMode } from "../notices/notice.ts";

/** Pi's sessions in one process that have begun and not ended. */
export type LiveSessions = Set<LiveSession>;

interface LiveSession {
  readonly isNested: boolean;
}

const KEY = Symbol.for("pi-notify:live-sessions");

/**
 * Of this process, however often the module is loaded: Pi gives each session's extensions modules of their own.
 * `pi-subagents` 0.67.0 runs its foreground children as sessions inside the parent's process, extensions included,
 * where no variable can mark them; but they begin while the parent's own session lives, and no session of a Pi that
 * is alone does: one ends before the next begins.
 */
export function liveSessionsOfProcess(): LiveSessions {
  const holder = globalThis as { [KEY]?: LiveSessions };
  holder[KEY] ??= new Set();
  return holder[KEY];
}

/**
 * @returns whether the session that begins is nested in another one, and what to call when it ends. A host that opens
 * several sessions of its own, none of them for printing, has no nested ones; nor does one whose nested session ended
 * without a word.
 */
export function enterProcess(live: LiveSessions, mode: PiMode): { isNested: boolean; leave: () => void } {
  const isNested = mode === "print" && [...live].some((other) => !other.isNested);
  const own = { isNested };
  live.add(own);
  return { isNested, leave: () => live.delete(own) };
}
