import { type Actor, createActor, type InspectionEvent } from "xstate";
import type { AttemptInput, PrepareInput, PrepareOutput } from "../machines/delivery.machine.ts";
import type { SessionEvent } from "../machines/session.types.ts";
import type { AttemptResult } from "../notices/outcome.ts";
import { StepClock } from "../testing/step-clock.ts";
import { HealthBook } from "./health-book.ts";
import type { DeliveryHost, SessionLogic, SessionUnderTest } from "./machines-under-test.ts";
import type { ModelEvent, ModelQuestion, ModelSetup, NoticeName } from "./model-event.ts";
import { outcomeText } from "./oracle.ts";
import { promptPromise } from "./prompt-promise.ts";
import type { Seen } from "./seen.ts";

const SESSION_KEY = "s";
const NONSENSE = undefined as never;

/** A question that the machines asked, or an attempt that they started. */
interface Call<Input, Output> {
  readonly input: Input;
  readonly delivery: string;
  readonly signal: AbortSignal;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
  answered: boolean;
}

/**
 * The session machine and everything under it, moved by the same events as the oracle and watched from outside:
 * what is asked, what is attempted, what is reported. Synchronous from end to end.
 */
export class MachineDriver implements DeliveryHost {
  readonly clock = new StepClock();
  readonly #setup: ModelSetup;
  readonly #actor: Actor<SessionLogic>;
  readonly #prepares: Call<PrepareInput, PrepareOutput>[] = [];
  readonly #attempts: Call<AttemptInput, AttemptResult>[] = [];
  readonly #health = new HealthBook();
  #asked: string[] = [];
  #started: string[] = [];
  #outcomes: string[] = [];
  #faults: string[] = [];
  #waiting: string[] = [];
  #dismissed: NoticeName[] = [];
  #publications = 0;

  constructor(session: SessionUnderTest, setup: ModelSetup, inspect?: (event: InspectionEvent) => void) {
    this.#setup = setup;
    this.#actor = createActor(session.logic, {
      clock: this.clock,
      input: {
        sessionKey: SESSION_KEY,
        mode: setup.mode,
        channels: setup.channels,
        prompts: { notify: setup.announces, graceMs: setup.graceMs },
        ...(setup.publishedLimit === undefined ? {} : { publishedLimit: setup.publishedLimit }),
        background: { work: setup.backgroundMs === undefined ? "ignore" : "hold", maxMs: setup.backgroundMs ?? 0 },
      },
      ...(inspect === undefined ? {} : { inspect }),
    });
    session.register(this.#actor.system, this);
    this.#actor.subscribe({ error: (error) => this.#faults.push(`session ended by an error: ${error}`) });
    this.#actor.on("delivery.finished", ({ notice, channelId, outcome }) => {
      this.#outcomes.push(`${nameOf(notice.id)} ${notice.event} ${channelId}: ${outcomeText(outcome)}`);
      this.#health.finished(channelId, outcome);
    });
    this.#actor.on("channel.failed", (report) => this.#health.reported(report));
    this.#actor.on("channel.recovered", (report) => this.#health.reported(report));
    this.#actor.on("waiting.began", ({ title }) =>
      this.#waiting.push(title === undefined ? "began" : `began ${title}`),
    );
    this.#actor.on("waiting.ended", () => this.#waiting.push("ended"));
    this.#actor.on("notice.dismissed", ({ noticeId }) => this.#dismissed.push(nameOf(noticeId) as NoticeName));
    this.#actor.on("actor.failed", ({ actorId }) => this.#faults.push(`actor ${actorId} failed`));
    this.#actor.start();
  }

  /** Lets `event` happen and tells what could be seen of it. */
  take(event: ModelEvent): Seen {
    this.#asked = [];
    this.#started = [];
    this.#outcomes = [];
    this.#faults = [];
    this.#waiting = [];
    this.#dismissed = [];
    this.#perform(event);
    this.#answerLate();
    this.#faults.push(...this.#health.faults());
    return {
      asked: this.#asked,
      attempts: this.#started,
      outcomes: this.#outcomes,
      waiting: this.#waiting,
      dismissed: this.#dismissed,
      questions: this.#prepares.filter(isOpen).map(({ delivery, input }) => `${delivery} #${input.round}`),
      underWay: this.#attempts.filter(isOpen).map(({ delivery }) => delivery),
      closed: this.#actor.getSnapshot().status !== "active",
      timers: this.clock.pending().length,
      faults: this.#faults,
    };
  }

  /** Happens without being watched, on the way to a state that is known already. */
  replay(events: Iterable<ModelEvent>): this {
    for (const event of events) {
      this.#perform(event);
      this.#answerLate();
    }
    return this;
  }

  snapshot() {
    return this.#actor.getSnapshot();
  }

  prepare(input: PrepareInput, signal: AbortSignal): Promise<PrepareOutput> {
    this.#asked.push(`${deliveryOf(input)} #${input.round}`);
    if (this.#channel(input.channelId)?.throwsAt === "prepare") throw new Error("the channel threw");
    const { promise, ...answers } = promptPromise<PrepareOutput>();
    this.#prepares.push({ input, signal, ...answers, delivery: deliveryOf(input), answered: false });
    return promise;
  }

  attempt(input: AttemptInput, signal: AbortSignal): Promise<AttemptResult> {
    const { notice, channelId, facts } = input;
    this.#started.push(`${nameOf(notice.id)} ${notice.event} ${channelId} #${roundOf(facts)}`);
    if (this.#channel(channelId)?.throwsAt === "attempt") throw new Error("the channel threw");
    const { promise, ...answers } = promptPromise<AttemptResult>();
    this.#attempts.push({ input, signal, ...answers, delivery: deliveryOf(input), answered: false });
    return promise;
  }

  #perform(event: ModelEvent): void {
    switch (event.type) {
      case "clock.advanced":
        this.clock.advance(event.ms);
        return;
      case "prepare.answered":
        this.#answerPrepare(event);
        return;
      case "attempt.answered":
        this.#answerAttempt(event);
        return;
      default:
        if (event.type === "session.ended") this.#health.sessionEnded();
        this.#actor.send(this.#sessionEvent(event));
        return;
    }
  }

  #answerPrepare(event: Extract<ModelEvent, { type: "prepare.answered" }>): void {
    const call = this.#prepares.find((open) => isOpen(open) && open.delivery === `${event.notice} ${event.channel}`);
    if (call === undefined) return;
    call.answered = true;
    if (event.how === "rejected") {
      call.reject(new Error("the channel rejected"));
      return;
    }
    call.resolve(
      event.how === "ready"
        ? { kind: "ready", facts: { round: call.input.round } }
        : event.how === "refused"
          ? { kind: "skipped", reason: "pane-hidden" }
          : NONSENSE,
    );
  }

  #answerAttempt(event: Extract<ModelEvent, { type: "attempt.answered" }>): void {
    const call = this.#attempts.find((open) => isOpen(open) && open.delivery === `${event.notice} ${event.channel}`);
    if (call === undefined) return;
    call.answered = true;
    if (event.how === "rejected") {
      call.reject(new Error("the channel rejected"));
      return;
    }
    call.resolve(
      event.how === "succeeded"
        ? { kind: this.#channel(event.channel)?.success ?? "accepted" }
        : event.how === "failed"
          ? { kind: "failed", reason: "http 500" }
          : NONSENSE,
    );
  }

  /** An actor that was told to stop still answers, too late. That must change nothing. */
  #answerLate(): void {
    for (const call of this.#prepares.filter(isAbandoned)) {
      call.answered = true;
      call.resolve({ kind: "ready", facts: { round: call.input.round } });
    }
    for (const call of this.#attempts.filter(isAbandoned)) {
      call.answered = true;
      call.resolve({ kind: "accepted" });
    }
  }

  #sessionEvent(event: ModelEvent): SessionEvent {
    const at = this.clock.now();
    switch (event.type) {
      case "run.started":
        return { type: "run.started", at };
      case "loop.ended":
        return { type: "loop.ended", outcome: event.outcome };
      case "run.settled":
        return { type: "run.settled", at, aborted: event.aborted };
      case "dialog.opened":
        return { type: "span.opened", at, promptTitle: event.title };
      case "dialog.closed":
        return { type: "span.closed" };
      case "dialog.silenced":
        return { type: "span.silenced" };
      case "question.asked": {
        const { kind, id } = event;
        const title = kind === "ask" ? `ask ${id}` : undefined;
        return { type: "question.asked", at, question: { kind, id, subject: subjectOf(event), title } };
      }
      case "question.answered":
        return { type: "question.answered", answer: { kind: event.kind, ...answerWords(event) } };
      case "task.started":
      case "task.ended":
        return { type: event.type, taskId: event.task };
      case "notice.published": {
        this.#publications += 1;
        const id = `${SESSION_KEY}-note${this.#publications}`;
        return {
          type: "notice.published",
          notice: { id, event: "context-compacted", at },
          ofTask: event.ofTask === true,
        };
      }
      case "user.typed":
      case "session.ended":
        return { type: event.type };
      default:
        throw new Error(`${event.type} is no event of a session`);
    }
  }

  #channel(id: string) {
    return this.#setup.channels.find((channel) => channel.id === id);
  }
}

function subjectOf({ kind, id }: ModelQuestion): string | undefined {
  return kind === "permission" ? `what ${id} is about` : undefined;
}

function answerWords(event: Extract<ModelEvent, { type: "question.answered" }>) {
  if (event.how === "by id") return { id: event.id };
  return event.how === "by subject" ? { subject: subjectOf(event) } : { subject: "something else" };
}

function isOpen({ answered, signal }: Pick<Call<unknown, unknown>, "answered" | "signal">): boolean {
  return !answered && !signal.aborted;
}

function isAbandoned({ answered, signal }: Pick<Call<unknown, unknown>, "answered" | "signal">): boolean {
  return !answered && signal.aborted;
}

function deliveryOf({ notice, channelId }: { notice: { id: string }; channelId: string }): string {
  return `${nameOf(notice.id)} ${channelId}`;
}

function nameOf(noticeId: string): string {
  return noticeId.slice(SESSION_KEY.length + 1);
}

function roundOf(facts: unknown): unknown {
  return typeof facts === "object" && facts !== null && "round" in facts ? facts.round : "?";
}
