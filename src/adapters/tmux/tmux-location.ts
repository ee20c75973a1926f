import type { Environment } from "../../ports/environment.ts";

const PANE_ID = /^%[0-9]+$/;

/**
 * Which pane to ask for.
 * - No `TMUX`: outside.
 * - `STY` as well, and a `TERM` of GNU screen: screen is the inner one, perhaps attached elsewhere by now, and what it
 *   is shown by is not the pane in `TMUX_PANE`: outside.
 * - `TMUX` but no usable `TMUX_PANE`: inside, but nothing can be asked; a guess of "outside" would send bare sequences
 *   that tmux drops.
 */
export function tmuxLocation(env: Environment): "outside" | "lost" | { pane: string } {
  if (!env.TMUX) return "outside";
  if (env.STY && env.TERM?.startsWith("screen")) return "outside";
  const pane = env.TMUX_PANE ?? "";
  return PANE_ID.test(pane) ? { pane } : "lost";
}
