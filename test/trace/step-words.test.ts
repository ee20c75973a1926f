import { expect, it } from "vitest";
import type { AnyStateMachine } from "xstate";
import { backgroundMachine } from "../../src/machines/background.machine.ts";
import { deliveryMachine } from "../../src/machines/delivery.machine.ts";
import { noticeMachine } from "../../src/machines/notice.machine.ts";
import { runMachine } from "../../src/machines/run.machine.ts";
import { sessionMachine } from "../../src/machines/session.machine.ts";
import { spanMachine } from "../../src/machines/span.machine.ts";
import { STEP_WORDS, stepMessage } from "../../src/trace/step-words.ts";
import { stepText } from "../../src/trace/story.ts";
import { WHY_NOTHING } from "../../src/trace/why-nothing.ts";

const MACHINES: readonly AnyStateMachine[] = [runMachine, spanMachine, noticeMachine, deliveryMachine];

type StateNode = AnyStateMachine["root"];

function pathsOf(node: StateNode): string[] {
  return [...(node.path.length === 0 ? [] : [node.path.join(".")]), ...Object.values(node.states).flatMap(pathsOf)];
}

/** Where an actor can come to rest: the others are left at once. */
function restingPlaces(node: StateNode): string[] {
  const inner = Object.values(node.states);
  if (inner.length > 0) return inner.flatMap(restingPlaces);
  return node.always?.some(({ guard }) => guard === undefined) ? [] : [node.path.join(".")];
}

it.each(MACHINES.map((machine) => [machine.id, machine] as const))(
  "every state of %s has words or needs none",
  (id, machine) => {
    const wordless = restingPlaces(machine.root).filter((state) => {
      // An outcome speaks for itself.
      if (id === "delivery" && !state.includes(".")) return false;
      const record = { at: 0, actor: id, machine: id, event: "some.event", after: [state] };
      return stepMessage(record)?.id === "unnamed";
    });
    expect(wordless).toEqual([]);
  },
);

it("the rows name only states that there are", () => {
  const known = new Map(
    [...MACHINES, sessionMachine, backgroundMachine].map((machine) => [machine.id, new Set(pathsOf(machine.root))]),
  );
  const isKnown = (machine: string, state: string | undefined) => state === undefined || known.get(machine)?.has(state);
  const unknown = [...STEP_WORDS, ...WHY_NOTHING].filter(({ machine, before, into, session = [], background }) => {
    return (
      ![before, into].every((state) => isKnown(machine, state)) ||
      !session.every((one) => isKnown("session", one)) ||
      !isKnown("background", background)
    );
  });
  expect(unknown).toEqual([]);
});

it("a state without a row is told by its own name", () => {
  const record = {
    at: 0,
    actor: "run#1",
    machine: "run",
    event: "moon.rose",
    before: ["working.free"],
    after: ["howling"],
  };
  const message = stepMessage(record);
  expect(message && stepText(message, "en")).toBe("moon.rose: howling");
  expect(message && stepText(message, "zh-CN")).toBe("moon.rose：howling");
});
