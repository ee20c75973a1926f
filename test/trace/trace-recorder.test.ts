import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { traceJsonSchema } from "../../scripts/trace-schema.ts";
import type { SessionEvent } from "../../src/machines/session.types.ts";
import { parseTrace } from "../../src/trace/parse-trace.ts";
import type { TraceRecord } from "../../src/trace/trace-format.ts";
import {
  LOOP_ENDED,
  RUN_SETTLED,
  RUN_STARTED,
  SESSION_ENDED,
  SPAN_CLOSED,
  SPAN_OPENED,
  startTracedSession,
} from "./traced-session.ts";

/** `run#1 run.settled: working.free > settled.telling`; of the states those that changed. */
function inShort({ actor, event, before = [], after, outcome, reason }: TraceRecord): string {
  const left = before.filter((state) => !after.includes(state));
  const entered = after.filter((state) => !before.includes(state));
  const change = [left, entered].map((states) => states.join(" + ")).filter((part) => part !== "");
  const end = [outcome, reason].filter((part) => part !== undefined);
  return `${actor} ${event}: ${change.join(" > ") || "stays"}${end.length > 0 ? ` (${end.join(", ")})` : ""}`;
}

it("tells a run from its beginning to its end, causes before effects, each actor by a name of its own", async () => {
  const session = startTracedSession();
  await session.take(RUN_STARTED, LOOP_ENDED, RUN_SETTLED);
  const done = "xstate\\.done\\.actor\\.";
  expect(session.trace().records.map(inShort)).toEqual([
    expect.stringMatching(/^session xstate\.init: active\.run\.idle/),
    "channel-health.memory xstate.init: healthy",
    "session run.started: active.run.idle > active.run.working",
    "run#1 xstate.init: working.free",
    "session loop.ended: stays (ok)",
    "run#1 loop.ended: stays (ok)",
    "session run.settled: active.run.working > active.run.telling",
    "run#1 run.settled: working.free > settled.telling",
    "run#1/settled xstate.init: open.telling",
    "run#1/settled/memory xstate.init: pending.delay.over + pending.progress.preparing",
    expect.stringMatching(`^run#1/settled/memory ${done}.*: pending.delay.over .* > attempting.open$`),
    expect.stringMatching(`^run#1/settled/memory ${done}.*: attempting.open > accepted \\(accepted\\)$`),
    "run#1/settled xstate.done.actor.delivery.memory: open.telling > told",
    "run#1 delivery.finished: stays",
    "session delivery.finished: stays",
    "channel-health.memory delivery.finished: stays",
    "run#1 xstate.done.actor.settled: settled.telling > over",
    "session xstate.done.actor.run.0: active.run.telling > active.run.idle",
  ]);
});

it("says who sent an event, and nothing where it came from Pi", async () => {
  const session = startTracedSession();
  await session.take(RUN_STARTED, RUN_SETTLED);
  const from = (actor: string, event: RegExp) =>
    session.trace().records.find((record) => record.actor === actor && event.test(record.event))?.from;
  expect(from("session", /^run\.started$/)).toBeUndefined();
  expect(from("run#1", /^xstate\.init$/)).toBeUndefined();
  expect(from("run#1", /^run\.settled$/)).toBe("session");
  expect(from("run#1/settled/memory", /done/)).toBe("run#1/settled/memory/prepareDelivery");
  expect(from("run#1/settled", /done/)).toBe("run#1/settled/memory");
});

it("counts on where slots are used again", async () => {
  const session = startTracedSession();
  for (let run = 0; run < 3; run += 1) await session.take(RUN_STARTED, RUN_SETTLED);
  const notices = session.trace().records.flatMap(({ actor, notice }) => (notice ? [`${actor}: ${notice.id}`] : []));
  expect(notices).toEqual(["run#1/settled: key-run1", "run#2/settled: key-run2", "run#3/settled: key-run3"]);
});

it("is complete: every actor's record begins where its last one ended", async () => {
  const channels = [
    { id: "memory", type: "memory" },
    { id: "hook", type: "refused", delayMs: 5_000 },
  ];
  const session = startTracedSession({ channels });
  await session.take(RUN_STARTED, SPAN_OPENED, LOOP_ENDED, RUN_SETTLED);
  await session.advance(200);
  await session.take(SPAN_CLOSED, RUN_STARTED, SPAN_OPENED, SESSION_ENDED);
  await session.advance(10_000);
  const last = new Map<string, readonly string[]>();
  const { records } = session.trace();
  for (const { actor, before, after } of records) {
    expect(before, actor).toEqual(last.get(actor));
    last.set(actor, after);
  }
  expect(last.get("session")).toEqual(["closed"]);
  expect(records.length).toBeGreaterThan(40);
  expect(records.map(({ at }) => at)).toEqual(records.map(({ at }) => at).toSorted((a, b) => a - b));
});

it("is a trace by its own format and by the JSON Schema, and stays one through JSON", async () => {
  const session = startTracedSession({ channels: [{ id: "hook", type: "refused" }] });
  await session.take(RUN_STARTED, RUN_SETTLED, SESSION_ENDED);
  const trace = session.trace();
  expect(parseTrace(JSON.stringify(trace))).toEqual({ kind: "trace", trace });
  const validate = new Ajv2020({ strict: true }).compile(traceJsonSchema());
  expect(validate(trace), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...trace, records: [{ ...trace.records[0], after: "over" }] })).toBe(false);
});

it("takes of an event no more than its type and a reason of ours, whatever else it brings", async () => {
  const session = startTracedSession();
  const text = { reason: "x5ecret", outcome: "x5ecret", aborted: "x5ecret", label: "x5ecret", promptTitle: "x5ecret" };
  await session.take(
    RUN_STARTED,
    { ...SPAN_OPENED, ...text } as SessionEvent,
    { ...SPAN_CLOSED, ...text } as SessionEvent,
    { type: "notice.published", notice: { id: "x5ecret key", event: "agent-completed", at: 1, ...text } },
    { ...SESSION_ENDED, ...text } as SessionEvent,
  );
  expect(session.trace().records.length).toBeGreaterThan(10);
  expect(JSON.stringify(session.trace())).not.toContain("x5ecret");
});

it("keeps as many stories as configured, and says how many records are gone", async () => {
  const session = startTracedSession({ trace: { keep: 2 } });
  for (let run = 0; run < 5; run += 1) await session.take(RUN_STARTED, RUN_SETTLED);
  const { records, dropped, keep } = session.trace();
  const isOfRun = ({ machine }: TraceRecord) => machine !== "session" && machine !== "channel-health";
  const runs = new Set(records.filter(isOfRun).map(({ actor }) => actor.split("/")[0]));
  expect({ runs: [...runs], keep }).toEqual({ runs: ["run#4", "run#5"], keep: 2 });
  expect(dropped).toBeGreaterThan(30);
});

it("with keep 0 records nothing and does not inspect the machines", async () => {
  const session = startTracedSession({ trace: { keep: 0 } });
  await session.take(RUN_STARTED, RUN_SETTLED);
  expect(session.runtime.readTrace).toBeUndefined();
  expect(session.runtime.lastOutcomes.get("memory")?.outcome).toEqual({ kind: "accepted" });
});
