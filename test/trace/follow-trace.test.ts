import { expect, it } from "vitest";
import { nextTurn } from "../../src/testing/next-turn.ts";
import type { TraceRecord } from "../../src/trace/trace-format.ts";
import { RUN_SETTLED, RUN_STARTED, startTracedSession, type TracedSession } from "./traced-session.ts";

function follow({ runtime }: TracedSession) {
  if (runtime.followTrace === undefined) throw new Error("nothing is recorded");
  const told: TraceRecord[] = [];
  const { trace, flush, stop } = runtime.followTrace((records) => void told.push(...records));
  return { trace, told, flush, stop };
}

it("a follower is told each record after those of the trace that it was given", async () => {
  const session = startTracedSession();
  await session.take(RUN_STARTED);
  const { trace, told } = follow(session);
  await session.take(RUN_SETTLED);
  expect(told.length).toBeGreaterThan(0);
  expect([...trace.records, ...told]).toEqual(session.trace().records);
});

it("a follower that has stopped is told nothing more, and the others still are", async () => {
  const session = startTracedSession();
  const stopped = follow(session);
  const other = follow(session);
  await session.take(RUN_STARTED);
  const before = stopped.told.length;
  expect(before).toBeGreaterThan(0);
  stopped.stop();
  await session.take(RUN_SETTLED);
  expect(stopped.told).toHaveLength(before);
  expect(other.told.length).toBeGreaterThan(before);
});

it("a follower that stops between a record and its telling is not told it", async () => {
  const session = startTracedSession();
  const { told, stop } = follow(session);
  session.runtime.send(RUN_STARTED);
  stop();
  await nextTurn();
  expect(told).toEqual([]);
});
