import { createTerminalTurns } from "../src/adapters/terminal/terminal-turns.ts";
import type { TerminalTurns } from "../src/ports/terminal-turns.ts";

/** Turns on a terminal whose seconds are over at once: each notification goes in a turn of its own. */
export function hurriedTurns(): TerminalTurns {
  return createTerminalTurns({ setTimeout, clearTimeout, now: () => performance.now() * 1e6 });
}
