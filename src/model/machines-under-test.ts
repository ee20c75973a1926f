import { fromPromise } from "xstate";
import type { AttemptInput, PrepareInput, PrepareOutput } from "../machines/delivery.machine.ts";
import type { AttemptResult } from "../notices/outcome.ts";
import type { provideSessionMachine } from "../runtime/provide-machines.ts";

/** Binds the side effects of deliveries to a session machine; the production one, or that of a copy with a fault. */
export type ProvideSession = typeof provideSessionMachine;
export type SessionLogic = ReturnType<ProvideSession>;

/** Answers the questions of one running actor system. */
export interface DeliveryHost {
  prepare(input: PrepareInput, signal: AbortSignal): Promise<PrepareOutput>;
  attempt(input: AttemptInput, signal: AbortSignal): Promise<AttemptResult>;
}

/**
 * A session machine bound once for any number of actors: binding copies every chart and costs as much as a short run.
 * Who answers is looked up by actor system.
 */
export class SessionUnderTest {
  readonly logic: SessionLogic;
  readonly #hosts = new WeakMap<object, DeliveryHost>();

  constructor(provide: ProvideSession) {
    this.logic = provide({
      prepareDelivery: fromPromise(({ input, signal, system }) => this.#host(system).prepare(input, signal)),
      attemptDelivery: fromPromise(({ input, signal, system }) => this.#host(system).attempt(input, signal)),
    });
  }

  /** @param system the `system` of the root actor */
  register(system: object, host: DeliveryHost): void {
    this.#hosts.set(system, host);
  }

  #host(system: object): DeliveryHost {
    const host = this.#hosts.get(system);
    if (host === undefined) throw new Error("this actor system has no host");
    return host;
  }
}
