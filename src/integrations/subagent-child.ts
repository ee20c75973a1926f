import type { Environment } from "../ports/environment.ts";
/**
 * Variables that mark a Pi which is a subagent's child, as their owners set them: `pi-subagents` in its runner, its
 * relatives and forks, `pi-agent-router` and `pi-interactive-subagents` (the list that `@gotgenes/pi-permission-system`
 * 20.7.3 publishes), and `PI_SUBAGENT` of a subagent that works over rpc.
 * `PI_SUBAGENT_PARENT_SESSION` does not count: `pi-subagents` 0.67.0 sets it in the parent's own process.
 */
export const CHILD_MARKERS = [
  "PI_SUBAGENT_CHILD",
  "PI_SUBAGENT_DEPTH",
  "PI_SUBAGENT",
  "PI_SUBAGENT_RUN_ID",
  "PI_SUBAGENT_CHILD_AGENT",
  "PI_SUBAGENT_SESSION_ID",
  "PI_SUBAGENT_NAME",
  "PI_SUBAGENT_ID",
  "PI_SUBAGENT_SESSION",
  "PI_SUBAGENT_ACTIVITY_FILE",
  "PI_IS_SUBAGENT",
  "PI_AGENT_ROUTER_SUBAGENT",
] as const;

/** Depth nought is the parent itself. */
const MEANS_NO = new Set(["", "0", "false", "no", "off"]);

/** Whether this process is a subagent's child. */
export function isSubagentChild(env: Environment): boolean {
  return CHILD_MARKERS.some((name) => !MEANS_NO.has((env[name] ?? "").trim().toLowerCase()));
}
