import { assign, type DoneActorEvent, type ErrorActorEvent, enqueueActions, sendParent, sendTo, setup } from "xstate";
import type { ChannelPlan, PiMode } from "../notices/notice.ts";
import type { ExpiryReason } from "../notices/outcome.ts";
import { type DeliveryFinishedEvent, type NoticeOutcomes, noticeMachine } from "./notice.machine.ts";

export interface SpanInput {
  readonly noticeId: string;
  /** When Pi's `ui_prompt_start` arrived, epoch milliseconds. */
  readonly openedAt: number;
  /** The dialog's title as Pi gave it. */
  readonly promptTitle?: string | undefined;
  readonly channels: readonly ChannelPlan[];
  readonly mode: PiMode;
  /** A dialog that closes within this time is never announced (R7), milliseconds. */
  readonly graceMs: number;
  /** Whether the dialog keeps the user's run waiting; one that people open themselves does not. */
  readonly waiting: boolean;
  /** Whether it opened while a run was active or its notice not finished: the next run then overtakes it (R6). */
  readonly ofRun: boolean;
}

export type SpanEvent =
  /** A run began while this dialog was open: now somebody waits for it. */
  | { type: "span.engaged" }
  | { type: "span.closed" }
  /** A new run began: what an older one's dialog has not attempted is stale; one of no run belongs to this run now. */
  | { type: "run.superseded" }
  | { type: "user.typed" }
  | { type: "session.ended" }
  | DeliveryFinishedEvent
  | DoneActorEvent<NoticeOutcomes>
  | ErrorActorEvent;

/** One outermost UI prompt, told at most once (R7, R8). */
export const spanMachine = setup({
  types: {
    input: {} as SpanInput,
    context: {} as SpanInput,
    events: {} as SpanEvent,
  },
  actors: { notice: noticeMachine },
  guards: {
    isWaiting: ({ context }) => context.waiting,
    isOfRun: ({ context }) => context.ofRun,
  },
  delays: { graceTime: ({ context }) => context.graceMs },
  actions: {
    joinRun: assign({ ofRun: true }),
    spawnAnnouncement: enqueueActions(({ context, enqueue }) => {
      const { noticeId: id, openedAt: at, promptTitle } = context;
      enqueue.spawnChild("notice", {
        id: "announcement",
        input: {
          notice: { id, event: "input-required", at, ...(promptTitle === undefined ? {} : { promptTitle }) },
          channels: context.channels,
          mode: context.mode,
          held: false,
        },
      });
    }),
    expireAnnouncement: sendTo("announcement", (_, { reason }: { reason: ExpiryReason }) => ({
      type: "notice.expired",
      reason,
    })),
    endAnnouncement: sendTo("announcement", { type: "session.ended" }),
    forwardTyping: sendTo("announcement", { type: "user.typed" }),
    forwardToSession: sendParent(({ event }) => event),
    reportFault: sendParent((_, { actorId }: { actorId: string }) => ({ type: "actor.failed", actorId })),
  },
}).createMachine({
  id: "span",
  context: ({ input }) => input,
  initial: "opened",
  on: { "delivery.finished": { actions: "forwardToSession" } },
  states: {
    opened: { always: [{ guard: "isWaiting", target: "grace" }, { target: "unwatched" }] },

    // Opened by the user, outside any run: nobody waits for it, nobody is told.
    unwatched: {
      on: {
        "span.engaged": { target: "grace", actions: "joinRun" },
        "span.closed": "over",
        "session.ended": "over",
      },
    },

    grace: {
      after: { graceTime: "announcing" },
      on: { "run.superseded": { actions: "joinRun" }, "span.closed": "over", "session.ended": "over" },
    },

    announcing: {
      entry: "spawnAnnouncement",
      on: {
        "span.closed": {
          target: "answered",
          actions: { type: "expireAnnouncement", params: { reason: "span-closed" } },
        },
        // The dialog may outlive its run: it stays open, but what was not attempted is stale (R6).
        "run.superseded": [
          { guard: "isOfRun", actions: { type: "expireAnnouncement", params: { reason: "new-run" } } },
          { actions: "joinRun" },
        ],
        "session.ended": { target: "answered", actions: "endAnnouncement" },
        "user.typed": { actions: "forwardTyping" },
        "xstate.done.actor.*": "announced",
        "xstate.error.actor.*": {
          target: "announced",
          actions: { type: "reportFault", params: ({ event }) => ({ actorId: event.actorId }) },
        },
      },
    },

    announced: {
      on: { "span.closed": "over", "session.ended": "over" },
    },

    // The dialog is gone; only attempts under way still finish.
    answered: {
      on: {
        "session.ended": { actions: "endAnnouncement" },
        "xstate.done.actor.*": "over",
        "xstate.error.actor.*": {
          target: "over",
          actions: { type: "reportFault", params: ({ event }) => ({ actorId: event.actorId }) },
        },
      },
    },

    over: { type: "final" },
  },
});
