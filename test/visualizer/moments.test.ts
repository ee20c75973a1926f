import { describe, expect, it } from "vitest";
import { REAL_PI } from "../../rig/recorded-trace.ts";
import { PRODUCTION_MACHINES } from "../../src/machines/production-machines.ts";
import { RESIDENTS } from "../../src/trace/actor-names.ts";
import type { TraceRecord } from "../../src/trace/trace-format.ts";
import { readMachine, type StateTree } from "../../visualizer/charts/read-machine.ts";
import { Lanes } from "../../visualizer/model/lanes.ts";
import { litPaths, takenArrows } from "../../visualizer/model/lit-chart.ts";
import { messageOf } from "../../visualizer/model/message.ts";
import { noticeRows } from "../../visualizer/model/notice-rows.ts";
import { SPEEDS, timeToNext } from "../../visualizer/model/playback.ts";
import { countUpTo, lastAtOrBefore } from "../../visualizer/model/sorted-numbers.ts";
import { TraceIndex } from "../../visualizer/model/trace-index.ts";
import { RUN_SETTLED, RUN_STARTED, startTracedSession } from "../trace/traced-session.ts";
import { longTrace } from "./long-trace.ts";

const CHARTS = PRODUCTION_MACHINES.map(({ machine }) => readMachine(machine));
const statesOf = (tree: StateTree): StateTree[] => [tree, ...tree.inside.flatMap(statesOf)];
/** As the page finds them: the final states of the charts. */
const ENDS = new Set(
  CHARTS.flatMap(({ machine, root }) =>
    statesOf(root).flatMap(({ kind, path }) => (kind === "final" ? [`${machine} ${path}`] : [])),
  ),
);
const isEnd = (machine: string, state: string) => ENDS.has(`${machine} ${state}`);
const LONG = longTrace(2_000);

describe.each([
  ["a real Pi", REAL_PI],
  ["2,000 records", LONG],
])("the moments of %s", (_, trace) => {
  const index = new TraceIndex(trace, isEnd);

  it("have for each actor the states after its last record by then", () => {
    const seen = new Map<string, readonly string[]>();
    const latest = new Map<string, string>();
    for (let moment = 0; moment <= trace.records.length; moment += 1) {
      const record = trace.records[moment - 1];
      if (record !== undefined) {
        seen.set(record.actor, record.after);
        latest.set(record.machine, record.actor);
      }
      for (const { name } of moment % 50 === 0 ? index.actors() : []) {
        expect(index.statesAt(name, moment), `${name} at ${moment}`).toEqual(seen.get(name));
      }
      for (const [machine, actor] of latest) expect(index.latestActor(machine, moment)).toBe(actor);
    }
  });

  it("are the same when the records come one by one", () => {
    const growing = new TraceIndex({ ...trace, records: [] }, isEnd);
    const lanes = new Lanes();
    for (const record of trace.records) lanes.add(growing.append(record));
    expect(growing.actors()).toEqual(index.actors());
    const atOnce = new Lanes();
    for (const life of index.actors()) atOnce.add(life);
    const columns = (all: Lanes) => index.actors().map(({ name }) => all.column(name));
    expect(columns(lanes)).toEqual(columns(atOnce));
  });

  it("put no two living actors into one lane, and no actor left of its parent", () => {
    const lanes = new Lanes();
    for (const life of index.actors()) lanes.add(life);
    for (const { actors } of lanes.all()) {
      for (const [place, { places, end = Number.POSITIVE_INFINITY }] of actors.entries()) {
        const next = actors[place + 1];
        if (next !== undefined) expect(next.places[0]).toBeGreaterThan(end);
        expect(places.at(-1)).toBeLessThanOrEqual(end);
      }
    }
    for (const { name } of index.actors()) {
      const parent = lanes.column(name.slice(0, Math.max(0, name.lastIndexOf("/"))) || "session") ?? -1;
      if (name !== "session") expect(lanes.column(name), name).toBeGreaterThan(parent);
    }
    // A run, what it tells on three channels, a dialog and what that tells, at once.
    // A resident lives as long as the session, so it has a lane of its own.
    const residents = index.actors().filter(({ machine }) => RESIDENTS.has(machine)).length;
    expect(lanes.all().length - residents).toBeLessThanOrEqual(11);
  });

  it("of a damaged file, of which thousands never end, share the last of some hundred lanes", () => {
    const lanes = new Lanes();
    const lives = Array.from({ length: 5_000 }, (_, place) => ({
      ...{ name: `run#${place}`, machine: "run", number: place, places: [place], end: undefined },
    }));
    for (const life of lives) lanes.add(life);
    expect(lanes.all().length).toBeLessThanOrEqual(200);
    expect(lanes.all().flatMap(({ actors }) => actors)).toHaveLength(lives.length);
    expect(lanes.column("run#4999")).toBe(lanes.all().length - 1);
  });

  it("tell of every outcome once, and of what made no notice", () => {
    const rows = noticeRows(trace.records);
    const decided = rows.flatMap((row) => (row.kind === "delivery" ? [row.place] : []));
    const outcomes = trace.records.flatMap(({ outcome }, place) => (outcome === undefined ? [] : [place]));
    expect(decided.toSorted((a, b) => a - b)).toEqual(outcomes);
    const stopped = trace.records.filter(
      ({ machine, event, after }) => machine === "run" && event === "run.settled" && after.includes("over"),
    );
    expect(rows.filter(({ kind }) => kind === "nothing")).toHaveLength(stopped.length);
    expect(rows.filter(({ kind }) => kind === "notice")).toHaveLength(
      trace.records.filter(({ notice }) => notice !== undefined).length,
    );
  });
});

it("the tab of channel health and that of background work light: their actors are in a recorded trace", async () => {
  const session = startTracedSession({
    channels: [{ id: "hook", type: "refused" }],
    attention: { backgroundWork: "hold" },
  });
  await session.take({ type: "task.started", taskId: "t" }, RUN_STARTED, RUN_SETTLED);
  const index = new TraceIndex(session.trace(), isEnd);
  const litAt = (machine: string, moment: number) => {
    const actor = index.latestActor(machine, moment) ?? "";
    return [actor, ...(index.statesAt(actor, moment) ?? [])];
  };
  expect(litAt("background", index.length)).toEqual([
    "background",
    "run.telling",
    "work.holding.tasks.underway",
    "work.holding.limit.counting",
  ]);
  expect(litAt("channel-health", index.length)).toEqual(["channel-health.hook", "healthy"]);
  await session.take({ type: "task.ended", taskId: "t" });
  await session.advance(2_000);
  const later = new TraceIndex(session.trace(), isEnd);
  expect(later.statesAt("channel-health.hook", later.length)).toEqual(["failing"]);
  const known = new Set(CHARTS.flatMap(({ machine, root }) => statesOf(root).map(({ path }) => `${machine} ${path}`)));
  const unknown = session
    .trace()
    .records.flatMap(({ machine, after }) =>
      after.map((state) => `${machine} ${state}`).filter((state) => !known.has(state)),
    );
  expect(unknown).toEqual([]);
});

describe("lighting", () => {
  it.each([
    [[], []],
    [["a"], ["", "a"]],
    [
      ["a.b.c", "a.d"],
      ["", "a", "a.b", "a.b.c", "a.d"],
    ],
  ])("%o lights %o", (leaves, lit) => {
    expect([...litPaths(leaves)].sort()).toEqual(lit.sort());
  });

  const charts = new Map(CHARTS.map((chart) => [chart.machine, chart]));
  const taken = (record: Partial<TraceRecord> & Pick<TraceRecord, "machine" | "event" | "after">) => {
    const chart = charts.get(record.machine);
    if (chart === undefined) throw new Error(`there is no ${record.machine}`);
    return [...takenArrows({ states: statesOf(chart.root), arrows: chart.arrows }, { at: 0, actor: "a", ...record })]
      .map((place) => chart.arrows[place])
      .map((arrow) => `${arrow?.source} ${arrow?.isInitial ? "•" : "→"} ${arrow?.target}`)
      .sort();
  };

  it.each([
    {
      machine: "delivery",
      event: "xstate.init",
      after: ["pending.delay.over", "pending.progress.preparing"],
      arrows: [
        " • deciding",
        "deciding → pending",
        "pending.delay • pending.delay.running",
        "pending.delay.running → pending.delay.over",
        "pending.progress • pending.progress.entering",
        "pending.progress.entering → pending.progress.waiting",
        "pending.progress.waiting → pending.progress.preparing",
      ],
    },
    {
      machine: "delivery",
      event: "xstate.done.actor.0.delivery.pending.progress.preparing",
      before: ["pending.delay.over", "pending.progress.preparing"],
      after: ["attempting.open"],
      arrows: [
        "attempting • attempting.open",
        "pending.progress.preparing → pending.progress.yielding",
        "pending.progress.yielding → attempting",
      ],
    },
    {
      machine: "delivery",
      event: "delivery.held",
      before: ["pending.delay.over", "pending.progress.yielding"],
      after: ["pending.delay.over", "pending.progress.held"],
      arrows: ["pending.progress.yielding → pending.progress.held"],
    },
    {
      machine: "delivery",
      event: "xstate.after.attemptLimit.delivery.attempting",
      before: ["attempting.open"],
      after: ["timedOut"],
      arrows: ["attempting → timedOut"],
    },
    {
      machine: "run",
      event: "run.settled",
      before: ["working.held"],
      after: ["settled.held"],
      arrows: ["working.held → settled.held"],
    },
    {
      machine: "session",
      event: "xstate.init",
      after: [
        "active.run.idle",
        "active.marker.unarmed",
        "active.question.none",
        "active.dialog.closed",
        "active.background.free",
        "active.hold.none",
      ],
      arrows: [
        " • active",
        "active.background • active.background.free",
        "active.dialog • active.dialog.closed",
        "active.hold • active.hold.none",
        "active.marker • active.marker.unarmed",
        "active.question • active.question.none",
        "active.run • active.run.idle",
      ],
    },
    {
      machine: "session",
      event: "run.started",
      before: ["active.run.telling", "active.dialog.waiting.outright", "active.hold.holding"],
      after: ["active.run.working", "active.dialog.waiting.outright", "active.hold.holding"],
      arrows: ["active.run.telling → active.run.working"],
    },
    {
      machine: "session",
      event: "xstate.done.actor.run.0",
      before: ["active.run.telling", "active.dialog.closed"],
      after: ["active.run.idle", "active.dialog.closed"],
      arrows: ["active.run.telling → active.run.idle"],
    },
    {
      machine: "session",
      event: "question.asked",
      before: ["active.run.working", "active.dialog.silent", "active.hold.none"],
      after: ["active.run.working", "active.dialog.waiting.inside", "active.hold.holding"],
      arrows: ["active.dialog.silent → active.dialog.waiting.inside", "active.hold.none → active.hold.holding"],
    },
    { machine: "run", event: "loop.ended", before: ["working.free"], after: ["working.free"], arrows: [] },
    {
      machine: "run",
      event: "xstate.done.actor.settled",
      before: ["settled.telling"],
      after: ["over"],
      arrows: ["settled → over"],
    },
  ])("$machine, $event: $arrows", ({ arrows, ...record }) => {
    expect(taken(record)).toEqual(arrows);
  });

  it("follows the outage of a real Pi's channel: its health lights as failing, then as healthy again", () => {
    const chart = charts.get("channel-health");
    const index = new TraceIndex(REAL_PI, isEnd);
    const seen: string[][] = [];
    for (const place of index.actor("channel-health.hook")?.places ?? []) {
      expect(index.latestActor("channel-health", place + 1)).toBe("channel-health.hook");
      const lit = [...litPaths(index.statesAt("channel-health.hook", place + 1) ?? [])];
      expect(statesOf(chart?.root as StateTree).map(({ path }) => path)).toEqual(expect.arrayContaining(lit));
      const record = index.records[place];
      if (record !== undefined) seen.push([...lit.filter((path) => path !== ""), ...taken(record)]);
    }
    expect(seen).toEqual([
      ["healthy", " • healthy"],
      ["failing", "healthy → failing"],
      ["failing"],
      ["healthy", "failing → healthy"],
      ["healthy"],
    ]);
  });

  it("finds an arrow for every record of a real Pi that changed a state", () => {
    for (const record of REAL_PI.records) {
      const changed = record.after.some((state) => !record.before?.includes(state));
      if (changed) expect(taken(record), JSON.stringify(record)).not.toEqual([]);
    }
  });
});

describe("messages", () => {
  const known = new Set(["session", "run#1", "run#1/settled", "run#1/settled/hook"]);
  it.each([
    ["session", "xstate.init", undefined, "outside", undefined],
    ["run#1", "xstate.init", undefined, "birth", "session"],
    ["run#1/settled", "xstate.init", undefined, "birth", "run#1"],
    ["span#9", "xstate.init", undefined, "birth", "session"],
    ["session", "run.started", undefined, "outside", undefined],
    ["run#1", "run.settled", "session", "actor", "session"],
    ["run#1/settled", "xstate.done.actor.delivery.hook", "run#1/settled/hook", "actor", "run#1/settled/hook"],
    ["run#1/settled/hook", "xstate.after.x", "run#1/settled/hook", "itself", undefined],
    ["run#1/settled/hook", "xstate.done.actor.0.x", "run#1/settled/hook/attemptDelivery", "itself", undefined],
  ])("%s gets %s from %s: %s", (actor, event, from, kind, sender) => {
    const record = { at: 0, actor, machine: "m", event, after: [], ...(from === undefined ? {} : { from }) };
    expect(messageOf(record, (name) => known.has(name))).toEqual({ kind, from: sender, to: actor });
  });
});

describe("playing", () => {
  const records = [0, 5, 700, 90_000].map((at) => ({ ...REAL_PI.records[0], at })) as readonly TraceRecord[];
  it.each([
    [0, 220],
    [1, 220],
    [2, 695],
    [3, 1_200],
    [4, 220],
  ])("shows moment %i for %i ms, and half as long twice as fast", (moment, ms) => {
    expect(timeToNext(records, moment, 1)).toBe(ms);
    expect(timeToNext(records, moment, 2)).toBe(ms / 2);
  });

  it("knows its own speed", () => {
    expect(SPEEDS).toContain(1);
  });
});

it.each([
  [[], 3, undefined, 0],
  [[1, 4, 9], 0, undefined, 0],
  [[1, 4, 9], 1, 1, 1],
  [[1, 4, 9], 8, 4, 2],
  [[1, 4, 9], 90, 9, 3],
])("of %o up to %i the last is %o, the %ith", (numbers, limit, last, count) => {
  expect(lastAtOrBefore(numbers, limit)).toBe(last);
  expect(countUpTo(numbers, limit)).toBe(count);
});
