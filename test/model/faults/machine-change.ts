import { type AnyStateMachine, type ContextFrom, type MachineContext, StateMachine } from "xstate";
import type { SessionMachines } from "../../../src/runtime/provide-machines.ts";
import { type ActionAlteration, alterAction } from "./alter-action.ts";
import { absent, type ChartPath, type Edit, editAt, isRecord } from "./chart-path.ts";
import { namesIn } from "./named-pieces.ts";

type MachineName = keyof SessionMachines;

/** One change to one machine. */
export interface MachineChange {
  readonly machine: MachineName;
  /** @throws Error when the machine does not have what is changed, or the change makes no difference */
  readonly apply: (machine: AnyStateMachine) => AnyStateMachine;
}

const IMPLEMENTATION_KINDS = ["actions", "guards", "delays"] as const;
type ImplementationKind = (typeof IMPLEMENTATION_KINDS)[number];

type Implementations<Name extends MachineName> = Pick<
  Parameters<SessionMachines[Name]["provide"]>[0],
  ImplementationKind
>;

/** Makes the changes to one machine. Names of states, guards, actions and delays are checked when they are applied. */
class Changes<Name extends MachineName> {
  readonly #machine: Name;

  constructor(machine: Name) {
    this.#machine = machine;
  }

  /** The chart outside its states. */
  get root(): StateChanges {
    return new StateChanges(this.#machine, []);
  }

  /** @param names of the states from the outermost to this one, with dots between them */
  state(names: string): StateChanges {
    return new StateChanges(this.#machine, names.split("."));
  }

  /** Puts other implementations behind names that the machine has. */
  provide(implementations: Implementations<Name>): MachineChange {
    return this.#change(this.#machine, (machine) => {
      for (const kind of IMPLEMENTATION_KINDS) {
        for (const [name, implementation] of Object.entries(implementations[kind] ?? {})) {
          const isSame = implementationIn(machine, kind, name) === implementation;
          if (isSame) throw new Error(`${name} is the same, so this changes nothing`);
        }
      }
      return machine.provide(implementations);
    });
  }

  /** Keeps the machine's own action, and changes what it is told or what it orders. */
  alterAction(name: string, alteration: ActionAlteration<ContextFrom<SessionMachines[Name]>>): MachineChange {
    return this.#change(`${this.#machine}.actions`, (machine) => {
      if (Object.keys(alteration).length === 0) throw new Error("this changes nothing");
      const action = implementationIn(machine, "actions", name);
      const altered = alterAction(action, alteration as unknown as ActionAlteration<MachineContext>);
      return machine.provide({ actions: { [name]: altered } });
    });
  }

  #change(place: string, apply: MachineChange["apply"]): MachineChange {
    return { machine: this.#machine, apply: named(place, apply) };
  }
}

/** Makes the changes to the configuration of one state. */
class StateChanges {
  readonly #machine: MachineName;
  readonly #names: readonly string[];

  constructor(machine: MachineName, names: readonly string[]) {
    this.#machine = machine;
    this.#names = names;
  }

  /** Takes out what the path leads to. */
  remove(...path: ChartPath): MachineChange {
    return this.#edit(path, (value) => {
      checkThere(value, path);
      return absent;
    });
  }

  /** Puts something else in the place of what the path leads to. */
  replace(path: ChartPath, replacement: unknown): MachineChange {
    return this.#edit(path, (value) => {
      checkThere(value, path);
      return replacement;
    });
  }

  /** Puts something at the end of a path where there is nothing yet. */
  add(path: ChartPath, added: unknown): MachineChange {
    return this.#edit(path, (value) => {
      if (value !== absent) throw new Error(`${textOf(path)} is there already`);
      return added;
    });
  }

  /** Puts an action behind those that the path leads to, if any. */
  addAction(path: ChartPath, action: unknown): MachineChange {
    return this.#edit(path, (value) => [...actionsIn(value), action]);
  }

  /** Takes the action of this name out of those that the path leads to. */
  removeAction(path: ChartPath, name: string): MachineChange {
    return this.#edit(path, (value) => {
      const actions = actionsIn(value);
      const others = actions.filter((action) => (isRecord(action) ? action.type : action) !== name);
      if (others.length === actions.length) throw new Error(`${textOf(path)} has no action ${name}`);
      return others;
    });
  }

  #edit(path: ChartPath, edit: Edit): MachineChange {
    const place = [this.#machine, ...this.#names].join(".");
    const apply = named(place, (machine) => {
      if (!hasState(machine.config, this.#names)) throw new Error("no such state");
      const states = this.#names.flatMap((name) => ["states", name]);
      const config = editAt(machine.config, [...states, ...path], edit);
      return new StateMachine(config as typeof machine.config, machine.implementations);
    });
    return { machine: this.#machine, apply };
  }
}

export const delivery = new Changes("delivery");
export const notice = new Changes("notice");
export const run = new Changes("run");
export const span = new Changes("span");
export const background = new Changes("background");
export const channelHealth = new Changes("channelHealth");
export const session = new Changes("session");

function named(place: string, apply: MachineChange["apply"]): MachineChange["apply"] {
  return (machine) => {
    try {
      return apply(machine);
    } catch (cause) {
      throw new Error(`${place}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  };
}

function implementationIn(machine: AnyStateMachine, kind: ImplementationKind, name: string): unknown {
  const implementations: Readonly<Record<string, unknown>> = machine.implementations[kind];
  if (!Object.hasOwn(implementations, name)) throw new Error(`none of its ${kind} is called ${name}`);
  if (!namesIn(machine)[kind].has(name)) throw new Error(`its chart does not use ${name}, so this changes nothing`);
  return implementations[name];
}

function hasState(config: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  const states = isRecord(config) ? config.states : undefined;
  return isRecord(states) && Object.hasOwn(states, name) && hasState(states[name], rest);
}

function checkThere(value: unknown, path: ChartPath): void {
  if (value === absent) throw new Error(`no ${textOf(path)}`);
}

function actionsIn(value: unknown): readonly unknown[] {
  if (value === absent) return [];
  return Array.isArray(value) ? value : [value];
}

function textOf(path: ChartPath): string {
  return path.map((step) => (typeof step === "string" ? step : JSON.stringify(step))).join(" / ");
}
