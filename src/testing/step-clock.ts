import type { Clock } from "../ports/clock.ts";

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly fire: (...args: unknown[]) => void;
}

/**
 * A clock that a test moves by hand and that meets every timer at its own moment:
 * XState's `SimulatedClock` jumps to the end of a step first, so that a timer started on the way would run too long.
 * Timers of the same moment fire in the order in which they were set.
 */
export class StepClock implements Clock {
  #now = 0;
  #count = 0;
  readonly #timers = new Map<number, Timer>();

  now(): number {
    return this.#now;
  }

  /** Milliseconds that each timer still has, in the order in which they fire. */
  pending(): number[] {
    return this.#inOrder().map(([, { due }]) => due - this.#now);
  }

  setTimeout(fire: (...args: unknown[]) => void, ms: number): number {
    this.#count += 1;
    this.#timers.set(this.#count, { due: this.#now + ms, order: this.#count, fire });
    return this.#count;
  }

  clearTimeout(id: unknown): void {
    this.#timers.delete(id as number);
  }

  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [id, timer] = this.#inOrder()[0] ?? [];
      if (id === undefined || timer === undefined || timer.due > end) break;
      this.#now = timer.due;
      this.#timers.delete(id);
      timer.fire();
    }
    this.#now = end;
  }

  #inOrder(): [number, Timer][] {
    return [...this.#timers].sort(([, a], [, b]) => a.due - b.due || a.order - b.order);
  }
}
