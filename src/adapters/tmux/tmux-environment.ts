import { type Environment, LOCALE_VARIABLES, pickVariables } from "../../ports/environment.ts";

/** What tmux's client needs: its server and pane, and by the locale whether it prints UTF-8. */
const NAMES = ["PATH", ...LOCALE_VARIABLES, "TMUX", "TMUX_PANE", "TMUX_TMPDIR", "TERM"];

export function tmuxEnvironment(env: Environment): Environment {
  return pickVariables(env, NAMES);
}
