import type { AnyStateMachine, InspectionEvent } from "xstate";
import { deliveryMachine } from "../../src/machines/delivery.machine.ts";
import { noticeMachine } from "../../src/machines/notice.machine.ts";
import { runMachine } from "../../src/machines/run.machine.ts";
import { sessionMachine } from "../../src/machines/session.machine.ts";
import { spanMachine } from "../../src/machines/span.machine.ts";

const PRODUCTION_MACHINES: readonly AnyStateMachine[] = [
  sessionMachine,
  runMachine,
  spanMachine,
  noticeMachine,
  deliveryMachine,
];

type StateNode = AnyStateMachine["root"];
type Transition = NonNullable<StateNode["always"]>[number];

export interface MachineCoverage {
  readonly machine: string;
  readonly taken: number;
  readonly total: number;
  /** `run.settled.telling --span.opened--> run.settled.deferred` */
  readonly missing: readonly string[];
}

/** Counts which transitions of the production machines were really taken, as XState's inspection tells it. */
export class TransitionCoverage {
  readonly #taken = new Set<string>();

  /** For `createActor`. */
  readonly inspect = (event: InspectionEvent): void => {
    if (event.type !== "@xstate.microstep") return;
    for (const transition of event._transitions) this.#taken.add(nameOf(transition as Transition));
  };

  report(): readonly MachineCoverage[] {
    return PRODUCTION_MACHINES.map((machine) => {
      const all = transitionsOf(machine.root).map(nameOf);
      const missing = all.filter((name) => !this.#taken.has(name));
      return { machine: machine.id, taken: all.length - missing.length, total: all.length, missing };
    });
  }

  add(other: TransitionCoverage): this {
    for (const name of other.#taken) this.#taken.add(name);
    return this;
  }
}

/** Every transition of a chart: by event, after a delay, of an invoked actor's end, and those that need no event. */
function transitionsOf(node: StateNode): Transition[] {
  return [
    ...(node.always ?? []),
    ...[...node.transitions.values()].flat(),
    ...Object.values(node.states).flatMap(transitionsOf),
  ];
}

function nameOf(transition: Transition): string {
  const { source, target, eventType, guard } = transition;
  const event = eventType === "" ? "always" : eventType;
  const candidates = (eventType === "" ? source.always : source.transitions.get(eventType)) ?? [];
  const which = candidates.length > 1 ? ` (${candidates.indexOf(transition) + 1} of ${candidates.length})` : "";
  const condition = typeof guard === "string" ? ` [${guard}]` : guard === undefined ? "" : ` [${guardName(guard)}]`;
  const to = target === undefined ? "itself" : target.map(({ id }) => id).join(", ");
  return `${source.id} --${event}${condition}--> ${to}${which}`;
}

function guardName(guard: unknown): string {
  if (typeof guard === "object" && guard !== null && "type" in guard) return String(guard.type);
  return typeof guard === "function" ? guard.name : "?";
}
