import { and, assign, emit, enqueueActions, not, or, setup, stateIn } from "xstate";
import { type ChannelPlan, type Notice, PUBLISHED_LIMIT } from "../notices/notice.ts";
import {
  type Answer,
  askTitle,
  type Question,
  waitingPermission,
  withoutAnswered,
  withQuestion,
} from "../notices/question.ts";
import { type BackgroundEvent, backgroundMachine } from "./background.machine.ts";
import { type ChannelHealthReport, channelHealthMachine } from "./channel-health.machine.ts";
import { freeSlot, NO_SLOTS, takeSlot } from "./child-slots.ts";
import { CLOSE_LIMIT_MS } from "./delivery.machine.ts";
import { type DeliveryFinishedEvent, noticeMachine } from "./notice.machine.ts";
import { runMachine } from "./run.machine.ts";
import type {
  ChildKind,
  ResidentId,
  SessionChildren,
  SessionContext,
  SessionEmitted,
  SessionEvent,
  SessionInput,
} from "./session.types.ts";
import { type SpanStanding, spanMachine } from "./span.machine.ts";

/** R16: how long Pi waits for its settled notice in all; the last moment of attempts under way is part of it. Milliseconds. */
export const EXIT_LIMIT_MS = 2_000;
export const DRAIN_LIMIT_MS = EXIT_LIMIT_MS - CLOSE_LIMIT_MS;

/** How long a question waits for its dialog, so that a dialog that never opens does not mark a later one. */
export const QUESTION_LIMIT_MS = 1_000;

/**
 * One Pi session. Two regions decide: whether a run is active or its notice unfinished, and whether a dialog is open.
 * The others remember what is reported: a silent marker, a question, background work.
 * Each run, dialog and notice is a child of its own; so are background work and the health of each channel.
 *
 * A silent dialog, or one that the user opened while Pi was idle, may stay open for hours, as a monitoring panel does.
 * A run that starts meanwhile does not wait for it. A question inside it is announced, and is over with its answer.
 */
export const sessionMachine = setup({
  types: {
    input: {} as SessionInput,
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
    children: {} as SessionChildren,
  },
  actors: {
    run: runMachine,
    span: spanMachine,
    notice: noticeMachine,
    background: backgroundMachine,
    channelHealth: channelHealthMachine,
  },
  delays: {
    drainLimit: DRAIN_LIMIT_MS,
    // Deliveries close themselves within their own limit; this one only guards against a fault of ours.
    closeLimit: CLOSE_LIMIT_MS * 2,
    questionLimit: QUESTION_LIMIT_MS,
  },
  guards: {
    isRunUnfinished: not(stateIn({ active: { run: "idle" } })),
    isBackgroundHolding: stateIn({ active: { background: "holding" } }),
    // While only work in the background keeps the notice, Pi is idle: what opens now, the user has opened.
    isDialogOfRun: or(["isRunWorking", and(["isRunUnfinished", not("isBackgroundHolding")])]),
    isNoticeOfTask: ({ event }) => event.type === "notice.published" && event.ofTask === true,
    // One request is one notice: that of the run, when all its subagents are done.
    isToldByRun: and(["isNoticeOfTask", "isBackgroundHolding", "isRunUnfinished"]),
    areAllPromptsAnnounced: ({ context }) => context.prompts.notify === "always",
    isRunWorking: stateIn({ active: { run: "working" } }),
    // A start while a run works is Pi's own retry or continuation: the same run (R2).
    isNewRun: not("isRunWorking"),
    isCurrentRunOver: ({ context }) => context.currentRun === undefined,
    // `pi -p` and `--mode json` end 1 ms after they have settled.
    endsWithItsRun: ({ context }) => context.mode === "print" || context.mode === "json",
    // A command's own notice is one of its kind, and somebody waits for its outcome.
    isFlooded: ({ context: { slots, publishedLimit = PUBLISHED_LIMIT } }, isOwn: boolean) =>
      !isOwn && slots.notice.taken >= publishedLimit,
    isQuiet: ({ context }) => context.children.length === 0,
    isNextDialogSilent: stateIn({ active: { marker: "armed" } }),
    isDialogClosed: stateIn({ active: { dialog: "closed" } }),
    isQuestionAhead: and([({ context }) => context.questions.length > 0, "isDialogClosed"]),
    isNothingAsked: ({ context }) => context.questions.length === 0,
    // A question that comes just before its dialog says as much as one that comes just after.
    isAwaitedAnyway: or(["areAllPromptsAnnounced", stateIn({ active: { question: "ahead" } })]),
    hasLostBackground: ({ context }) => !context.residents.includes("background"),
    isRunToBeHeld: or([stateIn({ active: { dialog: "waiting" } }), "isBackgroundHolding"]),
    isSettledNoticeOwed: and(["endsWithItsRun", stateIn({ active: { run: "telling" } })]),
  },
  actions: {
    spawnResidents: enqueueActions(({ context, enqueue }) => {
      const residents: ResidentId[] = [];
      if (context.background?.work === "hold") {
        enqueue.spawnChild("background", { id: "background", input: { maxMs: context.background.maxMs } });
        residents.push("background");
      }
      for (const { id: channelId } of context.channels) {
        const id: ResidentId = `channel-health.${channelId}`;
        enqueue.spawnChild("channelHealth", { id, input: { channelId } });
        residents.push(id);
      }
      enqueue.assign({ residents });
    }),
    stopResidents: enqueueActions(({ context, enqueue }) => {
      for (const id of context.residents) enqueue.stopChild(id);
      enqueue.assign({ residents: [] });
    }),
    spawnRun: enqueueActions(({ context, enqueue }, { at }: { at: number }) => {
      const { id, taken } = takeId(context, "run");
      const number = context.runCount + 1;
      enqueue.spawnChild("run", {
        id,
        input: {
          noticeId: runNoticeId(context, number),
          startedAt: at,
          channels: context.channels,
          mode: context.mode,
        },
      });
      enqueue.assign({ runCount: number, currentRun: id, ...taken });
    }),
    spawnSpan: enqueueActions(({ context, enqueue }, { at, promptTitle, standing }: SpanOpening) => {
      const { id, taken } = takeId(context, "span");
      const number = context.spanCount + 1;
      enqueue.spawnChild("span", {
        id,
        input: {
          noticeId: spanNoticeId(context, number),
          openedAt: at,
          promptTitle,
          channels: context.channels,
          mode: context.mode,
          graceMs: context.prompts.graceMs,
          standing,
          permission: waitingPermission(context.questions),
        },
      });
      enqueue.assign({ spanCount: number, currentSpan: id, promptTitle, ...taken });
    }),
    spawnNotice: enqueueActions(
      (
        { context, enqueue },
        { notice, channels }: { notice: Notice; channels: readonly ChannelPlan[] | undefined },
      ) => {
        const { id, taken } = takeId(context, "notice");
        enqueue.spawnChild("notice", {
          id,
          input: { notice, channels: channels ?? context.channels, mode: context.mode, held: false },
        });
        enqueue.assign(taken);
      },
    ),
    // A user who types has seen the notification, and a new run makes it untrue.
    dismissLastRun: enqueueActions(({ context, enqueue }) => {
      if (context.runCount === 0) return;
      enqueue.emit({ type: "notice.dismissed", noticeId: runNoticeId(context, context.runCount) });
    }),
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
    engageSpan: enqueueActions(({ context, enqueue }, type: "run.started" | "span.engaged") => {
      if (context.currentSpan !== undefined) enqueue.sendTo(context.currentSpan, { type });
    }),
    closeSpan: enqueueActions(({ context, enqueue }) => {
      if (context.currentSpan === undefined) return;
      enqueue.sendTo(context.currentSpan, { type: "span.closed" });
      enqueue.emit({ type: "notice.dismissed", noticeId: spanNoticeId(context, context.spanCount) });
      enqueue.assign({ currentSpan: undefined, promptTitle: undefined, questions: [] });
    }),
    addQuestion: assign({
      questions: ({ context }, question: Question) => withQuestion(context.questions, question),
    }),
    removeQuestion: assign({
      questions: ({ context }, answer: Answer) => withoutAnswered(context.questions, answer),
    }),
    forgetQuestions: assign({ questions: [] }),
    tellSpanOfPermission: enqueueActions(({ context, enqueue }) => {
      if (context.currentSpan === undefined) return;
      const permission = waitingPermission(context.questions);
      enqueue.sendTo(context.currentSpan, { type: "permission.changed", permission });
    }),
    beginWaiting: enqueueActions(({ context, enqueue }) => {
      const title = waitingTitle(context);
      enqueue.assign({ waitingLabel: title });
      enqueue.emit({ type: "waiting.began", title });
    }),
    // Listeners count, so a better title is one end and one beginning.
    renameWaiting: enqueueActions(({ context, enqueue }) => {
      const title = waitingTitle(context);
      if (title === undefined || title === context.waitingLabel) return;
      enqueue.emit({ type: "waiting.ended" });
      enqueue.assign({ waitingLabel: title });
      enqueue.emit({ type: "waiting.began", title });
    }),
    endWaiting: enqueueActions(({ enqueue }) => {
      enqueue.assign({ waitingLabel: undefined });
      enqueue.emit({ type: "waiting.ended" });
    }),
    tellBackground: enqueueActions(({ context, enqueue }, event: BackgroundEvent) => {
      if (context.residents.includes("background")) enqueue.sendTo("background", event);
    }),
    tellHealth: enqueueActions(({ context, enqueue }, { channelId, outcome }: DeliveryFinishedEvent) => {
      const id: ResidentId = `channel-health.${channelId}`;
      if (context.residents.includes(id)) enqueue.sendTo(id, { type: "delivery.finished", outcome });
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
        ...withoutChild(context, actorId),
        residents: context.residents.filter((id) => id !== actorId),
        currentRun: context.currentRun === actorId ? undefined : context.currentRun,
        currentSpan: context.currentSpan === actorId ? undefined : context.currentSpan,
      });
    }),
    emitOutcome: emit((_, { report }: { report: DeliveryFinishedEvent }) => report),
    emitHealth: emit((_, report: ChannelHealthReport) => report),
    emitRefusal: emit((_, notice: Notice) => ({ type: "notice.refused" as const, notice })),
    emitFault: emit((_, { actorId }: { actorId: string }) => ({ type: "actor.failed" as const, actorId })),
  },
}).createMachine({
  id: "session",
  description:
    "One Pi session. It starts a child for each run, dialog and published notice, and decides what has to wait for what.",
  context: ({ input }) => ({
    ...input,
    runCount: 0,
    spanCount: 0,
    children: [],
    slots: { run: NO_SLOTS, span: NO_SLOTS, notice: NO_SLOTS },
    residents: [],
    currentRun: undefined,
    currentSpan: undefined,
    questions: [],
    promptTitle: undefined,
    waitingLabel: undefined,
  }),
  initial: "active",
  on: {
    "delivery.finished": { actions: { type: "emitOutcome", params: ({ event }) => ({ report: event }) } },
    "channel.failed": { actions: { type: "emitHealth", params: ({ event }) => event } },
    "channel.recovered": { actions: { type: "emitHealth", params: ({ event }) => event } },
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
      description: "Pi is running. The regions below work side by side.",
      type: "parallel",
      entry: "spawnResidents",
      exit: "stopResidents",
      on: {
        // Only here: what the end of a session brings says nothing about a channel.
        "delivery.finished": {
          actions: [
            { type: "emitOutcome", params: ({ event }) => ({ report: event }) },
            { type: "tellHealth", params: ({ event }) => event },
          ],
        },
        "notice.published": [
          { guard: "isToldByRun" },
          {
            guard: { type: "isFlooded", params: ({ event }) => event.channels !== undefined },
            actions: { type: "emitRefusal", params: ({ event }) => event.notice },
          },
          {
            actions: {
              type: "spawnNotice",
              params: ({ event }) => ({ notice: event.notice, channels: event.channels }),
            },
          },
        ],
        "user.typed": [
          { guard: "isRunWorking", actions: "forwardToChildren" },
          { actions: ["forwardToChildren", "dismissLastRun"] },
        ],
        "session.ended": [{ guard: "isSettledNoticeOwed", target: "draining" }, { target: "closing" }],
      },
      states: {
        run: {
          description: "Which run Pi is in.",
          initial: "idle",
          states: {
            idle: {
              description: "No run is active, and no settled notice is unfinished.",
              on: {
                "run.started": {
                  target: "working",
                  actions: [
                    "dismissLastRun",
                    { type: "spawnRun", params: ({ event }) => ({ at: event.at }) },
                    { type: "tellBackground", params: { type: "run.started" } },
                  ],
                },
              },
            },
            working: {
              description: "The agent is working. Retries and compactions belong to the same run.",
              on: {
                "loop.ended": { actions: "forwardToRun" },
                "run.settled": {
                  target: "telling",
                  actions: ["forwardToRun", { type: "tellBackground", params: { type: "run.settled" } }],
                },
              },
            },
            telling: {
              description: "The run has settled, and its notice is not finished yet.",
              always: {
                guard: "isCurrentRunOver",
                target: "idle",
                actions: { type: "tellBackground", params: { type: "run.over" } },
              },
              on: {
                "run.started": {
                  target: "working",
                  actions: [
                    "supersedeRun",
                    "dismissLastRun",
                    { type: "spawnRun", params: ({ event }) => ({ at: event.at }) },
                    { type: "tellBackground", params: { type: "run.started" } },
                  ],
                },
              },
            },
          },
        },

        // R37.
        marker: {
          description: "Remembers that an extension wants its next dialog silent.",
          initial: "unarmed",
          states: {
            unarmed: {
              description: "The next dialog is announced as usual.",
              on: { "span.silenced": { guard: "isDialogClosed", target: "armed" } },
            },
            armed: {
              description: "The next dialog stays silent. Only that one: a marker never applies to a later dialog.",
              on: { "span.opened": "unarmed" },
            },
          },
        },

        // Stands before `dialog`, so that a dialog receives a question in the step in which it is asked.
        question: {
          description: "Remembers questions that came before their dialog.",
          initial: "none",
          on: {
            "question.asked": { actions: { type: "addQuestion", params: ({ event }) => event.question } },
            "question.answered": { actions: { type: "removeQuestion", params: ({ event }) => event.answer } },
          },
          states: {
            none: {
              description: "No question is waiting for its dialog.",
              always: { guard: "isQuestionAhead", target: "ahead" },
            },
            ahead: {
              description: "A question has been asked, and its dialog has not opened yet.",
              always: { guard: not("isQuestionAhead"), target: "none" },
              after: { questionLimit: { target: "none", actions: "forgetQuestions" } },
              on: {
                "question.asked": {
                  target: "ahead",
                  reenter: true,
                  actions: { type: "addQuestion", params: ({ event }) => event.question },
                },
                "run.settled": { target: "none", actions: "forgetQuestions" },
              },
            },
          },
        },

        dialog: {
          description: "The dialog that is open, if any.",
          initial: "closed",
          // Pi reports only the outermost dialog, so a second start means that an end was lost.
          on: {
            "span.opened": [
              {
                guard: "isNextDialogSilent",
                target: ".silent",
                // The marker wins over questions asked before (R37).
                actions: "forgetQuestions",
              },
              {
                guard: "isDialogOfRun",
                target: ".waiting",
                actions: ["closeSpan", { type: "spawnSpan", params: ({ event }) => opening(event, "ofRun") }],
              },
              {
                guard: "isAwaitedAnyway",
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
            closed: { description: "No dialog is open." },
            silent: {
              description:
                "The extension wants this dialog silent, so it holds nothing and is not announced. A question inside it is.",
              on: {
                "question.asked": [
                  {
                    guard: "isDialogOfRun",
                    target: "waiting.inside",
                    actions: { type: "spawnSpan", params: ({ event }) => inside(event, "ofRun") },
                  },
                  {
                    target: "waiting.inside",
                    actions: { type: "spawnSpan", params: ({ event }) => inside(event, "ofNoRun") },
                  },
                ],
                "span.closed": "closed",
              },
            },
            unwatched: {
              description:
                "You opened this dialog outside a run. It holds nothing, whatever Pi begins meanwhile. A question inside it is announced.",
              on: {
                "question.asked": [
                  {
                    guard: "isDialogOfRun",
                    target: "waiting.inside",
                    actions: ["tellSpanOfPermission", { type: "engageSpan", params: "run.started" }],
                  },
                  {
                    target: "waiting.inside",
                    actions: ["tellSpanOfPermission", { type: "engageSpan", params: "span.engaged" }],
                  },
                ],
                "span.closed": { target: "closed", actions: "closeSpan" },
              },
            },
            // R4.
            waiting: {
              description: "Pi waits for you. Settled notices are held until the dialog closes.",
              entry: "beginWaiting",
              exit: "endWaiting",
              initial: "outright",
              on: {
                "run.started": { guard: "isNewRun", actions: { type: "engageSpan", params: "run.started" } },
                "question.asked": { actions: ["tellSpanOfPermission", "renameWaiting"] },
                "question.answered": { actions: "tellSpanOfPermission" },
                "span.closed": { target: "closed", actions: "closeSpan" },
              },
              states: {
                outright: { description: "The dialog itself waits for you." },
                inside: {
                  description:
                    "A question inside a silent dialog, or one that you opened, waits for you. After the answer the dialog is silent.",
                  always: {
                    guard: "isNothingAsked",
                    target: "#session.active.dialog.silent",
                    actions: "closeSpan",
                  },
                },
              },
            },
          },
        },

        background: {
          description: "What the background actor last reported. Without such an actor this region stays free.",
          initial: "free",
          on: {
            "task.started": { actions: { type: "tellBackground", params: ({ event }) => event } },
            "task.ended": { actions: { type: "tellBackground", params: ({ event }) => event } },
          },
          states: {
            free: { description: "Background work holds nothing.", on: { "background.held": "holding" } },
            holding: {
              description: "Background work holds the settled notice.",
              always: { guard: "hasLostBackground", target: "free" },
              on: { "background.released": "free" },
            },
          },
        },

        // Stands after `run`, so that a run that starts while something holds it is there to be held (R4).
        hold: {
          description: "Holds the run while a dialog or background work requires it.",
          initial: "none",
          states: {
            none: { description: "The run may tell.", always: { guard: "isRunToBeHeld", target: "holding" } },
            holding: {
              description: "Nothing of the run is attempted for now.",
              entry: "holdRun",
              always: { guard: not("isRunToBeHeld"), target: "none", actions: "releaseRun" },
              on: { "run.started": { guard: "isNewRun", actions: "holdRun" } },
            },
          },
        },
      },
    },

    // R16.
    draining: {
      description: "Pi is about to exit in print or json mode. The settled notice goes out first.",
      entry: "drainRun",
      always: { guard: "isCurrentRunOver", target: "closing" },
      after: { drainLimit: "closing" },
    },

    closing: {
      description: "The session has ended. Attempts under way get a last moment.",
      entry: "endChildren",
      always: { guard: "isQuiet", target: "closed" },
      after: { closeLimit: "closed" },
    },

    closed: { description: "Nothing is left to do.", type: "final" },
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

/** A question inside a silent dialog, whose title is not its own. */
function inside({ at }: { readonly at: number }, standing: SpanStanding): SpanOpening {
  return { at, promptTitle: undefined, standing };
}

/** What the user is waited for with: the dialog's title, else the ask flow's, and nothing else (R39). */
function waitingTitle({ promptTitle, questions }: SessionContext): string | undefined {
  return promptTitle ?? askTitle(questions);
}

function runNoticeId({ sessionKey }: SessionInput, number: number): string {
  return `${sessionKey}-run${number}`;
}

function spanNoticeId({ sessionKey }: SessionInput, number: number): string {
  return `${sessionKey}-span${number}`;
}

type Children = Pick<SessionContext, "children" | "slots">;

/** The id of a child to be, and the context in which it is taken. */
function takeId<Kind extends ChildKind>(
  { children, slots }: SessionContext,
  kind: Kind,
): { readonly id: `${Kind}.${number}`; readonly taken: Children } {
  const { slot, slots: left } = takeSlot(slots[kind]);
  const id = `${kind}.${slot}` as const;
  return { id, taken: { children: [...children, id], slots: { ...slots, [kind]: left } } };
}

/** Residents have no slot, and leave both as they are. */
function withoutChild({ children, slots }: SessionContext, actorId: string): Children {
  const kind = CHILD_KINDS.find((one) => actorId.startsWith(`${one}.`));
  if (kind === undefined) return { children, slots };
  const slot = Number(actorId.slice(kind.length + 1));
  return {
    children: children.filter((id) => id !== actorId),
    slots: { ...slots, [kind]: freeSlot(slots[kind], slot) },
  };
}

const CHILD_KINDS: readonly ChildKind[] = ["run", "span", "notice"];
