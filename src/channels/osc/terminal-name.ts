import { ESC } from "./control-bytes.ts";
import { detectProtocol } from "./detect-protocol.ts";
import { isSharedTerm, multiplexersAround } from "./multiplexers.ts";
import { FALLBACK_STEP, type TerminalFacts } from "./terminal-table.ts";

/** XTVERSION: asks a terminal what it is. One that does not know the question says nothing. */
export const TERMINAL_NAME_QUESTION = `${ESC}[>0q`;

/** Terminals that are known to answer nothing, and may show what they do not understand. */
const NOT_ASKED: ReadonlySet<string | undefined> = new Set(["dumb", "linux", "", undefined]);

/**
 * Whether it is worth asking: nothing else tells which terminal it is, and no multiplexer would answer in its place.
 */
export function wantsTerminalName({ config, env, tmux }: Omit<TerminalFacts, "terminalName">): boolean {
  if (tmux.kind !== "outside" || env.TMUX || NOT_ASKED.has(env.TERM)) return false;
  // A multiplexer that does not say by its TERM which one it is, says so by its answer.
  if (isSharedTerm(env) && !env.ZELLIJ) return true;
  if (env.STY || env.ZELLIJ || multiplexersAround(env, tmux).length > 0) return false;
  return detectProtocol({ config, env, tmux }).by.step === FALLBACK_STEP;
}
