import { and, type DoneActorEvent, type ErrorActorEvent, emit, enqueueActions, not, setup, stateIn } from "xstate";
import type { ChannelPlan, Notice, PiMode } from "../notices/notice.ts";
import { CLOSE_LIMIT_MS } from "./delivery.machine.ts";
import { type DeliveryFinishedEvent, noticeMachine } from "./notice.machine.ts";
import { type LoopOutcome, runMachine } from "./run.machine.ts";
import { type SpanStanding, spanMachine } from "./span.machine.ts";

export interface SessionInput {
  /** Unique per process and session; begins every notice id. Only `[a-zA-Z0-9_+.-]`. */
  readonly sessionKey: string;
  readonly mode: PiMode;
  readonly channels: readonly ChannelPlan[];
  readonly prompts: {
    /** Whether dialogs outside a run are announced as well (SPEC 7). */
    readonly notify: "during-run" | "always";
    /** Milliseconds (R7). */
    readonly graceMs: number;
  };
}

type ChildKind = "run" | "span" | "notice";
type ChildId = `${ChildKind}.${number}`;

interface SessionContext extends SessionInput {
  readonly runCount: number;
  readonly spanCount: number;
  /** Children not finished yet, by slot. Slots are used again: XState keeps a table of child ids for ever. */
  readonly children: readonly ChildId[];
  /** The run that Pi's events are about; absent once it is over. */
  readonly currentRun: ChildId | undefined;
  readonly currentSpan: ChildId | undefined;
}

export type SessionEvent =
  | { type: "run.started"; at: number }
  | { type: "loop.ended"; outcome: LoopOutcome }
  | { type: "run.settled"; at: number; aborted?: boolean | undefined }
  | { type: "span.opened"; at: number; promptTitle?: string | undefined }
  | { type: "span.closed" }
  /** Something else worth telling; `channels` narrows or adapts the plan for this one notice, as `/notify test` does. */
  | { type: "notice.published"; notice: Notice; channels?: readonly ChannelPlan[] }
  | { type: "user.typed" }
  | { type: "session.ended" }
  /** A run or span lost its notice by a fault of ours. */
  | { type: "actor.failed"; actorId: string }
  | DeliveryFinishedEvent
  | DoneActorEvent
  | ErrorActorEvent;

/** What leaves the session: each delivery's outcome, once, and a fault of ours should one happen. */
export type SessionEmitted = DeliveryFinishedEvent | { type: "actor.failed"; actorId: string };

/** R16, milliseconds. */
export const DRAIN_LIMIT_MS = 2_000;

/**
 * One Pi session. Two questions decide everything: is a run active or still being told, and is a dialog open?
 * Each is a region of its own; runs, spans and notices are children that live on their own once started.
 */
export const sessionMachine = setup({
  types: {
    input: {} as SessionInput,
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
  },
  actors: { run: runMachine, span: spanMachine, notice: noticeMachine },
  delays: {
    drainLimit: DRAIN_LIMIT_MS,
    // Deliveries close themselves within their own limit; this one only guards against a fault of ours.
    closeLimit: CLOSE_LIMIT_MS * 2,
  },
  guards: {
    isRunUnfinished: not(stateIn({ active: { run: "idle" } })),
    areAllPromptsAnnounced: ({ context }) => context.prompts.notify === "always",
    // A start while a run works is Pi's own retry or continuation: the same run (R2).
    isNewRun: not(stateIn({ active: { run: "working" } })),
    isCurrentRunOver: ({ context }) => context.currentRun === undefined,
    // `pi -p` and `--mode json` end 1 ms after they have settled.
    endsWithItsRun: ({ context }) => context.mode === "print" || context.mode === "json",
    isQuiet: ({ context }) => context.children.length === 0,
    isSettledNoticeOwed: and(["endsWithItsRun", stateIn({ active: { run: "telling" } })]),
  },
  actions: {
    spawnRun: enqueueActions(({ context, enqueue }, { at }: { at: number }) => {
      const id = freeSlot(context, "run");
      const number = context.runCount + 1;
      enqueue.spawnChild("run", {
        id,
        input: {
          noticeId: `${context.sessionKey}-run${number}`,
          startedAt: at,
          channels: context.channels,
          mode: context.mode,
        },
      });
      enqueue.assign({ runCount: number, currentRun: id, children: [...context.children, id] });
    }),
    spawnSpan: enqueueActions(({ context, enqueue }, { at, promptTitle, standing }: SpanOpening) => {
      const id = freeSlot(context, "span");
      const number = context.spanCount + 1;
      enqueue.spawnChild("span", {
        id,
        input: {
          noticeId: `${context.sessionKey}-span${number}`,
          openedAt: at,
          promptTitle,
          channels: context.channels,
          mode: context.mode,
          graceMs: context.prompts.graceMs,
          standing,
        },
      });
      enqueue.assign({ spanCount: number, currentSpan: id, children: [...context.children, id] });
    }),
    spawnNotice: enqueueActions(
      (
        { context, enqueue },
        { notice, channels }: { notice: Notice; channels: readonly ChannelPlan[] | undefined },
      ) => {
        const id = freeSlot(context, "notice");
        enqueue.spawnChild("notice", {
          id,
          input: { notice, channels: channels ?? context.channels, mode: context.mode, held: false },
        });
        enqueue.assign({ children: [...context.children, id] });
      },
    ),
    supersedeRun: enqueueActions(({ context, enqueue }) => {
      if (context.currentRun !== undefined) enqueue.sendTo(context.currentRun, { type: "run.superseded" });
    }),
    forwardToRun: enqueueActions(({ context, event, enqueue }) => {
      if (context.currentRun !== undefined) enqueue.sendTo(context.currentRun, event);
    }),
    holdRun: enqueueActions(({ context, enqueue }) => {
      if (context.currentRun !== undefined) enqueue.sendTo(context.currentRun, { type: "run.held" });
    }),
    releaseRun: enqueueActions(({ context, enqueue }) => {
      if (context.currentRun !== undefined) enqueue.sendTo(context.currentRun, { type: "run.released" });
    }),
    engageSpan: enqueueActions(({ context, enqueue }) => {
      if (context.currentSpan !== undefined) enqueue.sendTo(context.currentSpan, { type: "run.started" });
    }),
    closeSpan: enqueueActions(({ context, enqueue }) => {
      if (context.currentSpan !== undefined) enqueue.sendTo(context.currentSpan, { type: "span.closed" });
      enqueue.assign({ currentSpan: undefined });
    }),
    forwardToChildren: enqueueActions(({ context, event, enqueue }) => {
      for (const id of context.children) enqueue.sendTo(id, event);
    }),
    drainRun: enqueueActions(({ context, enqueue }) => {
      if (context.currentRun !== undefined) enqueue.sendTo(context.currentRun, { type: "session.draining" });
    }),
    endChildren: enqueueActions(({ context, enqueue }) => {
      for (const id of context.children) enqueue.sendTo(id, { type: "session.ended" });
    }),
    stopFinishedChild: enqueueActions(({ context, enqueue }, { actorId }: { actorId: string }) => {
      enqueue.stopChild(actorId);
      enqueue.assign({
        children: context.children.filter((id) => id !== actorId),
        currentRun: context.currentRun === actorId ? undefined : context.currentRun,
        currentSpan: context.currentSpan === actorId ? undefined : context.currentSpan,
      });
    }),
    emitOutcome: emit((_, { report }: { report: DeliveryFinishedEvent }) => report),
    emitFault: emit((_, { actorId }: { actorId: string }) => ({ type: "actor.failed" as const, actorId })),
  },
}).createMachine({
  id: "session",
  context: ({ input }) => ({
    ...input,
    runCount: 0,
    spanCount: 0,
    children: [],
    currentRun: undefined,
    currentSpan: undefined,
  }),
  initial: "active",
  on: {
    "delivery.finished": { actions: { type: "emitOutcome", params: ({ event }) => ({ report: event }) } },
    "actor.failed": { actions: { type: "emitFault", params: ({ event }) => ({ actorId: event.actorId }) } },
    "xstate.done.actor.*": {
      actions: { type: "stopFinishedChild", params: ({ event }) => ({ actorId: event.actorId }) },
    },
    "xstate.error.actor.*": {
      actions: [
        { type: "stopFinishedChild", params: ({ event }) => ({ actorId: event.actorId }) },
        { type: "emitFault", params: ({ event }) => ({ actorId: event.actorId }) },
      ],
    },
  },
  states: {
    active: {
      type: "parallel",
      on: {
        "notice.published": {
          actions: {
            type: "spawnNotice",
            params: ({ event }) => ({ notice: event.notice, channels: event.channels }),
          },
        },
        "user.typed": { actions: "forwardToChildren" },
        "session.ended": [{ guard: "isSettledNoticeOwed", target: "draining" }, { target: "closing" }],
      },
      states: {
        run: {
          initial: "idle",
          states: {
            idle: {
              on: {
                "run.started": {
                  target: "working",
                  actions: { type: "spawnRun", params: ({ event }) => ({ at: event.at }) },
                },
              },
            },
            working: {
              on: {
                "loop.ended": { actions: "forwardToRun" },
                "run.settled": { target: "telling", actions: "forwardToRun" },
              },
            },
            // Settled, but its notice is not finished.
            telling: {
              always: { guard: "isCurrentRunOver", target: "idle" },
              on: {
                "run.started": {
                  target: "working",
                  actions: ["supersedeRun", { type: "spawnRun", params: ({ event }) => ({ at: event.at }) }],
                },
              },
            },
          },
        },

        // After the run's region, so that a run which begins in the same step is there to be held.
        dialog: {
          initial: "closed",
          // Pi tells only the outermost dialog, so a second start means that an end was lost.
          on: {
            "span.opened": [
              {
                guard: "isRunUnfinished",
                target: ".waiting",
                actions: ["closeSpan", { type: "spawnSpan", params: ({ event }) => opening(event, "ofRun") }],
              },
              {
                guard: "areAllPromptsAnnounced",
                target: ".waiting",
                actions: ["closeSpan", { type: "spawnSpan", params: ({ event }) => opening(event, "ofNoRun") }],
              },
              {
                target: ".unwatched",
                actions: ["closeSpan", { type: "spawnSpan", params: ({ event }) => opening(event, "unwatched") }],
              },
            ],
          },
          states: {
            closed: {},
            // Opened by the user outside any run: it holds nothing, and becomes a waiting one when a run begins.
            unwatched: {
              on: {
                "run.started": { target: "waiting", actions: "engageSpan" },
                "span.closed": { target: "closed", actions: "closeSpan" },
              },
            },
            // Somebody has to act: settled notices are held meanwhile (R4).
            waiting: {
              entry: "holdRun",
              on: {
                "run.started": { guard: "isNewRun", actions: ["engageSpan", "holdRun"] },
                "span.closed": { target: "closed", actions: ["releaseRun", "closeSpan"] },
              },
            },
          },
        },
      },
    },

    // Pi is about to exit: what its run has to tell goes out first (R16).
    draining: {
      entry: "drainRun",
      always: { guard: "isCurrentRunOver", target: "closing" },
      after: { drainLimit: "closing" },
    },

    closing: {
      entry: "endChildren",
      always: { guard: "isQuiet", target: "closed" },
      after: { closeLimit: "closed" },
    },

    closed: { type: "final" },
  },
});

interface SpanOpening {
  readonly at: number;
  readonly promptTitle: string | undefined;
  readonly standing: SpanStanding;
}

type SpanOpenedEvent = Extract<SessionEvent, { type: "span.opened" }>;

function opening({ at, promptTitle }: SpanOpenedEvent, standing: SpanStanding): SpanOpening {
  return { at, promptTitle, standing };
}

/** The lowest slot of this kind that no unfinished child holds. */
function freeSlot(context: SessionContext, kind: ChildKind): ChildId {
  let slot = 0;
  while (context.children.includes(`${kind}.${slot}`)) slot += 1;
  return `${kind}.${slot}`;
}
