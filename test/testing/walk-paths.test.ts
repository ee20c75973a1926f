import { describe, expect, it } from "vitest";
import { assign, createActor, createMachine, setup } from "xstate";
import { generatePaths } from "../../src/testing/generate-paths.ts";
import { coverageLines, TransitionCoverage } from "../../src/testing/transition-coverage.ts";
import { PathFailure, type WalkPathsOptions, walkPaths } from "../../src/testing/walk-paths.ts";

const door = setup({
  types: { events: {} as { type: "open" } | { type: "close" } | { type: "lock" } },
}).createMachine({
  id: "door",
  initial: "closed",
  states: {
    closed: { on: { open: "opened", lock: "locked" } },
    opened: { on: { close: "closed" } },
    locked: {},
  },
});

class Door {
  isOpen = false;
  isLocked = false;
  ended = 0;
}

type Options = WalkPathsOptions<typeof door, Door>;

const steps: Options["steps"] = {
  open: (it) => {
    it.isOpen = true;
  },
  close: (it) => {
    it.isOpen = false;
  },
  lock: (it) => {
    it.isLocked = true;
  },
};
const states: Options["states"] = {
  closed: (it) => expect(it.isOpen).toBe(false),
  opened: (it) => expect(it.isOpen).toBe(true),
  locked: (it) => expect(it.isLocked).toBe(true),
};
const options: Options = { paths: "transitions", start: () => new Door(), steps, states };

describe("walking an implementation along the paths of a model", () => {
  it("takes every transition, checks every state, and ends every path", async () => {
    const doors: Door[] = [];
    const start = () => {
      const it = new Door();
      doors.push(it);
      return it;
    };
    const end = (it: Door) => {
      it.ended += 1;
    };
    const report = await walkPaths(door, { ...options, start, end });
    expect(report.model).toEqual({ machine: "door", taken: 3, total: 3, missing: [] });
    expect(report.paths).toBe(doors.length);
    expect(report.checks).toBe(report.events + report.paths);
    expect(doors.map(({ ended }) => ended)).toEqual(doors.map(() => 1));
  });

  it("takes the shortest paths only, when asked, and says what they leave out", async () => {
    const { model } = await walkPaths(door, { ...options, paths: "shortest" });
    expect(model.missing).toEqual(["door.opened --close--> door.closed"]);
  });

  it("finds a wrong implementation, tells the way there and ends the path", async () => {
    let ended = 0;
    const broken = { ...steps, close: () => {} };
    const walking = walkPaths(door, { ...options, steps: broken, end: () => (ended += 1) });
    const failure = await walking.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PathFailure);
    expect(failure).toMatchObject({
      message: expect.stringMatching(/^after open → close, where "closed" has to be true: expected true to be false/),
      events: [{ type: "open" }, { type: "close" }],
    });
    expect(ended).toBeGreaterThan(0);
  });

  it("tells the step that threw", async () => {
    const throwing = {
      ...steps,
      lock: () => {
        throw new Error("no key");
      },
    };
    await expect(walkPaths(door, { ...options, steps: throwing })).rejects.toThrow("after lock, in that step: no key");
  });

  const { lock: _lock, ...withoutLock } = steps;
  it.each<[string, object, RegExp]>([
    ["an event that nobody carries out", { steps: withoutLock }, /no step for the event "lock"/],
    ["a step for no event", { steps: { ...steps, knock: () => {} } }, /"knock", which is no event/],
    ["a check for no state", { states: { ...states, ajar: () => {} } }, /"ajar", which is no state/],
    ["no check at all", { states: {} }, /nothing is checked/],
    ["a state that no path reaches", { events: [{ type: "open" }], paths: "shortest" }, /no path leads to locked/],
    [
      "a transition that no path takes",
      { events: [{ type: "open" }], states: { "*": () => {} } },
      /no path takes door\.closed --lock--> door\.locked, door\.opened --close--> door\.closed/,
    ],
    ["no path", { events: [] }, /no event leads anywhere/],
  ])("refuses %s", async (_what, wrong, words) => {
    await expect(walkPaths(door, { ...options, ...wrong })).rejects.toThrow(words);
  });

  it("names states below others by their path, and checks each of those that are active", async () => {
    const machine = createMachine({
      id: "both",
      type: "parallel",
      states: {
        run: { initial: "idle", states: { idle: { on: { go: "busy" } }, busy: {} } },
        dialog: { initial: "closed", states: { closed: {} } },
      },
    });
    const seen: string[] = [];
    const note = (name: string) => () => seen.push(name);
    await walkPaths(machine, {
      paths: "shortest",
      start: () => undefined,
      steps: { go: () => {} },
      states: { "*": note("*"), "run.idle": note("run.idle"), "run.busy": note("run.busy"), dialog: note("dialog") },
    });
    expect(seen).toEqual(["*", "run.idle", "dialog", "*", "run.busy", "dialog"]);
  });

  it("gives up on a model without end", () => {
    const counter = setup({ types: { context: {} as { n: number }, events: {} as { type: "more" } } }).createMachine({
      context: { n: 0 },
      on: { more: { actions: assign({ n: ({ context }) => context.n + 1 }) } },
    });
    expect(() => generatePaths(counter, { kind: "shortest", limit: 50 })).toThrow(/limit/i);
  });

  it.each([
    ["waits", createMachine({ initial: "a", states: { a: { after: { 10: "b" } }, b: {} } })],
    ["invokes", createMachine({ invoke: { src: "somebody" } })],
  ])("refuses a model that %s", (_what, machine) => {
    expect(() => generatePaths(machine, { kind: "shortest" })).toThrow(/not supported/i);
  });
});

describe("transition coverage of real machines", () => {
  it("names what was not taken, delays and guards included", () => {
    const child = createMachine({ id: "child", initial: "a", states: { a: { on: { go: "b" } }, b: {} } });
    const machine = setup({ guards: { never: () => false }, actors: { child } }).createMachine({
      id: "parent",
      invoke: { src: "child", id: "child" },
      initial: "on",
      states: {
        on: { on: { off: [{ guard: "never", target: "on" }, { target: "off" }] }, after: { 5: "off" } },
        off: {},
      },
    });
    const coverage = new TransitionCoverage([machine, child]);
    const actor = createActor(machine, { inspect: coverage.inspect }).start();
    actor.send({ type: "off" });
    expect(coverageLines(coverage.report())).toEqual([
      "parent     1 of 3 transitions",
      "  not taken: parent.on --off [never]--> parent.on (1 of 2)",
      "  not taken: parent.on --xstate.after.5.parent.on--> parent.off",
      "child      0 of 1 transitions",
      "  not taken: child.a --go--> child.b",
    ]);
    actor.stop();
  });

  it("refuses two machines of one name, which it could not tell apart", () => {
    expect(() => new TransitionCoverage([door, createMachine({ id: "door" })])).toThrow(/id door/);
  });
});
