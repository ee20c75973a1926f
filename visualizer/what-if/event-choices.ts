import type { ModelEvent } from "../../src/model/model-event.ts";
import type { Seen } from "../../src/model/seen.ts";

/** An event that somebody can send by hand, and what its button says. */
export interface EventChoice {
  readonly label: string;
  readonly event: ModelEvent;
}

export const PI_EVENTS: readonly EventChoice[] = [
  { label: "run.started", event: { type: "run.started" } },
  { label: "loop.ended ok", event: { type: "loop.ended", outcome: "ok" } },
  { label: "loop.ended error", event: { type: "loop.ended", outcome: "error" } },
  { label: "loop.ended aborted", event: { type: "loop.ended", outcome: "aborted" } },
  { label: "run.settled", event: { type: "run.settled", aborted: false } },
  { label: "run.settled aborted", event: { type: "run.settled", aborted: true } },
  { label: "dialog.opened", event: { type: "dialog.opened", title: "title" } },
  { label: "dialog.closed", event: { type: "dialog.closed" } },
  { label: "user.typed", event: { type: "user.typed" } },
  { label: "session.ended", event: { type: "session.ended" } },
];

export const BUS_EVENTS: readonly EventChoice[] = [
  { label: "dialog.silenced", event: { type: "dialog.silenced" } },
  { label: "question.asked permission", event: { type: "question.asked", kind: "permission", id: "a" } },
  {
    label: "question.answered permission",
    event: { type: "question.answered", kind: "permission", id: "a", how: "by id" },
  },
  { label: "question.asked ask", event: { type: "question.asked", kind: "ask", id: "b" } },
  { label: "question.answered ask", event: { type: "question.answered", kind: "ask", id: "b", how: "by id" } },
  { label: "task.started", event: { type: "task.started", task: "t" } },
  { label: "task.ended", event: { type: "task.ended", task: "t" } },
  { label: "notice.published", event: { type: "notice.published" } },
];

export const CLOCK_STEPS: readonly EventChoice[] = [
  { label: "+100 ms", event: { type: "clock.advanced", ms: 100 } },
  { label: "+1 s", event: { type: "clock.advanced", ms: 1_000 } },
  { label: "+1 min", event: { type: "clock.advanced", ms: 60_000 } },
];

/** What a channel is asked just now, or does, and how that can end. */
export interface AnswerChoice {
  readonly kind: "prepare" | "attempt";
  /** `run1 hook`. */
  readonly delivery: string;
  readonly choices: readonly Answer[];
}

/** Answers that somebody can choose: nonsense is for the model alone. */
type PrepareAnswer = Exclude<Extract<ModelEvent, { type: "prepare.answered" }>["how"], "nonsense">;
type AttemptAnswer = Exclude<Extract<ModelEvent, { type: "attempt.answered" }>["how"], "nonsense">;

/** One way in which a channel can answer. */
export interface Answer {
  readonly how: PrepareAnswer | AttemptAnswer;
  readonly event: ModelEvent;
}

/** Everything that waits for a channel. */
export function answerChoices({ questions, underWay }: Pick<Seen, "questions" | "underWay">): AnswerChoice[] {
  const prepares = questions.map((text): AnswerChoice => {
    const delivery = text.replace(/ #\d+$/, "");
    const answer = (how: PrepareAnswer): Answer => {
      return { how, event: { type: "prepare.answered", ...deliveryParts(delivery), how } };
    };
    return { kind: "prepare", delivery, choices: [answer("ready"), answer("refused"), answer("rejected")] };
  });
  const attempts = underWay.map((delivery): AnswerChoice => {
    const answer = (how: AttemptAnswer): Answer => {
      return { how, event: { type: "attempt.answered", ...deliveryParts(delivery), how } };
    };
    return { kind: "attempt", delivery, choices: [answer("succeeded"), answer("failed"), answer("rejected")] };
  });
  return [...prepares, ...attempts];
}

type AnswerEvent = Extract<ModelEvent, { type: "prepare.answered" }>;

function deliveryParts(delivery: string): Pick<AnswerEvent, "notice" | "channel"> {
  const cut = delivery.indexOf(" ");
  // The driver names deliveries so.
  return { notice: delivery.slice(0, cut) as AnswerEvent["notice"], channel: delivery.slice(cut + 1) };
}

/** An event in a few words, for the list of paths. */
export function eventText(event: ModelEvent): string {
  const { type, ...values } = event;
  const words = Object.values(values).map(String);
  return words.length === 0 ? type : `${type} ${words.join(" ")}`;
}
