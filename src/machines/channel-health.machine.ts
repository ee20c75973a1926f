import { enqueueActions, setup } from "xstate";
import { type Failure, isFailure, isSuccess } from "../notices/health-sign.ts";
import type { Outcome } from "../notices/outcome.ts";

export interface ChannelHealthInput {
  readonly channelId: string;
}

interface ChannelHealthContext extends ChannelHealthInput {
  /** What began the outage that goes on; absent while there is none. */
  readonly failure: Failure | undefined;
}

export type ChannelHealthEvent =
  | { type: "delivery.finished"; outcome: Outcome }
  /** What comes later says nothing any more. */
  | { type: "session.ended" };

export type ChannelHealthEmitted =
  | { type: "channel.failed"; channelId: string; failure: Failure }
  | { type: "channel.recovered"; channelId: string };

/**
 * Whether one channel gets through. It speaks at each change and not in between, so an outage is told once, and two
 * outages with the same cause are two (R32).
 */
export const channelHealthMachine = setup({
  types: {
    input: {} as ChannelHealthInput,
    context: {} as ChannelHealthContext,
    events: {} as ChannelHealthEvent,
    emitted: {} as ChannelHealthEmitted,
  },
  guards: {
    isFailure: (_, outcome: Outcome) => isFailure(outcome),
    isSuccess: (_, outcome: Outcome) => isSuccess(outcome),
  },
  actions: {
    beginOutage: enqueueActions(({ context, enqueue }, outcome: Outcome) => {
      if (!isFailure(outcome)) return;
      enqueue.assign({ failure: outcome });
      enqueue.emit({ type: "channel.failed", channelId: context.channelId, failure: outcome });
    }),
    endOutage: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ failure: undefined });
      enqueue.emit({ type: "channel.recovered", channelId: context.channelId });
    }),
  },
}).createMachine({
  id: "channel-health",
  context: ({ input }) => ({ ...input, failure: undefined }),
  initial: "healthy",
  on: { "session.ended": ".ended" },
  states: {
    // A channel that was never tried counts as healthy too: there is nothing to tell of it.
    healthy: {
      on: {
        "delivery.finished": {
          guard: { type: "isFailure", params: ({ event }) => event.outcome },
          target: "failing",
          actions: { type: "beginOutage", params: ({ event }) => event.outcome },
        },
      },
    },
    failing: {
      on: {
        "delivery.finished": {
          guard: { type: "isSuccess", params: ({ event }) => event.outcome },
          target: "healthy",
          actions: "endOutage",
        },
      },
    },
    ended: { type: "final" },
  },
});
