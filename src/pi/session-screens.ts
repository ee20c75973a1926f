import type { ShowLine } from "./session-lines.ts";

/** How to show a line to the user of each session of this process that lives, by Pi's id of the session. */
export type SessionScreens = Map<string, ShowLine>;

const KEY = Symbol.for("pi-notify:session-screens");

/**
 * Of this process, however often the module is loaded: `/reload` gives an extension new modules and keeps the session's
 * id, so what started before the reload finds the screen that is there after it. Nothing is stored that could go stale.
 */
export function sessionScreensOfProcess(): SessionScreens {
  const holder = globalThis as { [KEY]?: SessionScreens };
  holder[KEY] ??= new Map();
  return holder[KEY];
}
