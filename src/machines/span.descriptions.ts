import type { PartDescriptions } from "./part-descriptions.types.ts";
import type { spanMachine } from "./span.machine.ts";

/** What the named parts of the chart do; XState has no field for it. */
export const SPAN_PARTS: PartDescriptions<typeof spanMachine> = {
  guards: {
    startsOfRun: "Does a run wait for the dialog when it opens?",
    startsOfNoRun: "Is the dialog announced although no run waits for it?",
    isOfRun: "Does a run wait for the dialog?",
  },
  actions: {
    spawnAnnouncement: "Start the dialog's notice, as a permission request if one is open.",
    recordPermission: "Remember whether a permission request is open.",
    expireAnnouncement: "Drop what has not been attempted.",
    endAnnouncement: "Drop what has not been attempted, because the session ended.",
    forwardTyping: "Tell the notice that the user typed.",
    forwardToSession: "Pass a delivery's outcome on to the session.",
    reportFault: "Report that the notice broke.",
  },
  delays: { graceTime: "How long a dialog has to stay open before it is announced." },
};
