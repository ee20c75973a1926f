import type { SessionEvent } from "../machines/session.types.ts";
import { PUBLISHED_LIMIT } from "../notices/notice.ts";

/** Pi's events on their way to the machines. Handlers only append to it (R12). */
export class EventQueue {
  #events: SessionEvent[] = [];
  /** The start of the run that goes on, dropped when no machines wanted it. */
  #missedRun: SessionEvent | undefined;
  #waiting: (() => void)[] = [];
  /** How many of them are publications. */
  #published = 0;

  /** @returns false where it is a publication and too many of them wait already: it is not taken */
  push(event: SessionEvent): boolean {
    if (event.type === "notice.published") {
      if (this.#published >= PUBLISHED_LIMIT) return false;
      this.#published += 1;
    }
    this.#events.push(event);
    return true;
  }

  get types(): readonly SessionEvent["type"][] {
    return this.#events.map(({ type }) => type);
  }

  /** Empties the queue for the machines. The start of a run that they have missed comes first. */
  take(): readonly SessionEvent[] {
    const events = this.#empty();
    if (this.#missedRun === undefined || events.length === 0) return events;
    const missed = this.#missedRun;
    this.#missedRun = undefined;
    return [missed, ...events];
  }

  /**
   * Empties the queue, because no machines want it. A run that goes on is remembered: a dialog that herdr is told of
   * later has to be known as one of a run.
   */
  drop(): void {
    for (const event of this.#empty()) {
      if (event.type === "run.started") this.#missedRun ??= event;
      if (event.type === "run.settled") this.#missedRun = undefined;
    }
  }

  /** Resolves once the queue is empty. */
  async whenEmpty(): Promise<void> {
    if (this.#events.length > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #empty(): readonly SessionEvent[] {
    const events = this.#events;
    this.#events = [];
    this.#published = 0;
    for (const resolve of this.#waiting.splice(0)) resolve();
    return events;
  }
}
