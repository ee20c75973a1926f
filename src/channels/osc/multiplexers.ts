import type { SkipReason } from "../../notices/outcome.ts";
import type { Environment } from "../../ports/environment.ts";
import type { TmuxAnswer } from "../../ports/tmux-client.ts";
import type { OscConfig } from "./osc.schema.ts";
import type { TmuxDepth } from "./wrap-tmux.ts";

/**
 * Whether GNU screen is the multiplexer nearest to Pi. With tmux around as well, `TERM` tells:
 * each sets its own for what runs inside it.
 */
export function isInsideScreen(env: Environment, tmux: TmuxAnswer): boolean {
  if (!env.STY) return false;
  return tmux.kind === "outside" || !(env.TERM ?? "").startsWith("tmux");
}

/** How often the sequence must be wrapped: once for our tmux, twice where that runs in another tmux. */
export function tmuxDepth(tmux: TmuxAnswer): TmuxDepth {
  if (tmux.kind === "outside") return 0;
  if (tmux.kind === "unanswered") return 1;
  const nested = tmux.clients.some(
    ({ termType, termName }) => termType.startsWith("tmux ") || termName.startsWith("tmux"),
  );
  return nested ? 2 : 1;
}

/** Why tmux would not let a passthrough sequence reach the terminal; undefined where it will (SPEC 6). */
export function tmuxObjection(
  tmux: TmuxAnswer,
  permission: OscConfig["tmuxPermission"],
): Extract<SkipReason, "policy-unknown" | "passthrough-off" | "pane-hidden"> | undefined {
  if (tmux.kind === "outside" || permission === "assume") return undefined;
  if (tmux.kind === "unanswered") return "policy-unknown";
  if (tmux.passthrough === "off") return "passthrough-off";
  if (tmux.passthrough === "on" && !tmux.paneVisible) return "pane-hidden";
  return undefined;
}
