import type { channelHealthMachine } from "./channel-health.machine.ts";
import type { PartDescriptions } from "./part-descriptions.types.ts";

/** What the named parts of the chart do; XState has no field for it. */
export const CHANNEL_HEALTH_PARTS: PartDescriptions<typeof channelHealthMachine> = {
  guards: { isFailure: "Did the attempt fail or time out?", isSuccess: "Did the attempt succeed?" },
  actions: {
    recordFailure: "Remember the failure that began the outage.",
    forgetFailure: "Forget it.",
    reportOutage: "Tell the session that the channel stopped working.",
    reportRecovery: "Tell the session that the channel works again.",
  },
  delays: {},
};
