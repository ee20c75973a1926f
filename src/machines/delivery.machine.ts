import { assign, fromPromise, not, setup, stateIn } from "xstate";
import type { ChannelPlan, Notice, PiMode } from "../notices/notice.ts";
import type { AttemptResult, ExpiryReason, Outcome, SkipReason } from "../notices/outcome.ts";
import { decideSuppression } from "../notices/suppression.ts";

/** What preparing found out; only the actors that make and use it know its shape. Small, serialisable, no secret. */
export type DeliveryFacts = unknown;

export interface PrepareInput {
  readonly notice: Notice;
  readonly channelId: string;
  /** Counts the rounds of preparing: 1, and one more after each hold. */
  readonly round: number;
}
export type PrepareOutput =
  | { readonly kind: "ready"; readonly facts: DeliveryFacts }
  | { readonly kind: "skipped"; readonly reason: SkipReason };

export interface AttemptInput {
  readonly notice: Notice;
  readonly channelId: string;
  readonly facts: DeliveryFacts;
}

export interface DeliveryInput {
  readonly notice: Notice;
  readonly channel: ChannelPlan;
  readonly mode: PiMode;
  /** A dialog is open already: nothing is prepared before it closes (R4). */
  readonly held: boolean;
}

interface DeliveryContext extends DeliveryInput {
  readonly round: number;
  readonly facts: DeliveryFacts;
  /** Deliveries whose attempt comes before ours and that are not final yet, by channel id (R10). */
  readonly leaders: readonly string[];
  /** What it ends in as far as is known by now: policy's refusal or, while nothing has been concluded, a fault of ours. */
  readonly outcome: Outcome;
}

/** A delivery that goes before others has its outcome (R10). */
export interface LeaderFinishedEvent {
  readonly type: "leader.finished";
  readonly channelId: string;
}

export type DeliveryEvent =
  /** A dialog waits for the user: nothing not yet attempted may start (R4). */
  | { type: "delivery.held" }
  | { type: "delivery.released" }
  | { type: "delivery.expired"; reason: ExpiryReason }
  | LeaderFinishedEvent
  /** The user is at the keyboard: what is still waiting out its delay is not needed any more (R28). */
  | { type: "user.typed" }
  /** Pi is about to exit and waits a moment: long enough for what is due, not for what is not (R16). */
  | { type: "session.draining" }
  | { type: "session.ended" };

/** Milliseconds; R11 and R16. */
export const PREPARE_LIMIT_MS = 1_000;
export const LEADER_LIMIT_MS = 2_000;
export const CLOSE_LIMIT_MS = 500;

/** What a delivery ends in by a fault of ours or its channel's; without the words of whatever broke (R15). */
export const OWN_FAULT: Outcome = { kind: "failed", reason: "internal error" };

/** What policy says before anything outside is asked. */
function refusal({ channel, notice, mode }: DeliveryInput): Outcome | undefined {
  const reason = decideSuppression({ channel, event: notice.event, mode });
  return reason === undefined ? undefined : { kind: "skipped", reason };
}

/** The transition to an end that no answer brings, with its reason. */
function expired(reason: ExpiryReason) {
  return {
    target: "#delivery.expired",
    actions: { type: "conclude", params: { kind: "expired", reason } },
  } as const;
}

function timedOut(reason: Extract<Outcome, { kind: "timed-out" }>["reason"]) {
  return {
    target: "#delivery.timedOut",
    actions: { type: "conclude", params: { kind: "timed-out", reason } },
  } as const;
}

const unprovided = () => Promise.reject(new Error("actor not provided"));

/**
 * One notice on one channel, from its delay to its one outcome (R11).
 *
 * `attempting` can be entered once and from one place, and knows nothing of holds and expiry;
 * every outcome is a final state. So "at most one attempt" (R1) and "only channels not yet attempted
 * go on after a hold" (R5) are the shape of the chart and need no bookkeeping.
 */
export const deliveryMachine = setup({
  types: {
    input: {} as DeliveryInput,
    context: {} as DeliveryContext,
    events: {} as DeliveryEvent,
    output: {} as Outcome,
  },
  actors: {
    prepareDelivery: fromPromise<PrepareOutput, PrepareInput>(unprovided),
    attemptDelivery: fromPromise<AttemptResult, AttemptInput>(unprovided),
  },
  delays: {
    channelDelay: ({ context }) => context.channel.delayMs,
    prepareLimit: PREPARE_LIMIT_MS,
    leaderLimit: LEADER_LIMIT_MS,
    attemptLimit: ({ context }) => context.channel.timeoutMs,
    closeLimit: CLOSE_LIMIT_MS,
  },
  guards: {
    isSuppressed: ({ context }) => context.outcome.kind === "skipped",
    hasNoDelay: ({ context }) => context.channel.delayMs === 0,
    startsHeld: ({ context }) => context.held,
    isDelayOver: stateIn({ pending: { delay: "over" } }),
    hasLeader: ({ context }) => context.leaders.length > 0,
    isReady: (_, verdict: PrepareOutput) => verdict.kind === "ready",
    isWritten: (_, result: AttemptResult) => result.kind === "written",
    isAccepted: (_, result: AttemptResult) => result.kind === "accepted",
  },
  actions: {
    conclude: assign({ outcome: (_, outcome: Outcome) => outcome }),
    recordVerdict: assign((_, verdict: PrepareOutput) =>
      verdict.kind === "ready" ? { facts: verdict.facts } : { outcome: verdict },
    ),
    dropLeader: assign({
      leaders: ({ context }, channelId: string) => context.leaders.filter((leader) => leader !== channelId),
    }),
    beginNextRound: assign({ round: ({ context }) => context.round + 1, facts: undefined }),
  },
}).createMachine({
  id: "delivery",
  description: "One notice on one channel. It is attempted at most once, and ends in exactly one outcome.",
  context: ({ input }) => ({
    ...input,
    round: 1,
    facts: undefined,
    leaders: input.channel.yieldsTo,
    outcome: refusal(input) ?? OWN_FAULT,
  }),
  initial: "deciding",
  output: ({ context }) => context.outcome,
  states: {
    deciding: {
      description: "Checks the configuration before anything outside is asked.",
      always: [{ guard: "isSuppressed", target: "skipped" }, { target: "pending" }],
    },

    pending: {
      description: "Nothing has been sent yet. Here a delivery can still be held, expire or be skipped.",
      type: "parallel",
      on: {
        "delivery.expired": {
          target: "expired",
          actions: { type: "conclude", params: ({ event }) => ({ kind: "expired", reason: event.reason }) },
        },
        "session.ended": expired("session-ended"),
        "leader.finished": {
          actions: { type: "dropLeader", params: ({ event }) => event.channelId },
        },
      },
      states: {
        // A region of its own, so that the timer keeps running while the delivery is held (R28).
        delay: {
          description: "The channel's delay. It keeps running while the delivery is held.",
          initial: "running",
          states: {
            running: {
              description: "The delay is running. Typing ends the delivery here.",
              always: { guard: "hasNoDelay", target: "over" },
              after: { channelDelay: "over" },
              on: {
                "user.typed": expired("answered"),
                "session.draining": expired("session-ended"),
              },
            },
            over: { description: "The delay has passed." },
          },
        },
        progress: {
          description: "How far the delivery has got.",
          initial: "entering",
          states: {
            entering: {
              description: "Decides at once whether the delivery starts held.",
              always: [{ guard: "startsHeld", target: "held" }, { target: "waiting" }],
            },
            waiting: {
              description: "Waits for the delay to pass.",
              always: { guard: "isDelayOver", target: "preparing" },
              on: { "delivery.held": "held" },
            },
            preparing: {
              description: "Asks whether the channel can tell it here and now, for example tmux.",
              invoke: {
                src: "prepareDelivery",
                input: ({ context }) => ({
                  notice: context.notice,
                  channelId: context.channel.id,
                  round: context.round,
                }),
                onDone: [
                  {
                    guard: { type: "isReady", params: ({ event }) => event.output },
                    target: "yielding",
                    actions: { type: "recordVerdict", params: ({ event }) => event.output },
                  },
                  {
                    target: "#delivery.skipped",
                    actions: { type: "recordVerdict", params: ({ event }) => event.output },
                  },
                ],
                onError: "#delivery.failed",
              },
              after: { prepareLimit: expired("prepare-timeout") },
              on: { "delivery.held": "held" },
            },
            // R10.
            yielding: {
              description: "Lets the OSC notification of the same notice go first, so that the bell is the last byte.",
              always: { guard: not("hasLeader"), target: "#delivery.attempting" },
              after: { leaderLimit: "#delivery.attempting" },
              on: { "delivery.held": "held" },
            },
            held: {
              description:
                "A dialog is open, or background work goes on. After the release everything is prepared again.",
              on: {
                "delivery.released": { target: "waiting", actions: "beginNextRound" },
                // Pi is about to exit, so nothing holds any more; deliveries still in their delay expired above.
                "session.draining": { target: "waiting", actions: "beginNextRound" },
              },
            },
          },
        },
      },
    },

    attempting: {
      description: "The one attempt is under way. Nothing leads back from here.",
      invoke: {
        src: "attemptDelivery",
        input: ({ context }) => ({
          notice: context.notice,
          channelId: context.channel.id,
          facts: context.facts,
        }),
        onDone: [
          {
            guard: { type: "isWritten", params: ({ event }) => event.output },
            target: "written",
            actions: { type: "conclude", params: ({ event }) => event.output },
          },
          {
            guard: { type: "isAccepted", params: ({ event }) => event.output },
            target: "accepted",
            actions: { type: "conclude", params: ({ event }) => event.output },
          },
          { target: "failed", actions: { type: "conclude", params: ({ event }) => event.output } },
        ],
        onError: "failed",
      },
      after: { attemptLimit: timedOut("no-answer") },
      initial: "open",
      states: {
        open: {
          description: "Waits for the answer up to the channel's time limit.",
          on: { "session.ended": "closing" },
        },
        // R16.
        closing: {
          description: "The session has ended. The attempt gets a last moment.",
          after: { closeLimit: timedOut("session-ended") },
        },
      },
    },

    written: { description: "The bytes were handed to the terminal, which never confirms them.", type: "final" },
    accepted: { description: "The server or program reported success.", type: "final" },
    failed: { description: "The attempt was refused or failed.", type: "final" },
    timedOut: { description: "No answer came in time. The notification may have arrived all the same.", type: "final" },
    skipped: { description: "The channel is not supposed to tell this, or cannot tell it here.", type: "final" },
    expired: { description: "The notice was stale before it was attempted.", type: "final" },
  },
});
