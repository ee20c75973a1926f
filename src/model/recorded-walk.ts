import { provideSessionMachine } from "../runtime/provide-machines.ts";
import { type SessionTrace, startTrace } from "../trace/session-trace.ts";
import type { Trace } from "../trace/trace-format.ts";
import { MachineDriver } from "./machine-driver.ts";
import { SessionUnderTest } from "./machines-under-test.ts";
import type { ModelEvent, ModelSetup } from "./model-event.ts";
import type { Seen } from "./seen.ts";

const SESSION = new SessionUnderTest(provideSessionMachine);

/** The most that a configuration may say. */
const KEEP = 1_000;

/**
 * The production machines, moved by the model's events, with everything that they do recorded as a trace. Needs nothing
 * of Node: the viewer plays it as well. Time is the model's, and begins in 1970.
 */
export class RecordedWalk {
  readonly #driver: MachineDriver;
  readonly #recording: SessionTrace;
  #now = 0;

  constructor(setup: ModelSetup) {
    const { mode, channels } = setup;
    const recording = startTrace({ keep: KEEP, mode, channels, now: () => this.#now });
    if (recording === undefined) throw new Error("nothing is recorded");
    this.#recording = recording;
    this.#driver = new MachineDriver(SESSION, setup, recording.inspect);
  }

  /** Lets an event happen, each timer at its own moment; what could be seen at its end. */
  take(event: ModelEvent): Seen {
    const { clock } = this.#driver;
    this.#now = clock.now();
    if (event.type !== "clock.advanced") return this.#driver.take(event);
    const end = this.#now + event.ms;
    for (let next = clock.pending()[0]; next !== undefined && this.#now + next <= end; next = clock.pending()[0]) {
      this.#now += next;
      this.#driver.take({ type: "clock.advanced", ms: next });
    }
    this.#now = end;
    return this.#driver.take({ type: "clock.advanced", ms: end - clock.now() });
  }

  /** Milliseconds until the next timer; undefined while none runs. */
  untilNextTimer(): number | undefined {
    return this.#driver.clock.pending()[0];
  }

  read(): Trace {
    return { ...this.#recording.read(), utcOffsetMinutes: 0 };
  }
}
