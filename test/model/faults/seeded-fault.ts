import type { AnyStateMachine } from "xstate";
import { SESSION_MACHINES, type SessionMachines } from "../../../src/runtime/provide-machines.ts";
import type { MachineChange } from "./machine-change.ts";
import { unknownNames } from "./named-pieces.ts";

/** A mistake that somebody could make in a machine. */
export interface SeededFault {
  readonly name: string;
  readonly changes: readonly MachineChange[];
}

export function fault(name: string, ...changes: readonly MachineChange[]): SeededFault {
  return { name, changes };
}

/**
 * The production machines with the fault in them.
 *
 * @throws Error when a changed piece is missing, when a change makes no difference, and when the chart would then name
 *   an action, guard, delay or actor that does not exist: the search would find that and not the mistake
 */
export function machinesWith({ name, changes }: SeededFault): SessionMachines {
  const machines: Record<string, AnyStateMachine> = { ...SESSION_MACHINES };
  try {
    if (changes.length === 0) throw new Error("it changes nothing");
    for (const { machine, apply } of changes) {
      const before = machines[machine];
      if (before === undefined) throw new Error(`no machine ${machine}`);
      const after = apply(before);
      const unknown = unknownNames(after);
      if (unknown.length > 0) throw new Error(`${machine} names what it does not have: ${unknown.join(", ")}`);
      machines[machine] = after;
    }
  } catch (cause) {
    throw new Error(`"${name}": ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
  return machines as unknown as SessionMachines;
}
