import type { PartDescriptions } from "./part-descriptions.types.ts";
import type { runMachine } from "./run.machine.ts";

/** What the named parts of the chart do; XState has no field for it. */
export const RUN_PARTS: PartDescriptions<typeof runMachine> = {
  guards: { isWorthTelling: "Did the run end in another way than being aborted?" },
  actions: {
    recordLoop: "Remember how the agent's last loop ended.",
    spawnSettledNotice: "Start the notice of the settled run.",
    holdNotice: "Tell the notice to hold what has not been attempted.",
    releaseNotice: "Tell the notice to go on.",
    expireNotice: "Drop what has not been attempted, because a new run began.",
    endNotice: "Drop what has not been attempted, because the session ended.",
    drainNotice: "Tell the notice that Pi waits only a moment.",
    forwardTyping: "Tell the notice that the user typed.",
    forwardToSession: "Pass a delivery's outcome on to the session.",
    reportFault: "Report that the notice broke.",
  },
  delays: {},
};
