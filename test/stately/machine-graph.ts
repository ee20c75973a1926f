import type { AnyStateMachine } from "xstate";
import { toDirectedGraph } from "xstate/graph";
import { guardParts } from "../../scripts/stately/guard-parts.ts";

type StateNode = AnyStateMachine["root"];
type Transition = StateNode["always"] extends infer Always
  ? NonNullable<Always> extends (infer One)[]
    ? One
    : never
  : never;

/**
 * All of a machine that is in its chart, as plain data: what a reader of the picture would miss if it were missing.
 * What is computed at run time (context, params, inputs, outputs) is in no picture.
 */
export function machineGraph(machine: AnyStateMachine): unknown {
  const { guards, actions, actors, delays } = machine.implementations;
  return {
    id: machine.id,
    // How Stately's own tools see it; the rest is what they leave out.
    directed: toPlain(toDirectedGraph(machine)),
    states: nodesBelow(machine.root).map(stateOf),
    guards: Object.entries(guards ?? {}).map(([name, guard]) => [name, guardOf(guard)]),
    delays: Object.entries(delays ?? {}).map(([name, delay]) => [name, typeof delay === "number" ? delay : "computed"]),
    actions: Object.keys(actions ?? {}),
    actors: Object.keys(actors ?? {}),
  };
}

function nodesBelow(node: StateNode): StateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesBelow)];
}

function stateOf(node: StateNode): unknown {
  return {
    id: node.id,
    path: node.path,
    type: node.type,
    history: node.history,
    initial: { targets: idsOf(node.initial?.target), actions: node.initial?.actions.map(named) },
    entry: node.entry.map(named),
    exit: node.exit.map(named),
    invoke: node.invoke.map(({ id, src, systemId }) => ({ id, src, systemId })),
    tags: node.tags,
    description: node.description,
    meta: node.meta,
    transitions: [...node.transitions.values()].flat().map(transitionOf),
    always: node.always?.map(transitionOf),
    after: node.after.map((transition) => ({ delay: transition.delay, ...transitionOf(transition) })),
  };
}

function transitionOf({ eventType, target, guard, actions, reenter, description, meta }: Transition) {
  return {
    event: eventType,
    targets: idsOf(target),
    guard: guard === undefined ? undefined : guardOf(guard),
    actions: actions.map(named),
    reenter,
    description,
    meta,
  };
}

function idsOf(nodes: readonly StateNode[] | undefined): readonly string[] | undefined {
  return nodes?.map(({ id }) => id);
}

/** A guard by its name and fixed params, or by its parts. */
function guardOf(guard: unknown): unknown {
  if (typeof guard !== "function") return named(guard);
  const parts = guardParts(guard);
  if (parts === undefined) return "computed";
  return parts.name === "stateIn" ? { stateIn: parts.stateValue } : { [parts.name]: parts.guards.map(guardOf) };
}

/** An action or guard by its name and fixed params. */
function named(reference: unknown): unknown {
  if (typeof reference === "string") return { type: reference };
  if (typeof reference === "function") return ofTimer(reference);
  if (typeof reference !== "object" || reference === null || !("type" in reference)) {
    throw new TypeError(`no name: ${String(reference)}`);
  }
  const { type, params } = reference as { type: unknown; params?: unknown };
  return typeof params === "function" || params === undefined ? { type } : { type, params };
}

/** What XState puts into entry and exit for `after`. */
function ofTimer(action: object): unknown {
  const { type, event, delay, id, sendId } = action as Readonly<Record<string, unknown>>;
  if (type !== "xstate.raise" && type !== "xstate.cancel") throw new TypeError(`no name: ${String(type)}`);
  return { type, event, delay, id: id ?? sendId };
}

function toPlain(graph: object): unknown {
  return JSON.parse(JSON.stringify(graph));
}
