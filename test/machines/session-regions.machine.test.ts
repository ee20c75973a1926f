import { describe, expect, it } from "vitest";
import { StateMachine } from "xstate";
import { sessionMachine } from "../../src/machines/session.machine.ts";
import type { SessionEvent } from "../../src/machines/session.types.ts";
import { settled, startSession } from "./start-session.ts";

type Machine = typeof sessionMachine;

const ASKED: SessionEvent = { type: "question.asked", at: 0, question: { kind: "permission", id: "p" } };

/** The session with one region moved to stand directly after another. */
function moved(region: string, after: string): (machine: Machine) => Machine {
  return (machine) => {
    const { active } = machine.config.states ?? {};
    const { [region]: mover, ...others } = active?.states ?? {};
    const regions = Object.entries(others).flatMap((entry) =>
      entry[0] === after ? [entry, [region, mover]] : [entry],
    );
    const states = { ...machine.config.states, active: { ...active, states: Object.fromEntries(regions) } };
    return new StateMachine(
      { ...machine.config, states } as Machine["config"],
      machine.implementations as never,
    ) as never;
  };
}

/** A dialog outside a run, and a permission request in it. */
async function toldOfPermission(arrange?: (machine: Machine) => Machine): Promise<readonly string[]> {
  const { send, passGrace, told } = startSession({}, arrange);
  send("span.opened", ASKED);
  await passGrace();
  return told();
}

/** A run that starts and settles while the dialog of the run before is open. */
async function toldUnderDialog(arrange?: (machine: Machine) => Machine): Promise<readonly string[]> {
  const { send, deliver, told } = startSession({}, arrange);
  send("run.started", "span.opened", settled(), "run.started", settled());
  await deliver();
  return told();
}

describe("the order of the session's regions", () => {
  it("`question` stands before `dialog`: a dialog hears of a question in the step in which it is asked", async () => {
    expect(await toldOfPermission()).toEqual(["s-span1 permission-required"]);
    // The other way round it hears too late.
    expect(await toldOfPermission(moved("question", "dialog"))).toEqual(["s-span1 input-required"]);
  });

  it("`run` stands before `hold`: a run that starts under an open dialog is held", async () => {
    expect(await toldUnderDialog()).toEqual([]);
    // The other way round the run before it would be held instead.
    expect(await toldUnderDialog(moved("run", "hold"))).toEqual(["s-run2 agent-completed"]);
  });

  it("every region is there after a move, so that a move changes nothing but the order", () => {
    const regions = (machine: Machine) => Object.keys(machine.root.states.active?.states ?? {});
    expect(regions(moved("run", "hold")(sessionMachine)).toSorted()).toEqual(regions(sessionMachine).toSorted());
  });
});
