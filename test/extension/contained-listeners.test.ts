import { expect, it } from "vitest";
import { createActor, emit, setup } from "xstate";
import { containedInspection, listenToActor } from "../../src/runtime/listen-to-actor.ts";

const bell = setup({
  types: { emitted: {} as { type: "rang" }, events: {} as { type: "ring" } | { type: "end" } | { type: "break" } },
  actions: {
    crack: () => {
      throw new Error("cracked");
    },
  },
}).createMachine({
  initial: "hangs",
  states: {
    hangs: { on: { ring: { actions: emit({ type: "rang" }) }, end: "gone", break: { actions: "crack" } } },
    gone: { type: "final" },
  },
});

/** XState would throw it again in a timer, and Vitest would fail this run. */
function throws(): never {
  throw new Error("a listener's own");
}

it.each(["end", "break"] as const)("whatever listens to an actor may throw, until its %s", (how) => {
  const faults: string[] = [];
  const heard: string[] = [];
  const inspect = containedInspection(throws, () => faults.push("inspection"));
  const actor = createActor(bell, { inspect });
  const listening = listenToActor(actor, () => faults.push("listener"));
  listening.on("rang", throws);
  listening.on("rang", ({ type }) => heard.push(type));
  listening.onEnd(throws);
  listening.onEnd((end) => heard.push(end));
  actor.start();
  actor.send({ type: "ring" });
  actor.send({ type: how });
  expect(heard).toEqual(["rang", how === "end" ? "done" : "broken"]);
  expect(faults.filter((fault) => fault === "listener")).toHaveLength(2);
  expect(faults).toContain("inspection");
});
