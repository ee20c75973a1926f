import type { AnyStateMachine, InspectionEvent } from "xstate";

type StateNode = AnyStateMachine["root"];
type Transition = NonNullable<StateNode["always"]>[number];

export interface MachineCoverage {
  /** The machine's id. */
  readonly machine: string;
  readonly taken: number;
  readonly total: number;
  /** `run.settled.telling --span.opened--> run.settled.deferred` */
  readonly missing: readonly string[];
}

/** Counts which transitions of these machines were really taken, as XState's inspection tells it. */
export class TransitionCoverage {
  readonly #machines: readonly AnyStateMachine[];
  readonly #taken = new Set<string>();

  /** @param machines told apart by their ids; copies made with `provide` count as the same */
  constructor(machines: readonly AnyStateMachine[]) {
    const ids = machines.map(({ id }) => id);
    const twice = ids.find((id, place) => ids.indexOf(id) !== place);
    if (twice !== undefined) throw new TypeError(`two machines have the id ${twice}: give each its own`);
    this.#machines = machines;
  }

  /** For `createActor(logic, { inspect })`: sees all actors of that system. */
  readonly inspect = (event: InspectionEvent): void => {
    if (event.type !== "@xstate.microstep") return;
    for (const transition of event._transitions) this.#taken.add(nameOf(transition as Transition));
  };

  report(): readonly MachineCoverage[] {
    return this.#machines.map((machine) => {
      const all = transitionsOf(machine.root).map(nameOf);
      const missing = all.filter((name) => !this.#taken.has(name));
      return { machine: machine.id, taken: all.length - missing.length, total: all.length, missing };
    });
  }

  /** Counts in what another one saw. */
  add(other: TransitionCoverage): this {
    for (const name of other.#taken) this.#taken.add(name);
    return this;
  }
}

/** Coverage as lines of text, the transitions that were not taken by name. */
export function coverageLines(report: readonly MachineCoverage[]): string[] {
  return report.flatMap(({ machine, taken, total, missing }) => [
    `${machine.padEnd(10)} ${taken} of ${total} transitions`,
    ...missing.map((name) => `  not taken: ${name}`),
  ]);
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
