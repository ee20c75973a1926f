import { createActor, fromTransition, type InspectionEvent } from "xstate";
import { backgroundMachine } from "../../src/machines/background.machine.ts";
import { channelHealthMachine } from "../../src/machines/channel-health.machine.ts";
import type { PrepareOutput } from "../../src/machines/delivery.machine.ts";
import { noticeMachine } from "../../src/machines/notice.machine.ts";
import { runMachine } from "../../src/machines/run.machine.ts";
import type { SessionEvent } from "../../src/machines/session.types.ts";
import { type ProvideSession, SessionUnderTest } from "../../src/model/machines-under-test.ts";
import { plan } from "../../src/model/plans.ts";
import { type PromptPromise, promptPromise } from "../../src/model/prompt-promise.ts";
import type { ChannelPlan } from "../../src/notices/notice.ts";
import type { AttemptResult } from "../../src/notices/outcome.ts";
import { provideSessionMachine } from "../../src/runtime/provide-machines.ts";
import { StepClock } from "../../src/testing/step-clock.ts";

type Inspect = ((event: InspectionEvent) => void) | undefined;

/** What a session showed after a fault. */
export interface AfterFault {
  readonly faults: readonly string[];
  /** The notices whose channels were asked, in order: the last one is of a run after the fault. */
  readonly asked: readonly string[];
  readonly closed: boolean;
}

/**
 * Errors in our own machines, which no channel can cause. The rules have no word for them;
 * they only have to stay where they are: the session goes on, tells the next notice, and closes.
 */
export interface OwnFault {
  readonly name: string;
  /** Whether the session tells of it, once and without its text. */
  readonly isReported: boolean;
  cause(inspect?: Inspect): AfterFault;
}

const STARTED: SessionEvent = { type: "run.started", at: 0 };
const SETTLED: SessionEvent = { type: "run.settled", at: 0, aborted: false };
const OPENED: SessionEvent = { type: "span.opened", at: 0 };
const CLOSED: SessionEvent = { type: "span.closed" };
const TASK_STARTED: SessionEvent = { type: "task.started", taskId: "t" };
const TASK_ENDED: SessionEvent = { type: "task.ended", taskId: "t" };
/** No moment at all: whoever calculates with it throws. */
const NO_TIME = 0n as unknown as number;

export const OWN_FAULTS: readonly OwnFault[] = [
  fault("the settled notice breaks while it is told", (session) => {
    session.send(STARTED, SETTLED);
    session.whileBroken(OPENED);
  }),
  fault("the settled notice breaks when a new run overtakes it", (session) => {
    session.send(STARTED, SETTLED);
    session.whileBroken(STARTED);
  }),
  fault("a dialog's notice breaks while it is told", (session) => {
    session.send(STARTED, OPENED);
    session.graceOver();
    session.whileBroken({ type: "user.typed" });
  }),
  fault("a dialog's notice breaks when the dialog closes", (session) => {
    session.send(STARTED, OPENED);
    session.graceOver();
    session.whileBroken(CLOSED);
  }),
  fault("a run breaks when it settles", (session) => {
    session.send(STARTED, { type: "run.settled", at: NO_TIME, aborted: false });
  }),
  fault(
    "the actor of background work breaks while it holds the run",
    (session) => {
      session.send(STARTED, TASK_STARTED, SETTLED, TASK_ENDED);
      // It is gone now: nothing is sent to it, and nothing waits for it.
      session.send(TASK_STARTED, STARTED, SETTLED);
    },
    withBrokenBackground,
  ),
  fault(
    "the health of a channel breaks when a delivery fails",
    (session) => {
      session.send(STARTED, SETTLED);
      session.failAttempts();
      session.send(STARTED, SETTLED);
      session.failAttempts();
    },
    withBrokenHealth,
  ),
  {
    name: "a delivery never ends",
    isReported: false,
    cause: (inspect) => {
      const session = new FaultySession(withEndlessDeliveries, inspect);
      session.send(STARTED, SETTLED, { type: "session.ended" });
      session.clock.advance(1_000);
      return { ...session.seen(), asked: ["s-run2"] };
    },
  },
];

function fault(
  name: string,
  happen: (session: FaultySession) => void,
  provide: ProvideSession = provideSessionMachine,
): OwnFault {
  return {
    name,
    isReported: true,
    cause: (inspect) => {
      const session = new FaultySession(provide, inspect);
      happen(session);
      session.send(CLOSED, SETTLED);
      session.clock.advance(60_000);
      session.send(STARTED, SETTLED);
      const seen = session.seen();
      session.send({ type: "session.ended" });
      return { ...seen, closed: session.seen().closed };
    },
  };
}

class FaultySession {
  readonly clock = new StepClock();
  readonly #actor;
  readonly #asked: string[] = [];
  readonly #faults: string[] = [];
  readonly #prepares: PromptPromise<PrepareOutput>[] = [];
  readonly #attempts: PromptPromise<AttemptResult>[] = [];
  #isBroken = false;

  constructor(provide: ProvideSession, inspect: Inspect) {
    const session = new SessionUnderTest(provide);
    this.#actor = createActor(session.logic, {
      clock: this.clock,
      input: {
        sessionKey: "s",
        mode: "tui",
        channels: [this.#trap(plan("hook"))],
        prompts: { notify: "during-run", graceMs: 150 },
        background: { work: "hold", maxMs: 1_000_000 },
      },
      ...(inspect === undefined ? {} : { inspect }),
    });
    session.register(this.#actor.system, {
      prepare: ({ notice }) => {
        this.#asked.push(notice.id);
        const question = promptPromise<PrepareOutput>();
        this.#prepares.push(question);
        return question.promise;
      },
      attempt: () => {
        const attempt = promptPromise<AttemptResult>();
        this.#attempts.push(attempt);
        return attempt.promise;
      },
    });
    this.#actor.subscribe({ error: (error) => this.#faults.push(`session: ${error}`) });
    this.#actor.on("actor.failed", ({ actorId }) => this.#faults.push(actorId));
    this.#actor.start();
  }

  send(...events: readonly SessionEvent[]): void {
    for (const event of events) this.#actor.send(event);
  }

  graceOver(): void {
    this.clock.advance(150);
  }

  /** The notice machine reads its channels at every turn: one that throws when its id is read breaks it. */
  whileBroken(event: SessionEvent): void {
    for (const question of this.#prepares.splice(0)) question.resolve({ kind: "ready", facts: {} });
    this.#isBroken = true;
    this.#actor.send(event);
    this.#isBroken = false;
  }

  /** Answers what is asked with "go on", and each attempt with a failure. */
  failAttempts(): void {
    for (const question of this.#prepares.splice(0)) question.resolve({ kind: "ready", facts: {} });
    for (const attempt of this.#attempts.splice(0)) attempt.resolve({ kind: "failed", reason: "http 500" });
  }

  seen(): AfterFault {
    return { faults: this.#faults, asked: this.#asked, closed: this.#actor.getSnapshot().status === "done" };
  }

  #trap(channel: ChannelPlan): ChannelPlan {
    const isBroken = () => this.#isBroken;
    return {
      ...channel,
      get id() {
        if (isBroken()) throw new Error("a fault of ours");
        return channel.id;
      },
    };
  }
}

const withEndlessDeliveries: ProvideSession = (actors) => {
  const endless = fromTransition(() => null, null);
  // A stand-in that keeps every event to itself and never has an outcome.
  const notice = noticeMachine.provide({ actors: { delivery: endless as never } });
  return provideSessionMachine(actors).provide({ actors: { notice, run: runMachine.provide({ actors: { notice } }) } });
};

function breaks(): never {
  throw new Error("a fault of ours");
}

function withBrokenBackground(...[actors]: Parameters<ProvideSession>): ReturnType<ProvideSession> {
  const background = backgroundMachine.provide({ actions: { removeTask: breaks } });
  return provideSessionMachine(actors).provide({ actors: { background } });
}

function withBrokenHealth(...[actors]: Parameters<ProvideSession>): ReturnType<ProvideSession> {
  const channelHealth = channelHealthMachine.provide({ actions: { reportOutage: breaks } });
  return provideSessionMachine(actors).provide({ actors: { channelHealth } });
}
