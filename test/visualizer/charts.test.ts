import ELK from "elkjs/lib/elk.bundled.js";
import { beforeAll, describe, expect, it } from "vitest";
import { type AnyStateNode, createMachine, setup } from "xstate";
import { not, or, stateIn } from "xstate/guards";
import { PRODUCTION_MACHINES } from "../../src/machines/production-machines.ts";
import type { Box, PlacedArrow, PlacedChart } from "../../visualizer/charts/chart.ts";
import { commonPath, isAround } from "../../visualizer/charts/elk-graph.ts";
import { layOut } from "../../visualizer/charts/lay-out.ts";
import { guardText, readMachine, type StateTree } from "../../visualizer/charts/read-machine.ts";
import { stateSize } from "../../visualizer/charts/text-size.ts";

const elk = new ELK.default();

describe("reading a machine", () => {
  const chart = readMachine(
    setup({
      delays: { patience: 1_500, own: () => 1 },
      guards: { isReady: () => true, isLate: () => false },
      actions: { tell: () => {}, begin: () => {}, end: () => {} },
      actors: { work: createMachine({}) },
    }).createMachine({
      id: "m",
      initial: "a",
      on: { told: { actions: "tell" }, reset: ".a" },
      states: {
        a: {
          entry: "begin",
          exit: "end",
          invoke: { src: "work", onDone: { guard: "isReady", target: "b" }, onError: "b" },
          after: { patience: "b", own: "done", 250: { target: "done", guard: not("isLate") } },
          on: { again: { target: "a", reenter: true }, go: { target: "b.y.y1", actions: ["tell"] } },
        },
        b: {
          type: "parallel",
          states: { x: {}, y: { initial: "y1", states: { y1: { always: { guard: "isReady", target: "#m.done" } } } } },
        },
        done: { type: "final" },
      },
    }),
  );

  it("finds its states, what they are, and what happens inside them", () => {
    const flat = (tree: StateTree): string[] => [
      `${tree.path} ${tree.kind}${tree.isRegion ? " region" : ""}: ${tree.lines.join("; ")}`,
      ...tree.inside.flatMap(flat),
    ];
    expect(flat(chart.root)).toEqual([
      " compound: told / tell",
      "a atomic: invoke work; entry / begin; exit / end; ↻ again",
      "b parallel: ",
      "b.x atomic region: ",
      "b.y compound region: ",
      "b.y.y1 atomic: ",
      "done final: ",
    ]);
  });

  it("finds its arrows, one for each way, with events, timers, guards and actions", () => {
    const arrows = chart.arrows.map(({ source, target, isInitial, transitions }) => {
      const texts = transitions.map(({ label, actions }) => (actions.length === 0 ? label : `${label} / ${actions}`));
      return `${source} ${isInitial ? "•" : "→"} ${target}: ${texts.join("; ")}`;
    });
    expect(new Set(arrows)).toEqual(
      new Set([
        " • a: ",
        " → a: reset",
        "a → b: work done [isReady]; work error; after patience (1500 ms)",
        "a → b.y.y1: go / tell",
        "a → done: after 250 ms [not isLate]; after own",
        "b.y • b.y.y1: ",
        "b.y.y1 → done: [isReady]",
      ]),
    );
  });

  it.each([
    [not("a"), "not a"],
    [or(["a", not("b")]), "a or not b"],
    [stateIn({ a: "b" }), 'in {"a":"b"}'],
    [{ type: "a", params: {} }, "a"],
  ])("names the guard %o", (guard, text) => {
    expect(guardText(guard)).toBe(text);
  });

  it("misses no state and no transition of the production machines", () => {
    for (const { machine } of PRODUCTION_MACHINES) {
      const { root, arrows } = readMachine(machine);
      const paths = (tree: StateTree): string[] => [tree.path, ...tree.inside.flatMap(paths)];
      const nodes = nodesOf(machine.root);
      expect(paths(root).sort(), machine.id).toEqual(nodes.map(({ path }) => path.join(".")).sort());
      const lines = (tree: StateTree): number =>
        tree.lines.filter((line) => !/^(invoke |entry |exit )/.test(line)).length +
        tree.inside.reduce((sum, child) => sum + lines(child), 0);
      const told = arrows.reduce((sum, { transitions }) => sum + transitions.length, 0) + lines(root);
      const all = nodes.flatMap((node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]);
      expect(told, machine.id).toBe(all.length);
      // Named, so that somebody can find them in the source.
      expect(JSON.stringify([root, arrows])).not.toMatch(/a guard|an action|an actor/);
    }
  });
});

describe("laying out", () => {
  let charts: PlacedChart[];
  beforeAll(async () => {
    charts = await Promise.all(
      PRODUCTION_MACHINES.map(({ machine }) => layOut(readMachine(machine), (g) => elk.layout(g))),
    );
  });

  it("places the same chart alike each time", async () => {
    for (const [index, { machine }] of PRODUCTION_MACHINES.entries()) {
      expect(await layOut(readMachine(machine), (graph) => elk.layout(graph))).toEqual(charts[index]);
    }
  });

  it("keeps every state inside its outer one, beside its neighbours, and as wide as its text", () => {
    for (const { machine, states } of charts) {
      for (const state of states) {
        expect(state.width, `${machine} ${state.path}`).toBeGreaterThanOrEqual(stateSize(state).width - 2);
        for (const other of states) {
          if (other === state) continue;
          const where = `${machine}: ${state.path} and ${other.path}`;
          if (isAround(state.path, other.path)) expect(contains(state, other), where).toBe(true);
          else if (!isAround(other.path, state.path)) expect(overlap(state, other), where).toBe(false);
        }
      }
    }
  });

  it("lays no label over another, over a state's frame or name, or over somebody else's arrow", () => {
    for (const { machine, states, arrows } of charts) {
      const labelled = arrows.filter(({ label }) => label !== undefined);
      for (const arrow of labelled) {
        const { label } = arrow;
        if (label === undefined) continue;
        const name = `${machine}: ${arrow.source} → ${arrow.target}`;
        for (const other of labelled) {
          if (other !== arrow && other.label !== undefined) expect(overlap(label, other.label), name).toBe(false);
        }
        for (const state of states) {
          expect(!overlap(label, state) || contains(state, label), `${name} on ${state.path}`).toBe(true);
          if (states.some(({ path }) => isAround(state.path, path)) || !overlap(label, state)) continue;
          expect.fail(`${name}: its label lies in ${state.path}`);
        }
        for (const other of arrows) {
          if (other !== arrow)
            expect(crosses(other, label), `${name} under ${other.source} → ${other.target}`).toBe(false);
        }
      }
    }
  });

  it("draws every arrow from its source to its target", () => {
    for (const { machine, states, arrows } of charts) {
      const boxOf = new Map(states.map((state) => [state.path, state]));
      for (const { source, target, points } of arrows) {
        const [first, last] = [points.at(0), points.at(-1)];
        const [from, to] = [boxOf.get(source), boxOf.get(target)];
        if (first === undefined || last === undefined || from === undefined || to === undefined) {
          throw new Error(`${machine}: ${source} → ${target} is no arrow`);
        }
        expect(contains(from, { ...first, width: 0, height: 0 }), `${machine}: ${source}`).toBe(true);
        expect(contains(to, { ...last, width: 0, height: 0 }), `${machine}: ${target}`).toBe(true);
      }
    }
  });
});

it.each([
  ["a.b", "a.c", "a"],
  ["a", "b", ""],
  ["a", "a.b.c", "a"],
  ["a.b.c", "a.bc", "a"],
  ["", "a", ""],
])("around %o and %o is %o", (one, other, around) => {
  expect(commonPath(one, other)).toBe(around);
  expect(commonPath(other, one)).toBe(around);
});

function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesOf)];
}

function contains(outer: Box, inner: Box): boolean {
  const slack = 1;
  return (
    inner.x >= outer.x - slack &&
    inner.y >= outer.y - slack &&
    inner.x + inner.width <= outer.x + outer.width + slack &&
    inner.y + inner.height <= outer.y + outer.height + slack
  );
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** Whether an arrow, whose pieces are all upright or level, goes through a box. */
function crosses({ points }: PlacedArrow, box: Box): boolean {
  return points.some((point, index) => {
    const next = points[index + 1];
    if (next === undefined) return false;
    const piece = {
      x: Math.min(point.x, next.x),
      y: Math.min(point.y, next.y),
      width: Math.abs(point.x - next.x),
      height: Math.abs(point.y - next.y),
    };
    return overlap(piece, box);
  });
}
