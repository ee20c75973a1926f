import type { ScriptedModel } from "../src/testing/scripted-model.ts";
import { waitUntil } from "../src/testing/wait-until.ts";
import type { PiSetup } from "./pi-setup.ts";
import { type ProbeEvent, readProbeEvents } from "./probe-events.ts";
import type { Exit } from "./recorded-pty.ts";

/** A running Pi, whatever it is attached to; subclasses know how to type and how to look. */
export abstract class PiProcess implements AsyncDisposable {
  readonly setup: PiSetup;

  constructor(setup: PiSetup) {
    this.setup = setup;
  }

  /** Pi's process id, from its own first event; `undefined` before that. */
  get pid(): number | undefined {
    return this.events[0]?.pid;
  }

  /** Whether Pi has not ended yet. */
  abstract isAlive(): boolean;

  /** Waits for Pi to end. */
  abstract exit(deadlineMs?: number): Promise<Exit>;

  /** What is on Pi's screen or in its output now; goes into the errors of waits that were in vain. */
  protected abstract describeOutput(): Promise<string>;

  abstract [Symbol.asyncDispose](): Promise<void>;

  get model(): ScriptedModel {
    return this.setup.model;
  }

  /** All Pi events so far, oldest first. */
  get events(): ProbeEvent[] {
    return readProbeEvents(this.setup.eventsFile);
  }

  /** Their names; with arguments only those among them. */
  eventNames(...only: readonly string[]): string[] {
    const names = this.events.map((event) => event.type);
    return only.length === 0 ? names : names.filter((name) => only.includes(name));
  }

  /**
   * Waits until the event has come `count` times since Pi started, and returns that occurrence.
   * @throws Error after the deadline, or as soon as Pi has ended without it, with the events and the screen.
   */
  async waitForEvent(type: string, count = 1, deadlineMs?: number): Promise<ProbeEvent> {
    const look = () => this.events.filter((event) => event.type === type)[count - 1];
    return waitUntil(
      () => this.#inVain(`${type} × ${count}`),
      async () => {
        const alive = this.isAlive();
        const seen = look();
        if (seen === undefined && !alive)
          throw new Error(`Pi ended before ${await this.#inVain(`${type} × ${count}`)}`);
        return seen;
      },
      deadlineMs,
    );
  }

  /** This Pi once it has said `session_start`; one that never does is disposed of. */
  async started(): Promise<this> {
    try {
      await this.waitForEvent("session_start");
      return this;
    } catch (error) {
      await this[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Sends a signal to Pi's process. */
  signal(signal: NodeJS.Signals): void {
    if (this.pid === undefined) throw new Error("Pi has not started");
    process.kill(this.pid, signal);
  }

  async #inVain(what: string): Promise<string> {
    const output = await this.describeOutput().catch((error: unknown) => String(error));
    return `${what}; events: ${this.eventNames().join(" ") || "none"}; output:\n${output.trim()}`;
  }
}
