import type { GeneratedPath } from "../../src/model/abstract-machine.ts";
import { named } from "../../src/model/abstract-machine.ts";
import { checkStep } from "../../src/model/check-step.ts";
import { SessionLedger } from "../../src/model/ledger.ts";
import type { ModelEvent, ModelSetup } from "../../src/model/model-event.ts";
import { initialState, next, type OracleStep } from "../../src/model/oracle.ts";
import type { Seen } from "../../src/model/seen.ts";
import { RuleViolation, type Trace, traceOf } from "../../src/model/trace.ts";

/** An implementation that can be walked along a path: the machines, the whole extension. */
export interface Walker {
  /** `expected` is what the rules want, for a walker that has to wait until it has happened. */
  take(event: ModelEvent, expected: OracleStep): Seen | Promise<Seen>;
  /** Nothing of it is needed any more. */
  end?(): void | Promise<void>;
}

/** Compares an implementation with the oracle and the named rules, event by event. */
export class Walk {
  readonly #setup: ModelSetup;
  readonly #walker: Walker;
  readonly #ledger = new SessionLedger();
  readonly #events: ModelEvent[] = [];
  readonly #about: string;
  state = initialState();

  constructor(setup: ModelSetup, walker: Walker, about: string) {
    this.#setup = setup;
    this.#walker = walker;
    this.#about = about;
  }

  /** @throws RuleViolation */
  async take(event: ModelEvent): Promise<void> {
    const before = this.state;
    const expected = next(this.#setup, before, event);
    this.#events.push(event);
    const seen = await this.#walker.take(event, expected);
    const problems = checkStep({ setup: this.#setup, event, before, expected, seen, ledger: this.#ledger });
    if (problems.length > 0) throw new RuleViolation(traceOf(this.#setup, this.#events, this.#about), problems);
    this.state = expected.state;
  }
}

/** Walks one generated path. @throws RuleViolation */
export async function walkPath(path: GeneratedPath, setup: ModelSetup, walker: Walker, about: string): Promise<void> {
  const walk = new Walk(setup, walker, about);
  for (const { event } of path.steps) await walk.take(named(event, walk.state));
}

/** @throws RuleViolation */
export async function walkTrace(trace: Trace, walker: Walker): Promise<void> {
  const walk = new Walk(trace.setup, walker, trace.about ?? "trace");
  for (const event of trace.events) await walk.take(event);
}
