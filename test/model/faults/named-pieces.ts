import type { AnyStateMachine, AnyStateNode } from "xstate";
import { isRecord } from "./chart-path.ts";

type Kind = "actions" | "guards" | "delays" | "actors";

/** The names that a chart uses, by what they are names of. */
export function namesIn(machine: AnyStateMachine): Readonly<Record<Kind, ReadonlySet<string>>> {
  const nodes = nodesOf(machine.root);
  const transitions = nodes.flatMap((node) => [...node.transitions.values(), node.always ?? []].flat());
  const actions = [
    ...nodes.flatMap((node) => [...node.entry, ...node.exit]),
    ...transitions.flatMap((transition) => transition.actions),
  ];
  const guards = [...transitions.map(({ guard }) => guard), ...Object.values(machine.implementations.guards)];
  return {
    actions: new Set(actions.flatMap(nameOf)),
    guards: new Set(guards.flatMap(guardNames)),
    delays: new Set(nodes.flatMap(({ after }) => after.flatMap(({ delay }) => nameOf(delay)))),
    actors: new Set(nodes.flatMap(({ invoke }) => invoke.flatMap(({ src }) => nameOf(src)))),
  };
}

/** The names that a chart uses and that its machine has no implementation for. */
export function unknownNames(machine: AnyStateMachine): readonly string[] {
  return Object.entries(namesIn(machine)).flatMap(([kind, names]) => {
    const implementations = machine.implementations[kind as Kind];
    return [...names].filter((name) => !Object.hasOwn(implementations, name)).map((name) => `${name} (${kind})`);
  });
}

function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap((child) => nodesOf(child))];
}

function nameOf(reference: unknown): readonly string[] {
  const name = isRecord(reference) ? reference.type : reference;
  return typeof name === "string" ? [name] : [];
}

/** Looks into `and`, `or` and `not` too: XState makes them functions that carry a list of guards. */
function guardNames(guard: unknown): readonly string[] {
  if (typeof guard !== "function") return nameOf(guard);
  return "guards" in guard && Array.isArray(guard.guards) ? guard.guards.flatMap(guardNames) : [];
}
