import { type DoneActorEvent, type ErrorActorEvent, enqueueActions, sendParent, setup } from "xstate";
import type { ChannelPlan, Notice, PiMode } from "../notices/notice.ts";
import type { ExpiryReason, Outcome } from "../notices/outcome.ts";
import { deliveryMachine, type LeaderFinishedEvent, OWN_FAULT } from "./delivery.machine.ts";

export interface NoticeInput {
  readonly notice: Notice;
  readonly channels: readonly ChannelPlan[];
  readonly mode: PiMode;
  /** A dialog is open already (R4). */
  readonly held: boolean;
}

/** Outcomes by channel id. */
export type NoticeOutcomes = Readonly<Record<string, Outcome>>;

interface NoticeContext extends NoticeInput {
  readonly outcomes: NoticeOutcomes;
}

/** One delivery has its outcome. Travels from the notice up to the session, which emits it. */
export interface DeliveryFinishedEvent {
  readonly type: "delivery.finished";
  readonly notice: Notice;
  readonly channelId: string;
  readonly outcome: Outcome;
}

export type NoticeEvent =
  /** A dialog waits for the user: what is not attempted yet is held (R4). */
  | { type: "notice.held" }
  | { type: "notice.released" }
  | { type: "notice.expired"; reason: ExpiryReason }
  /** To itself: a delivery has its outcome, and some that go after it are open. */
  | LeaderFinishedEvent
  | { type: "user.typed" }
  | { type: "session.draining" }
  | { type: "session.ended" }
  | DoneActorEvent<Outcome>
  | ErrorActorEvent;

type ForwardedEvent = Extract<NoticeEvent, { type: "user.typed" | "session.draining" | "session.ended" }>;

const DELIVERY_PREFIX = "delivery.";

/**
 * One notice on every channel: a settled run, an open dialog or a published event. Runs and dialogs own one each, so
 * that the fan-out is in one place.
 *
 * Deliveries are independent (R9): one that fails, even by an internal error, only writes its own outcome.
 */
export const noticeMachine = setup({
  types: {
    input: {} as NoticeInput,
    context: {} as NoticeContext,
    events: {} as NoticeEvent,
    output: {} as NoticeOutcomes,
  },
  actors: { delivery: deliveryMachine },
  guards: {
    startsHeld: ({ context }) => context.held,
    haveAllFinished: ({ context }) => Object.keys(context.outcomes).length === context.channels.length,
  },
  actions: {
    spawnDeliveries: enqueueActions(({ context, enqueue }) => {
      const told = new Set(context.channels.map((channel) => channel.id));
      for (const plan of context.channels) {
        // A leader that this notice does not use never finishes, so nothing waits for it.
        const channel = { ...plan, yieldsTo: plan.yieldsTo.filter((id) => told.has(id)) };
        enqueue.spawnChild("delivery", {
          id: DELIVERY_PREFIX + channel.id,
          input: { notice: context.notice, channel, mode: context.mode, held: context.held },
        });
      }
    }),
    holdDeliveries: enqueueActions(({ context, enqueue }) => {
      for (const id of openDeliveries(context)) enqueue.sendTo(id, { type: "delivery.held" });
    }),
    releaseDeliveries: enqueueActions(({ context, enqueue }) => {
      for (const id of openDeliveries(context)) enqueue.sendTo(id, { type: "delivery.released" });
    }),
    expireDeliveries: enqueueActions(({ context, enqueue }, reason: ExpiryReason) => {
      for (const id of openDeliveries(context)) enqueue.sendTo(id, { type: "delivery.expired", reason });
    }),
    forwardToDeliveries: enqueueActions(({ context, enqueue }, event: ForwardedEvent) => {
      for (const id of openDeliveries(context)) enqueue.sendTo(id, event);
    }),
    // A finished child is stopped at once: XState would keep it until its parent stops.
    settleDelivery: enqueueActions(({ context, enqueue, self }, { channelId, outcome }: Settlement) => {
      enqueue.stopChild(DELIVERY_PREFIX + channelId);
      enqueue.assign({ outcomes: { ...context.outcomes, [channelId]: outcome } });
      // By way of the mailbox: where several end at once, the others' ends stand there before it.
      if (openFollowers(context, channelId).length > 0) enqueue.sendTo(self, { type: "leader.finished", channelId });
    }),
    tellFollowers: enqueueActions(({ context, enqueue }, { channelId }: { channelId: string }) => {
      for (const id of openFollowers(context, channelId)) enqueue.sendTo(id, { type: "leader.finished", channelId });
    }),
    reportOutcome: sendParent(({ context }, settlement: Settlement): DeliveryFinishedEvent => {
      return { type: "delivery.finished", notice: context.notice, ...settlement };
    }),
  },
}).createMachine({
  id: "notice",
  description: "One notice on all channels: a settled run, an open dialog or a published event.",
  context: ({ input }) => ({ ...input, outcomes: {} }),
  entry: "spawnDeliveries",
  initial: "open",
  output: ({ context }) => context.outcomes,
  on: {
    "xstate.done.actor.*": {
      actions: [
        { type: "settleDelivery", params: ({ event }) => finished(event) },
        { type: "reportOutcome", params: ({ event }) => finished(event) },
      ],
    },
    "xstate.error.actor.*": {
      actions: [
        { type: "settleDelivery", params: ({ event }) => broken(event) },
        { type: "reportOutcome", params: ({ event }) => broken(event) },
      ],
    },
    "leader.finished": {
      actions: { type: "tellFollowers", params: ({ event }) => ({ channelId: event.channelId }) },
    },
    "user.typed": { actions: { type: "forwardToDeliveries", params: ({ event }) => event } },
    "session.draining": { actions: { type: "forwardToDeliveries", params: ({ event }) => event } },
    "session.ended": { target: ".expiring", actions: { type: "forwardToDeliveries", params: ({ event }) => event } },
  },
  states: {
    open: {
      description: "Deliveries are under way.",
      initial: "entering",
      always: { guard: "haveAllFinished", target: "told" },
      on: {
        "notice.expired": {
          target: "expiring",
          actions: { type: "expireDeliveries", params: ({ event }) => event.reason },
        },
      },
      states: {
        entering: {
          description: "Decides at once whether the notice starts held.",
          always: [{ guard: "startsHeld", target: "held" }, { target: "telling" }],
        },
        telling: {
          description: "Each delivery goes its own way.",
          on: { "notice.held": { target: "held", actions: "holdDeliveries" } },
        },
        held: {
          description: "Deliveries that have not been attempted are held.",
          on: { "notice.released": { target: "telling", actions: "releaseDeliveries" } },
        },
      },
    },
    expiring: {
      description: "What was not attempted is dropped. Attempts under way may still get their answers.",
      always: { guard: "haveAllFinished", target: "told" },
    },
    told: { description: "Every delivery has its outcome.", type: "final" },
  },
});

interface Settlement {
  readonly channelId: string;
  readonly outcome: Outcome;
}

function finished(event: DoneActorEvent<Outcome>): Settlement {
  return { channelId: event.actorId.slice(DELIVERY_PREFIX.length), outcome: event.output };
}

function broken(event: ErrorActorEvent): Settlement {
  return { channelId: event.actorId.slice(DELIVERY_PREFIX.length), outcome: OWN_FAULT };
}

function openChannels(context: NoticeContext): ChannelPlan[] {
  return context.channels.filter((channel) => !Object.hasOwn(context.outcomes, channel.id));
}

/** Deliveries whose attempt comes after this channel's, by actor id (R10). */
function openFollowers(context: NoticeContext, channelId: string): string[] {
  return openChannels(context)
    .filter((channel) => channel.yieldsTo.includes(channelId))
    .map((channel) => DELIVERY_PREFIX + channel.id);
}

function openDeliveries(context: NoticeContext): string[] {
  return openChannels(context).map((channel) => DELIVERY_PREFIX + channel.id);
}
