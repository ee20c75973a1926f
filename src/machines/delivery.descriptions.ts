import type { deliveryMachine } from "./delivery.machine.ts";
import type { PartDescriptions } from "./part-descriptions.types.ts";

/** What the named parts of the chart do; XState has no field for it. */
export const DELIVERY_PARTS: PartDescriptions<typeof deliveryMachine> = {
  guards: {
    isSuppressed: "Does the configuration rule this channel out?",
    hasNoDelay: "Has the channel no delay?",
    startsHeld: "Is a dialog or background work holding deliveries already?",
    isDelayOver: "Has the delay passed?",
    hasLeader: "Has another delivery to go first?",
    isReady: "Can the channel tell it now?",
    isWritten: "Were the bytes handed to the terminal?",
    isAccepted: "Did the server or program report success?",
  },
  actions: {
    conclude: "Note the outcome.",
    recordVerdict: "Note what preparing found out.",
    dropLeader: "Stop waiting for a delivery that has finished.",
    beginNextRound: "Forget what preparing found out before the hold.",
  },
  delays: {
    channelDelay: "The channel's configured delay.",
    prepareLimit: "The longest that preparing may take.",
    leaderLimit: "The longest that a bell waits for the OSC notification.",
    attemptLimit: "The channel's time limit for an attempt.",
    closeLimit: "The last moment that an attempt gets when the session ends.",
  },
};
