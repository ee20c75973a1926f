import type { AnyStateMachine, AnyStateNode } from "xstate";
import type { ChartArrow, ChartState, ChartTransition, StateKind } from "./chart.ts";

/** A machine's chart without places. */
export interface MachineChart {
  readonly machine: string;
  readonly root: StateTree;
  readonly arrows: readonly ChartArrow[];
}

export interface StateTree extends ChartState {
  readonly inside: readonly StateTree[];
}

/** Reads the chart of a machine as it runs, so that no drawing can tell something else. */
export function readMachine(machine: AnyStateMachine): MachineChart {
  const arrows = new Map<string, { readonly arrow: ChartArrow; readonly transitions: ChartTransition[] }>();
  const draw = (source: string, target: string, isInitial: boolean, transition?: ChartTransition) => {
    const key = JSON.stringify([source, target, isInitial]);
    const known = arrows.get(key) ?? { arrow: { source, target, isInitial, transitions: [] }, transitions: [] };
    arrows.set(key, known);
    if (transition !== undefined) known.transitions.push(transition);
  };
  const read = (node: AnyStateNode, isRegion: boolean): StateTree => {
    const path = pathOf(node);
    const lines = [
      ...node.invoke.map(({ src }) => `invoke ${typeof src === "string" ? src : "an actor"}`),
      // Those without a name are XState's own, which start and stop the timers.
      ...node.entry.flatMap((action) => nameOf(action) ?? []).map((name) => `entry / ${name}`),
      ...node.exit.flatMap((action) => nameOf(action) ?? []).map((name) => `exit / ${name}`),
    ];
    for (const { event, guard, actions, targets, reenter } of transitionsOf(node)) {
      const transition = { event, label: labelOf(machine, node, event, guard), actions: actions.map(actionText) };
      if (targets.length === 0 || (targets.length === 1 && targets[0] === node)) {
        const effects = transition.actions.length === 0 ? "" : ` / ${transition.actions.join(", ")}`;
        lines.push(`${targets.length > 0 && reenter ? "↻ " : ""}${transition.label}${effects}`);
      } else for (const target of targets) draw(path, pathOf(target), false, transition);
    }
    if (node.type === "compound") {
      for (const target of node.initial.target) draw(path, pathOf(target), true);
    }
    const inside = Object.values(node.states).map((child) => read(child, node.type === "parallel"));
    const key = path === "" ? machine.id : node.key;
    return { path, key, kind: kindOf(node), isRegion, lines, parts: partsOf(node), inside };
  };
  const root = read(machine.root, false);
  return {
    machine: machine.id,
    root,
    arrows: [...arrows.values()].map(({ arrow, transitions }) => ({ ...arrow, transitions })),
  };
}

interface Transition {
  readonly event: string;
  readonly guard: unknown;
  readonly actions: readonly unknown[];
  readonly targets: readonly AnyStateNode[];
  readonly reenter: boolean;
}

function transitionsOf(node: AnyStateNode): Transition[] {
  const all = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
  return all.map(({ eventType, guard, actions, target, reenter }) => ({
    event: String(eventType),
    guard,
    actions,
    targets: target ?? [],
    reenter,
  }));
}

/** Without those that XState adds, which start and stop the timers. */
function partsOf(node: AnyStateNode): string[] {
  const all = transitionsOf(node).flatMap(({ guard, actions }) => [...namesIn(guard), ...actions.flatMap(namesIn)]);
  const delays = node.after.flatMap(({ delay }) => (typeof delay === "string" ? [delay] : []));
  return [...new Set([...node.entry.flatMap(namesIn), ...node.exit.flatMap(namesIn), ...delays, ...all])];
}

/** The named parts of a guard or an action, also where it is made of others. */
function namesIn(part: unknown): string[] {
  const name = nameOf(part);
  if (name !== undefined) return [name];
  if (typeof part !== "function" || !("guards" in part) || !Array.isArray(part.guards)) return [];
  return part.guards.flatMap(namesIn);
}

function pathOf(node: AnyStateNode): string {
  return node.path.join(".");
}

function kindOf(node: AnyStateNode): StateKind {
  return node.type === "history" ? "atomic" : node.type;
}

function labelOf(machine: AnyStateMachine, node: AnyStateNode, event: string, guard: unknown): string {
  const condition = guard === undefined ? "" : `[${guardText(guard)}]`;
  const cause = causeText(machine, node, event);
  return cause === "" ? condition || "always" : condition === "" ? cause : `${cause} ${condition}`;
}

/** `after prepareLimit (1 s)`, `attemptDelivery done`, or the event's own type. */
function causeText(machine: AnyStateMachine, node: AnyStateNode, event: string): string {
  const timer = node.after.find(({ eventType }) => eventType === event);
  if (timer !== undefined) return `after ${delayText(machine, timer.delay)}`;
  const [, how, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event) ?? [];
  if (how === undefined) return event;
  const invoked = node.invoke.find((candidate) => candidate.id === id)?.src;
  return `${typeof invoked === "string" ? invoked : "child"} ${how}`;
}

function delayText({ implementations }: AnyStateMachine, delay: unknown): string {
  const name = String(delay);
  const known: unknown = typeof delay === "number" ? delay : implementations.delays[name];
  if (typeof known !== "number") return name;
  const duration = known % 1_000 === 0 ? `${known / 1_000} s` : `${known} ms`;
  return typeof delay === "number" ? duration : `${name} (${duration})`;
}

function actionText(action: unknown): string {
  return nameOf(action) ?? "an action";
}

/** A guard by its name; `not isRunToBeHeld` and the like where it is made of others. */
export function guardText(guard: unknown): string {
  const name = nameOf(guard);
  if (name !== undefined) return name;
  if (typeof guard !== "function") return "a guard";
  const { guards, stateValue } = guard as { guards?: readonly unknown[]; stateValue?: unknown };
  if (stateValue !== undefined) return `in ${JSON.stringify(stateValue)}`;
  if (guards === undefined) return guard.name || "a guard";
  const [first] = guards;
  if (guards.length === 1) return `not ${guardText(first)}`;
  return guards.map(guardText).join(guard.name === "or" ? " or " : " and ");
}

function nameOf(part: unknown): string | undefined {
  if (typeof part === "string") return part;
  if (typeof part !== "object" || part === null || !("type" in part)) return undefined;
  return String(part.type);
}
