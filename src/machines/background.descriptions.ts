import type { backgroundMachine } from "./background.machine.ts";
import type { PartDescriptions } from "./part-descriptions.types.ts";

/** What the named parts of the chart do; XState has no field for it. */
export const BACKGROUND_PARTS: PartDescriptions<typeof backgroundMachine> = {
  guards: {
    isBusy: "Is a task running?",
    isRunUnfinished: "Is a run working, or its settled notice unfinished?",
    isRunTelling: "Is a settled notice unfinished?",
  },
  actions: {
    addTask: "Remember a task that began.",
    removeTask: "Forget a task that ended.",
    reportHeld: "Tell the session to hold the run.",
    reportReleased: "Tell the session that the run may go on.",
  },
  delays: {
    longestWait: "The longest that a settled notice waits for background work.",
    wakeUpLimit: "How long Pi may take to begin a run of its own after the last task.",
  },
};
