import { assign, sendParent, setup } from "xstate";
import { type Failure, isFailure, isSuccess } from "../notices/health-sign.ts";
import type { Outcome } from "../notices/outcome.ts";

export interface ChannelHealthInput {
  readonly channelId: string;
}

interface ChannelHealthContext extends ChannelHealthInput {
  /** The failure that began the current outage; absent while there is none. */
  readonly failure: Failure | undefined;
}

export interface ChannelHealthEvent {
  readonly type: "delivery.finished";
  readonly outcome: Outcome;
}

/** Tells the session that a channel stopped working, or works again. */
export type ChannelHealthReport =
  | { readonly type: "channel.failed"; readonly channelId: string; readonly failure: Failure }
  | { readonly type: "channel.recovered"; readonly channelId: string };

/**
 * Whether one channel works. It reports each change once, so a long outage is one report, and two outages with the same
 * cause are two.
 */
export const channelHealthMachine = setup({
  types: {
    input: {} as ChannelHealthInput,
    context: {} as ChannelHealthContext,
    events: {} as ChannelHealthEvent,
  },
  guards: {
    isFailure: (_, outcome: Outcome) => isFailure(outcome),
    isSuccess: (_, outcome: Outcome) => isSuccess(outcome),
  },
  actions: {
    recordFailure: assign((_, outcome: Outcome) => (isFailure(outcome) ? { failure: outcome } : {})),
    forgetFailure: assign({ failure: undefined }),
    reportOutage: sendParent(({ context: { channelId } }, failure: Outcome) => {
      return { type: "channel.failed", channelId, failure };
    }),
    reportRecovery: sendParent(({ context: { channelId } }): ChannelHealthReport => {
      return { type: "channel.recovered", channelId };
    }),
  },
}).createMachine({
  id: "channel-health",
  description: "Whether one channel works. It reports each change once.",
  context: ({ input }) => ({ ...input, failure: undefined }),
  initial: "healthy",
  states: {
    healthy: {
      description: "The last attempt succeeded, or there was none.",
      on: {
        "delivery.finished": {
          guard: { type: "isFailure", params: ({ event }) => event.outcome },
          target: "failing",
          actions: [
            { type: "recordFailure", params: ({ event }) => event.outcome },
            { type: "reportOutage", params: ({ event }) => event.outcome },
          ],
        },
      },
    },
    failing: {
      description: "The last attempts failed. Every notification still tries the channel.",
      on: {
        "delivery.finished": {
          guard: { type: "isSuccess", params: ({ event }) => event.outcome },
          target: "healthy",
          actions: ["forgetFailure", "reportRecovery"],
        },
      },
    },
  },
});
