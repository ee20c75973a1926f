import type { noticeMachine } from "./notice.machine.ts";
import type { PartDescriptions } from "./part-descriptions.types.ts";

/** What the named parts of the chart do; XState has no field for it. */
export const NOTICE_PARTS: PartDescriptions<typeof noticeMachine> = {
  guards: {
    startsHeld: "Is a dialog or background work holding notices already?",
    haveAllFinished: "Has every delivery its outcome?",
  },
  actions: {
    spawnDeliveries: "Start one delivery per channel.",
    holdDeliveries: "Hold each unfinished delivery.",
    releaseDeliveries: "Let each unfinished delivery go on.",
    expireDeliveries: "Tell each unfinished delivery that it is stale.",
    forwardToDeliveries: "Pass the event on to each unfinished delivery.",
    settleDelivery: "Note a delivery's outcome and stop its actor.",
    tellFollowers: "Tell the deliveries that waited for this one that it has finished.",
    reportOutcome: "Report a delivery's outcome upwards.",
  },
  delays: {},
};
