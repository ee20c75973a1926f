import {
  assign,
  type DoneActorEvent,
  type ErrorActorEvent,
  enqueueActions,
  sendParent,
  sendTo,
  setup,
  stateIn,
} from "xstate";
import type { ChannelPlan, PiMode } from "../notices/notice.ts";
import type { ExpiryReason } from "../notices/outcome.ts";
import type { WaitingPermission } from "../notices/question.ts";
import { type DeliveryFinishedEvent, type NoticeOutcomes, noticeMachine } from "./notice.machine.ts";

/**
 * Whom a dialog concerns when it opens: a run that is active or whose notice is not finished; no run, but people want
 * to hear of it all the same; or only the user, who opened it and needs no word.
 */
export type SpanStanding = "ofRun" | "ofNoRun" | "unwatched";

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
  readonly standing: SpanStanding;
  /** A permission request waits already, or undefined. */
  readonly permission?: WaitingPermission | undefined;
}

export type SpanEvent =
  /**
   * Not for a retry: a run began after idle, or after another one had settled. For a dialog that was idle: a question
   * for the user arrives while a run works.
   */
  | { type: "run.started" }
  /** A question for the user arrives in a dialog that was idle or silent. */
  | { type: "span.engaged" }
  /** Whether a permission request waits now. What has been told already stays as it was told (R7). */
  | { type: "permission.changed"; permission: WaitingPermission | undefined }
  | { type: "span.closed" }
  | { type: "user.typed" }
  | { type: "session.ended" }
  | DeliveryFinishedEvent
  | DoneActorEvent<NoticeOutcomes>
  | ErrorActorEvent;

/**
 * One outermost dialog, or a question inside a silent one, announced at most once (R7, R8). It is announced as a
 * permission request if one is open at the end of the grace time (R18).
 *
 * A dialog belongs to the first run that is active while it is open. The run after that makes its notice stale (R6).
 */
export const spanMachine = setup({
  types: {
    input: {} as SpanInput,
    context: {} as SpanInput,
    events: {} as SpanEvent,
  },
  actors: { notice: noticeMachine },
  guards: {
    startsOfRun: ({ context }) => context.standing === "ofRun",
    startsOfNoRun: ({ context }) => context.standing === "ofNoRun",
    isOfRun: stateIn({ grace: "ofRun" }),
  },
  delays: { graceTime: ({ context }) => context.graceMs },
  actions: {
    spawnAnnouncement: enqueueActions(({ context, enqueue }) => {
      const { noticeId: id, openedAt: at, promptTitle, permission } = context;
      const event = permission === undefined ? "input-required" : "permission-required";
      const label = permission?.requester;
      enqueue.spawnChild("notice", {
        id: "announcement",
        input: {
          notice: {
            id,
            event,
            at,
            dismissible: true,
            ...(promptTitle === undefined ? {} : { promptTitle }),
            ...(label === undefined ? {} : { label }),
          },
          channels: context.channels,
          mode: context.mode,
          held: false,
        },
      });
    }),
    recordPermission: assign({ permission: (_, permission: WaitingPermission | undefined) => permission }),
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
  description: "One dialog, or one question inside a silent dialog, announced at most once.",
  context: ({ input }) => input,
  initial: "opened",
  on: {
    "delivery.finished": { actions: "forwardToSession" },
    "permission.changed": { actions: { type: "recordPermission", params: ({ event }) => event.permission } },
  },
  states: {
    opened: {
      description: "Decides at once whom the dialog concerns.",
      always: [
        { guard: "startsOfRun", target: "grace.ofRun" },
        { guard: "startsOfNoRun", target: "grace.ofNoRun" },
        { target: "unwatched" },
      ],
    },

    unwatched: {
      description: "You opened it outside a run. It is not announced until something is asked.",
      on: {
        "run.started": "grace.ofRun",
        "span.engaged": "grace.ofNoRun",
        "span.closed": "over",
        "session.ended": "over",
      },
    },

    // One timer for both states, so that a run that begins meanwhile does not restart it.
    grace: {
      description: "A dialog that closes within the grace time is never announced.",
      initial: "ofNoRun",
      after: {
        graceTime: [{ guard: "isOfRun", target: "announcing.ofRun" }, { target: "announcing.ofNoRun" }],
      },
      on: { "span.closed": "over", "session.ended": "over" },
      states: {
        ofNoRun: { description: "No run waits for the dialog.", on: { "run.started": "ofRun" } },
        // Nothing has been sent yet that the next run could overtake.
        ofRun: { description: "A run waits for the dialog." },
      },
    },

    announcing: {
      description: "The dialog is still open after the grace time, and its notice is going out.",
      entry: "spawnAnnouncement",
      initial: "ofNoRun",
      on: {
        "span.closed": {
          target: "expiring",
          actions: { type: "expireAnnouncement", params: { reason: "span-closed" } },
        },
        "session.ended": { target: "expiring", actions: "endAnnouncement" },
        "user.typed": { actions: "forwardTyping" },
        "xstate.done.actor.*": "announced",
        "xstate.error.actor.*": {
          target: "announced",
          actions: { type: "reportFault", params: ({ event }) => ({ actorId: event.actorId }) },
        },
      },
      states: {
        ofNoRun: {
          description: "No run waits for the dialog. The next run becomes the one that does.",
          on: { "run.started": "ofRun" },
        },
        ofRun: {
          description: "A run waits for the dialog. The run after it makes the notice stale.",
          on: {
            "run.started": {
              target: "overtaken",
              actions: { type: "expireAnnouncement", params: { reason: "new-run" } },
            },
          },
        },
        // R6.
        overtaken: {
          description: "Another run began. The dialog is still open, but what has not been attempted is dropped.",
        },
      },
    },

    announced: {
      description: "The notice is finished. The dialog is still open.",
      on: { "span.closed": "over", "session.ended": "over" },
    },

    expiring: {
      description: "The dialog is gone. Only attempts under way still finish.",
      on: {
        "session.ended": { actions: "endAnnouncement" },
        "xstate.done.actor.*": "over",
        "xstate.error.actor.*": {
          target: "over",
          actions: { type: "reportFault", params: ({ event }) => ({ actorId: event.actorId }) },
        },
      },
    },

    over: { description: "The dialog and its notice are finished.", type: "final" },
  },
});
