import ELK from "elkjs/lib/elk.bundled.js";
import { beforeAll, describe, expect, it } from "vitest";
import { setup } from "xstate";
import { PRODUCTION_MACHINES } from "../../src/machines/production-machines.ts";
import { MACHINES_IN_CHINESE } from "../../src/messages/machines-in-chinese.ts";
import type { Chart } from "../../visualizer/charts/chart.ts";
import { chartWords } from "../../visualizer/charts/chart-words.ts";
import { layOut } from "../../visualizer/charts/lay-out.ts";
import { readMachine, type StateTree } from "../../visualizer/charts/read-machine.ts";
import { describeState } from "../../visualizer/model/describe-state.ts";

const MACHINES = PRODUCTION_MACHINES.map((production) => [production.machine.id, production] as const);
const namesIn = (kinds: Readonly<Record<string, Readonly<Record<string, string>>>>): string[] =>
  Object.values(kinds)
    .flatMap((one) => Object.keys(one))
    .sort();
const pathsOf = (tree: StateTree): string[] => [tree.path, ...tree.inside.flatMap(pathsOf)];

describe.each(MACHINES)("every state, guard, action and delay of %s", (id, production) => {
  const { machine, parts } = production;
  const words = chartWords(production);
  const named = (["guards", "actions", "delays"] as const).flatMap((kind) =>
    Object.keys(machine.implementations[kind] ?? {}),
  );

  it("is described in English and in Chinese", () => {
    expect(Object.keys(words.states).sort()).toEqual(pathsOf(readMachine(machine).root).sort());
    expect(Object.keys(words.parts).sort()).toEqual([...new Set(named)].sort());
    for (const { en, zh } of [...Object.values(words.states), ...Object.values(words.parts)]) {
      expect(en).toMatch(/^[A-Z].*[.?]$/);
      expect(en).not.toMatch(/[一-鿿]/);
      expect(zh).toMatch(/[一-鿿].*[。？]$/);
    }
  });

  it("and nothing else is", () => {
    const { states, ...kinds } = MACHINES_IN_CHINESE[id] ?? {};
    expect(Object.keys(states ?? {}).sort()).toEqual(Object.keys(words.states).sort());
    expect(namesIn(kinds)).toEqual(named.toSorted());
    expect(namesIn(parts)).toEqual(named.toSorted());
  });

  it("has a name of its own, whatever its kind", () => {
    expect(new Set(named).size).toBe(named.length);
  });
});

it("Chinese describes the machines that there are, and no other", () => {
  expect(Object.keys(MACHINES_IN_CHINESE)).toEqual(MACHINES.map(([id]) => id));
});

describe("refused is", () => {
  const machine = setup({ guards: { isFailure: () => true } }).createMachine({
    id: "channel-health",
    description: "A machine.",
    initial: "healthy",
    states: { healthy: { description: "A state." }, failing: {} },
  });
  const described = setup({ guards: { isFailure: () => true } }).createMachine({
    id: "channel-health",
    description: "A machine.",
  });
  const isFailure = { isFailure: "Did it fail?" };

  it.each([
    ["a state without a description", machine, isFailure, 'channel-health: no description of states "failing"'],
    ["a guard without one", described, {}, 'channel-health: no description of guards "isFailure"'],
  ])("%s", (_what, one, guards, message) => {
    expect(() => chartWords({ machine: one, parts: { guards, actions: {}, delays: {} } })).toThrow(message);
  });
});

describe("the page describes", () => {
  let charts: ReadonlyMap<string, Chart>;
  beforeAll(async () => {
    const elk = new ELK.default();
    const placed = PRODUCTION_MACHINES.map(async (production): Promise<[string, Chart]> => {
      const chart = await layOut(readMachine(production.machine), (graph) => elk.layout(graph));
      return [production.machine.id, { ...chart, words: chartWords(production) }];
    });
    charts = new Map(await Promise.all(placed));
  });
  const chart = (id: string) => {
    const found = charts.get(id);
    if (found === undefined) throw new Error(`no chart ${id}`);
    return found;
  };

  it("a state with the guards, actions and delays of its entry and transitions", () => {
    expect(describeState(chart("background"), "work.holding.limit.counting", "en")).toEqual({
      name: "background: work.holding.limit.counting",
      text: "A settled notice waits. The limit counts from the moment when the run settled.",
      parts: [
        { name: "longestWait", text: "The longest that a settled notice waits for background work." },
        { name: "isRunTelling", text: "Is a settled notice unfinished?" },
      ],
    });
    expect(describeState(chart("session"), "active.hold.holding", "en")?.parts.map(({ name }) => name)).toEqual([
      "holdRun",
      "isNewRun",
      "isRunToBeHeld",
      "releaseRun",
    ]);
  });

  it("the same in Chinese", () => {
    expect(describeState(chart("channel-health"), "healthy", "zh-CN")).toEqual({
      name: "channel-health: healthy",
      text: "上一次尝试成功，或还没有尝试过。",
      parts: [
        { name: "isFailure", text: "尝试失败或超时？" },
        { name: "recordFailure", text: "记下这次故障的起因。" },
        { name: "reportOutage", text: "告诉会话：渠道不通了。" },
      ],
    });
  });

  it("a machine by its name", () => {
    expect(describeState(chart("run"), "", "en")).toMatchObject({
      name: "run",
      text: "One run of the agent, from its start to the end of its settled notice.",
    });
  });

  it("nothing where there is no such state", () => {
    expect(describeState(chart("run"), "nowhere", "en")).toBeUndefined();
  });

  it("every named part that the charts show", () => {
    for (const { machine, states, words } of charts.values()) {
      const shown = new Set(states.flatMap(({ parts }) => parts));
      expect(
        [...shown].filter((name) => !Object.hasOwn(words.parts, name)),
        machine,
      ).toEqual([]);
      expect(shown.size, machine).toBeGreaterThan(0);
    }
  });
});
