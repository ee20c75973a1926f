import { createActor, fromTransition, type InspectionEvent } from "xstate";
import type { PrepareOutput } from "../../src/machines/delivery.machine.ts";
import { noticeMachine } from "../../src/machines/notice.machine.ts";
import { runMachine } from "../../src/machines/run.machine.ts";
import type { SessionEvent } from "../../src/machines/session.machine.ts";
import { type ProvideSession, SessionUnderTest } from "../../src/model/machines-under-test.ts";
import { plan } from "../../src/model/plans.ts";
import { type PromptPromise, promptPromise } from "../../src/model/prompt-promise.ts";
import type { ChannelPlan } from "../../src/notices/notice.ts";
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

function fault(name: string, happen: (session: FaultySession) => void): OwnFault {
  return {
    name,
    isReported: true,
    cause: (inspect) => {
      const session = new FaultySession(provideSessionMachine, inspect);
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
      attempt: () => promptPromise<never>().promise,
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
