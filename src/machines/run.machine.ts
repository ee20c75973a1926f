import { assign, type DoneActorEvent, type ErrorActorEvent, enqueueActions, sendParent, sendTo, setup } from "xstate";
import type { EventId } from "../notices/event-table.ts";
import type { ChannelPlan, PiMode } from "../notices/notice.ts";
import { type DeliveryFinishedEvent, type NoticeOutcomes, noticeMachine } from "./notice.machine.ts";

/** How one agent loop ended: Pi's last stop reason, sorted by R3. A run has one loop or, with retries, several. */
export type LoopOutcome = "ok" | "error" | "aborted";

export interface RunInput {
  /** Id of the settled notice, should there be one. */
  readonly noticeId: string;
  /** When Pi's `agent_start` arrived, epoch milliseconds. */
  readonly startedAt: number;
  readonly channels: readonly ChannelPlan[];
  readonly mode: PiMode;
}

interface RunContext extends RunInput {
  readonly lastLoop: LoopOutcome;
}

export type RunEvent =
  | { type: "loop.ended"; outcome: LoopOutcome }
  /** `aborted` is absent before Pi 1.1.0: then the last loop speaks. */
  | { type: "run.settled"; at: number; aborted?: boolean | undefined }
  /** A dialog waits for the user: nothing of this run may be attempted meanwhile (R4). */
  | { type: "run.held" }
  | { type: "run.released" }
  /** A new run began: what this one has not attempted is stale (R6). */
  | { type: "run.superseded" }
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
    isWorthTelling: ({ context }, { aborted }: { aborted: boolean | undefined }) =>
      !(aborted ?? context.lastLoop === "aborted"),
  },
  actions: {
    recordLoop: assign({ lastLoop: (_, { outcome }: { outcome: LoopOutcome }) => outcome }),
    spawnSettledNotice: enqueueActions(({ context, enqueue }, { at, held }: { at: number; held: boolean }) => {
      const event: EventId = context.lastLoop === "error" ? "agent-error" : "agent-completed";
      enqueue.spawnChild("notice", {
        id: "settled",
        input: {
          notice: { id: context.noticeId, event, at, durationMs: at - context.startedAt, dismissible: true },
          channels: context.channels,
          mode: context.mode,
          held,
        },
      });
    }),
    holdNotice: sendTo("settled", { type: "notice.held" }),
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
  description: "One run of the agent, from its start to the end of its settled notice.",
  context: ({ input }) => ({ ...input, lastLoop: "ok" }),
  initial: "working",
  on: { "delivery.finished": { actions: "forwardToSession" } },
  states: {
    // R2.
    working: {
      description: "The agent is working, or Pi will continue on its own. Nothing is told yet.",
      initial: "free",
      on: {
        "loop.ended": { actions: { type: "recordLoop", params: ({ event }) => ({ outcome: event.outcome }) } },
        // A run that the states below find not worth telling ends here, without a notice (R3).
        "run.settled": "over",
        "session.ended": "over",
      },
      states: {
        free: {
          description: "The notice may go out as soon as the run settles.",
          on: {
            "run.held": "held",
            "run.settled": {
              guard: { type: "isWorthTelling", params: ({ event }) => ({ aborted: event.aborted }) },
              target: "#run.settled.telling",
              actions: { type: "spawnSettledNotice", params: ({ event }) => ({ at: event.at, held: false }) },
            },
          },
        },
        held: {
          description: "A dialog or background work would hold the notice.",
          on: {
            "run.released": "free",
            "run.settled": {
              guard: { type: "isWorthTelling", params: ({ event }) => ({ aborted: event.aborted }) },
              target: "#run.settled.held",
              actions: { type: "spawnSettledNotice", params: ({ event }) => ({ at: event.at, held: true }) },
            },
          },
        },
      },
    },

    settled: {
      description: "The run has settled, and its notice is under way.",
      initial: "telling",
      on: {
        "run.superseded": { target: ".expiring", actions: "expireNotice" },
        "session.ended": { target: ".expiring", actions: "endNotice" },
        "user.typed": { actions: "forwardTyping" },
        "session.draining": { actions: "drainNotice" },
        "xstate.done.actor.*": "over",
        "xstate.error.actor.*": {
          target: "over",
          actions: { type: "reportFault", params: ({ event }) => ({ actorId: event.actorId }) },
        },
      },
      states: {
        telling: {
          description: "The notice is going out on every channel.",
          on: { "run.held": { target: "held", actions: "holdNotice" } },
        },
        // R4, R5.
        held: {
          description: "What has not been attempted is held, and will be prepared again.",
          on: { "run.released": { target: "telling", actions: "releaseNotice" } },
        },
        expiring: {
          description: "A new run or the end of the session overtook it. Only attempts under way still finish.",
        },
      },
    },

    over: { description: "The run and its notice are finished.", type: "final" },
  },
});
