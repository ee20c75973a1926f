import { describe, expect, it } from "vitest";
import { createActor, SimulatedClock, type SnapshotFrom } from "xstate";
import { adjacencyMapToArray, createTestModel, type TestPath } from "xstate/graph";
import { provideSessionMachine } from "../../src/actors/provide-machines.ts";
import type { SessionEvent } from "../../src/machines/session.machine.ts";
import { type ControlledCall, controlledDeliveries, settle } from "../machines/controlled-deliveries.ts";
import { plan, READY } from "../machines/plans.ts";
import { orderingsModel } from "./orderings.model.ts";

const GRACE_MS = 150;
type Model = SnapshotFrom<typeof orderingsModel>;

/** The production machines, driven by the model's events. */
function drive() {
  const clock = new SimulatedClock();
  const { actors, prepares, attempts } = controlledDeliveries();
  const outcomes: string[] = [];
  const actor = createActor(provideSessionMachine(actors), {
    clock,
    input: {
      sessionKey: "s",
      mode: "tui",
      channels: [plan("hook")],
      prompts: { notify: "during-run", graceMs: GRACE_MS },
    },
  });
  actor.on("delivery.finished", ({ notice, channelId }) => outcomes.push(`${notice.id} ${channelId}`));
  actor.start();
  const answered = new Set<object>();
  const open = <Call extends ControlledCall<{ notice: { id: string } }, never>>(calls: Call[], kind: "run" | "span") =>
    calls.filter((call) => call.input.notice.id.includes(kind) && !call.signal.aborted && !answered.has(call));
  const answer = (call: object | undefined, resolve: () => void) => {
    if (call === undefined) throw new Error("nothing is open that could be answered");
    answered.add(call);
    resolve();
  };
  const send = (event: SessionEvent) => actor.send(event);
  const ready = (kind: "run" | "span") => {
    const call = open(prepares, kind).at(-1);
    answer(call, () => call?.resolve(READY));
  };
  const succeed = (kind: "run" | "span") => {
    const call = open(attempts, kind).at(-1);
    answer(call, () => call?.resolve({ kind: "accepted" }));
  };
  return {
    events: {
      "run starts": () => send({ type: "run.started", at: 0 }),
      "run settles": () => send({ type: "run.settled", at: 0, aborted: false }),
      "run is aborted": () => send({ type: "run.settled", at: 0, aborted: true }),
      "dialog opens": () => send({ type: "span.opened", at: 0 }),
      "dialog closes": () => send({ type: "span.closed" }),
      "grace time ends": () => clock.increment(GRACE_MS),
      "settled question is answered": () => ready("run"),
      "settled attempt succeeds": () => succeed("run"),
      "dialog question is answered": () => ready("span"),
      "dialog attempt succeeds": () => succeed("span"),
    },
    /** Each question and attempt that is open, and whether anything was attempted or told twice. */
    seen: () => ({
      settledAsked: open(prepares, "run").length,
      settledUnderWay: open(attempts, "run").length,
      dialogAsked: open(prepares, "span").length,
      attemptsPerNotice: Math.max(0, ...countBy(attempts.map((call) => call.input.notice.id))),
      outcomesPerDelivery: Math.max(0, ...countBy(outcomes)),
    }),
    wait: settle,
  };
}

function countBy(names: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts.values()];
}

async function walk(path: TestPath<Model, { type: string }>): Promise<void> {
  const driver = drive();
  let states = 0;
  await path.test({
    events: Object.fromEntries(
      Object.entries(driver.events).map(([type, take]) => [
        type,
        async () => {
          take();
          await driver.wait();
        },
      ]),
    ),
    states: {
      "*": (state: Model) => {
        states += 1;
        const seen = driver.seen();
        expect(seen).toMatchObject({
          settledAsked: state.matches({ run: "asked" }) ? 1 : 0,
          settledUnderWay: state.matches({ run: "underWay" }) ? 1 : 0,
          dialogAsked: state.matches({ dialog: "asked" }) ? 1 : 0,
        });
        expect(seen.attemptsPerNotice).toBeLessThanOrEqual(1);
        expect(seen.outcomesPerDelivery).toBeLessThanOrEqual(1);
      },
    },
  });
  // `path.test` passes silently where it finds nothing to run (XState issue of the graph package).
  expect(states).toBe(path.steps.length);
}

describe("the production machines follow the model of the rules", () => {
  const model = createTestModel(orderingsModel);
  const shortest = model.getShortestPaths({ allowDuplicatePaths: true });

  it("on the shortest path to every state", async () => {
    expect(shortest.length).toBeGreaterThan(15);
    for (const path of shortest) await walk(path);
  });

  it("on every two transitions in a row, wherever they are possible", async () => {
    const transitions = adjacencyMapToArray(model.getAdjacencyMap()).filter(
      ({ state, nextState }) => nameOf(state) !== nameOf(nextState),
    );
    let walks = 0;
    for (const first of transitions) {
      const prefix = shortest.find(({ state }) => nameOf(state) === nameOf(first.state))?.steps.slice(1) ?? [];
      for (const second of transitions.filter(({ state }) => nameOf(state) === nameOf(first.nextState))) {
        const events = [...prefix.map(({ event }) => event), first.event, second.event];
        const [path] = model.getPathsFromEvents(events);
        if (path === undefined) throw new Error("the model knows no such path");
        await walk(path);
        walks += 1;
      }
    }
    expect(walks).toBeGreaterThan(100);
  });
});

function nameOf(state: Model): string {
  return JSON.stringify(state.value);
}
