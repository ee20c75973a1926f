import { assign, type DoneActorEvent, type ErrorActorEvent, enqueueActions, sendParent, sendTo, setup } from "xstate";
import type { EventId } from "../notices/event-table.ts";
import type { ChannelPlan, PiMode } from "../notices/notice.ts";
import { type DeliveryFinishedEvent, type NoticeOutcomes, noticeMachine } from "./notice.machine.ts";

/** How one agent loop ended: Pi's last stop reason, sorted by R3. */
export type RunOutcome = "ok" | "error" | "aborted";

export interface RunInput {
  /** Id of the settled notice, should there be one. */
  readonly noticeId: string;
  /** When Pi's `agent_start` arrived, epoch milliseconds. */
  readonly startedAt: number;
  readonly channels: readonly ChannelPlan[];
  readonly mode: PiMode;
  /** A dialog that waits for the user was open before the run began. */
  readonly spanOpen: boolean;
}

interface RunContext extends RunInput {
  readonly lastOutcome: RunOutcome;
}

export type RunEvent =
  | { type: "run.ended"; outcome: RunOutcome }
  /** `aborted` is absent before Pi 1.1.0: then the last outcome speaks. */
  | { type: "run.settled"; at: number; aborted?: boolean | undefined }
  /** A new run began: what this one has not attempted is stale (R6). */
  | { type: "run.superseded" }
  | { type: "span.opened" }
  | { type: "span.closed" }
  | { type: "user.typed" }
  | { type: "session.draining" }
  | { type: "session.ended" }
  | DeliveryFinishedEvent
  | DoneActorEvent<NoticeOutcomes>
  | ErrorActorEvent;

/**
 * One run of the agent, from its first start after idle to the end of its settled notice.
 * Retries, compactions and queued messages inside it change only how it will have ended (R2).
 */
export const runMachine = setup({
  types: {
    input: {} as RunInput,
    context: {} as RunContext,
    events: {} as RunEvent,
  },
  actors: { notice: noticeMachine },
  guards: {
    isSpanOpen: ({ context }) => context.spanOpen,
    isAborted: ({ context }, { aborted }: { aborted: boolean | undefined }) =>
      aborted ?? context.lastOutcome === "aborted",
  },
  actions: {
    recordOutcome: assign({ lastOutcome: (_, { outcome }: { outcome: RunOutcome }) => outcome }),
    spawnSettledNotice: enqueueActions(({ context, enqueue }, { at, held }: { at: number; held: boolean }) => {
      const event: EventId = context.lastOutcome === "error" ? "agent-error" : "agent-completed";
      enqueue.spawnChild("notice", {
        id: "settled",
        input: {
          notice: { id: context.noticeId, event, at, durationMs: at - context.startedAt },
          channels: context.channels,
          mode: context.mode,
          held,
        },
      });
    }),
    deferNotice: sendTo("settled", { type: "notice.deferred" }),
    releaseNotice: sendTo("settled", { type: "notice.released" }),
    expireNotice: sendTo("settled", { type: "notice.expired", reason: "new-run" }),
    endNotice: sendTo("settled", { type: "session.ended" }),
    drainNotice: sendTo("settled", { type: "session.draining" }),
    forwardTyping: sendTo("settled", { type: "user.typed" }),
    forwardToSession: sendParent(({ event }) => event),
    reportFault: sendParent((_, { actorId }: { actorId: string }) => ({ type: "actor.failed", actorId })),
  },
}).createMachine({
  id: "run",
  context: ({ input }) => ({ ...input, lastOutcome: "ok" }),
  initial: "working",
  on: { "delivery.finished": { actions: "forwardToSession" } },
  states: {
    // The agent is at work, or Pi will go on by itself: nothing is said (R2).
    working: {
      initial: "entering",
      on: {
        "run.ended": { actions: { type: "recordOutcome", params: ({ event }) => ({ outcome: event.outcome }) } },
        "session.ended": "over",
      },
      states: {
        entering: { always: [{ guard: "isSpanOpen", target: "dialogOpen" }, { target: "dialogClosed" }] },
        dialogClosed: {
          on: {
            "span.opened": "dialogOpen",
            "run.settled": [
              {
                guard: { type: "isAborted", params: ({ event }) => ({ aborted: event.aborted }) },
                target: "#run.over",
              },
              {
                target: "#run.settled.telling",
                actions: { type: "spawnSettledNotice", params: ({ event }) => ({ at: event.at, held: false }) },
              },
            ],
          },
        },
        dialogOpen: {
          on: {
            "span.closed": "dialogClosed",
            "run.settled": [
              {
                guard: { type: "isAborted", params: ({ event }) => ({ aborted: event.aborted }) },
                target: "#run.over",
              },
              {
                target: "#run.settled.deferred",
                actions: { type: "spawnSettledNotice", params: ({ event }) => ({ at: event.at, held: true }) },
              },
            ],
          },
        },
      },
    },

    settled: {
      initial: "telling",
      on: {
        "run.superseded": { target: "expiring", actions: "expireNotice" },
        "session.ended": { target: "expiring", actions: "endNotice" },
        "user.typed": { actions: "forwardTyping" },
        "session.draining": { actions: "drainNotice" },
        "xstate.done.actor.*": "over",
        "xstate.error.actor.*": {
          target: "over",
          actions: { type: "reportFault", params: ({ event }) => ({ actorId: event.actorId }) },
        },
      },
      states: {
        telling: { on: { "span.opened": { target: "deferred", actions: "deferNotice" } } },
        // Deferred by a dialog: what is not attempted yet prepares again when it closes (R4, R5).
        deferred: { on: { "span.closed": { target: "telling", actions: "releaseNotice" } } },
      },
    },

    // Overtaken by a new run or the end of the session; only attempts under way still finish.
    expiring: {
      on: {
        "session.ended": { actions: "endNotice" },
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
