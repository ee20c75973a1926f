import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/machines/session.types.ts";
import { EventQueue } from "../../src/pi/event-queue.ts";

const STARTED: SessionEvent = { type: "run.started", at: 1 };
const AGAIN: SessionEvent = { type: "run.started", at: 2 };
const SETTLED: SessionEvent = { type: "run.settled", at: 3 };
const OPENED: SessionEvent = { type: "span.opened", at: 4 };

function queueOf(...events: readonly SessionEvent[]): EventQueue {
  const queue = new EventQueue();
  for (const event of events) queue.push(event);
  return queue;
}

describe("EventQueue", () => {
  it("gives everything in order, once", () => {
    const queue = queueOf(STARTED, OPENED);
    expect(queue.types).toEqual(["run.started", "span.opened"]);
    expect(queue.take()).toEqual([STARTED, OPENED]);
    expect(queue.take()).toEqual([]);
    expect(queue.types).toEqual([]);
  });

  it("remembers the start of a run that was dropped, for the first events that machines take", () => {
    const queue = queueOf(STARTED, AGAIN);
    queue.drop();
    expect(queue.take()).toEqual([]);
    queue.push(OPENED);
    expect(queue.take()).toEqual([STARTED, OPENED]);
    queue.push(SETTLED);
    expect(queue.take()).toEqual([SETTLED]);
  });

  it("forgets a dropped run that has settled", () => {
    const queue = queueOf(STARTED, SETTLED);
    queue.drop();
    queue.push(OPENED);
    expect(queue.take()).toEqual([OPENED]);
  });

  it.each(["take", "drop"] as const)("resolves whenEmpty at %s, and at once while nothing is queued", async (how) => {
    const queue = queueOf();
    await queue.whenEmpty();
    queue.push(STARTED);
    let isEmpty = false;
    const waiting = queue.whenEmpty().then(() => {
      isEmpty = true;
    });
    await Promise.resolve();
    expect(isEmpty).toBe(false);
    queue[how]();
    await waiting;
    expect(isEmpty).toBe(true);
  });
});
