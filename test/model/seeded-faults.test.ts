import { describe, expect, it } from "vitest";
import { PREPARE_LIMIT_MS } from "../../src/machines/delivery.machine.ts";
import { SESSION_MACHINES } from "../../src/runtime/provide-machines.ts";
import { SEEDED_FAULTS } from "./faults/all-faults.ts";
import { delivery, notice, session } from "./faults/machine-change.ts";
import { unknownNames } from "./faults/named-pieces.ts";
import { searchMachines } from "./faults/search-machines.ts";
import { fault, machinesWith } from "./faults/seeded-fault.ts";
import { IS_LONG } from "./long-run.ts";

const LIMIT_MS = 10 * 60_000;
/** Each fault costs a search: a short run takes a sample, `npm run faults` and `MODEL_LONG=1` take all. */
const EVERY = IS_LONG ? 1 : 20;

describe("the model suite finds each seeded fault with no other test to help it", () => {
  it.each(SEEDED_FAULTS.filter((_fault, index) => index % EVERY === 0).map((seeded) => [seeded.name, seeded] as const))(
    "%s",
    async (_name, seeded) => {
      const { scope, problem } = await searchMachines(machinesWith(seeded));
      expect(scope).toBeDefined();
      expect(problem).not.toBe("");
    },
    LIMIT_MS,
  );
});

describe("a seeded fault", () => {
  it("fits the machines, each of them", () => {
    for (const seeded of SEEDED_FAULTS) expect(machinesWith(seeded)).not.toEqual(SESSION_MACHINES);
  });

  it("has a name of its own", () => {
    expect(new Set(SEEDED_FAULTS.map(({ name }) => name)).size).toBe(SEEDED_FAULTS.length);
  });

  const drops = { emits: () => undefined };
  const held = delivery.state("pending.progress.held");
  it.each([
    [
      "changes a state that does not exist",
      delivery.state("pending.progress.paused").remove("on", "delivery.released"),
      '"X": delivery.pending.progress.paused: no such state',
    ],
    [
      "removes what does not exist",
      held.remove("on", "delivery.resumed"),
      '"X": delivery.pending.progress.held: no on / delivery.resumed',
    ],
    [
      "leads through what does not exist",
      held.replace(["always", "guard"], "startsHeld"),
      '"X": delivery.pending.progress.held: no always',
    ],
    [
      "replaces what does not exist",
      held.replace(["on", "delivery.resumed"], "waiting"),
      '"X": delivery.pending.progress.held: no on / delivery.resumed',
    ],
    [
      "adds what exists",
      held.add(["on", "delivery.released"], "waiting"),
      '"X": delivery.pending.progress.held: on / delivery.released is there already',
    ],
    [
      "looks for a transition that does not exist",
      session.state("active").remove("on", "user.typed", { guard: "isRunHeld" }),
      '"X": session.active: 0 elements match {"guard":"isRunHeld"}, not 1',
    ],
    [
      "looks for one of several transitions",
      delivery.state("attempting").remove("invoke", "onDone", {}),
      '"X": delivery.attempting: 3 elements match {}, not 1',
    ],
    [
      "removes an action that is not taken there",
      held.removeAction(["on", "delivery.released", "actions"], "conclude"),
      '"X": delivery.pending.progress.held: on / delivery.released / actions has no action conclude',
    ],
    [
      "replaces a value by the same value",
      held.replace(["on", "delivery.released", "target"], "waiting"),
      '"X": delivery.pending.progress.held: this changes nothing',
    ],
    [
      "provides what the machine has",
      delivery.provide({ delays: { prepareLimit: PREPARE_LIMIT_MS } }),
      '"X": delivery: prepareLimit is the same, so this changes nothing',
    ],
    [
      "leads to a state that does not exist",
      held.replace(["on", "delivery.released", "target"], "resumed"),
      '"X": delivery.pending.progress.held: Invalid transition definition for state node',
    ],
    [
      "names a guard that does not exist",
      delivery.state("deciding").replace(["always", { guard: "isSuppressed" }, "guard"], "isRefused"),
      '"X": delivery names what it does not have: isRefused (guards)',
    ],
    [
      "names an action that does not exist",
      held.replace(["on", "delivery.released", "actions"], "beginRound"),
      '"X": delivery names what it does not have: beginRound (actions)',
    ],
    [
      "alters an action that does not exist",
      notice.alterAction("resumeDeliveries", drops),
      '"X": notice.actions: none of its actions is called resumeDeliveries',
    ],
    [
      "alters an action that enqueues nothing",
      delivery.alterAction("conclude", drops),
      '"X": delivery.actions: the action is not made by enqueueActions',
    ],
    [
      "alters nothing of an action",
      notice.alterAction("releaseDeliveries", {}),
      '"X": notice.actions: this changes nothing',
    ],
  ])("is refused when it %s", (_what, change, message) => {
    expect(() => machinesWith(fault("X", change))).toThrow(message);
  });

  it("is refused when it replaces a guard that the chart does not use", () => {
    const unused = delivery.state("deciding").remove("always", { guard: "isSuppressed" });
    const replaced = delivery.provide({ guards: { isSuppressed: () => false } });
    expect(() => machinesWith(fault("X", unused, replaced))).toThrow("its chart does not use isSuppressed");
  });

  it("is refused when it has no change at all", () => {
    expect(() => machinesWith(fault("X"))).toThrow('"X": it changes nothing');
  });
});

it("finds no name without an implementation in the production machines", () => {
  for (const machine of Object.values(SESSION_MACHINES)) expect(unknownNames(machine)).toEqual([]);
});
