import type { InspectionEvent } from "xstate";
import { checkStep } from "./check-step.ts";
import { jointKey } from "./joint-state.ts";
import { SessionLedger } from "./ledger.ts";
import { MachineDriver } from "./machine-driver.ts";
import type { SessionUnderTest } from "./machines-under-test.ts";
import type { ModelEvent, ModelSetup } from "./model-event.ts";
import { initialState, isLive, next } from "./oracle.ts";
import type { OracleState } from "./oracle-state.ts";
import { type Alphabet, possibleEvents } from "./possible-events.ts";
import { RuleViolation, traceOf } from "./trace.ts";

export interface Scope {
  readonly name: string;
  readonly setup: ModelSetup;
  readonly alphabet: Alphabet;
}

export interface Exploration {
  readonly scope: string;
  readonly states: number;
  readonly transitions: number;
  /** Events from the start to the state that takes most. */
  readonly depth: number;
  readonly seconds: number;
  /** Steps of the clock left out because two limits met of which the rules prefer neither. */
  readonly ambiguous: number;
  /** States from which a closed session can not be reached, and those that do not come to rest; both should be empty. */
  readonly deadlocks: readonly string[];
}

interface Node {
  readonly state: OracleState;
  readonly parent: Node | undefined;
  readonly event: ModelEvent | undefined;
  readonly depth: number;
  readonly index: number;
  /** Machines that stand here already, until they are used. */
  place?: SearchPlace | undefined;
}

/**
 * Every interleaving of a scope, breadth first over the joint state of oracle and machines, to the fixed point:
 * states that either of the two may tell apart are kept apart.
 *
 * `stopAfter` so many states it ends early, with what it has seen till then and no word on deadlocks.
 *
 * @throws RuleViolation at the first step at which the machines do not what the rules want; no shorter trace shows one
 */
export function explore(
  scope: Scope,
  session: SessionUnderTest,
  {
    inspect,
    stopAfter = Number.POSITIVE_INFINITY,
  }: { inspect?: (event: InspectionEvent) => void; stopAfter?: number } = {},
): Exploration {
  const { setup, alphabet } = scope;
  const began = performance.now();
  const graph = new StateGraph();
  const known = new Map<string, Node>();
  const root: Node = { state: initialState(), parent: undefined, event: undefined, depth: 0, index: 0 };
  known.set(jointKey(root.state, new MachineDriver(session, setup)), root);
  const queue = [root];
  let transitions = 0;
  let ambiguous = 0;
  let kept = 0;
  for (const node of queue) {
    if (known.size > stopAfter) break;
    graph.add(node);
    let { place } = node;
    if (place !== undefined) kept -= 1;
    node.place = undefined;
    for (const event of possibleEvents(node.state, alphabet)) {
      const expected = next(setup, node.state, event);
      if (expected.ambiguous) {
        ambiguous += 1;
        graph.leaveOut(node);
        continue;
      }
      transitions += 1;
      place ??= arrive(node, session, setup, inspect);
      const seen = place.driver.take(event);
      const problems = checkStep({ setup, event, before: node.state, expected, seen, ledger: place.ledger });
      if (problems.length > 0) {
        throw new RuleViolation(traceOf(setup, [...eventsTo(node), event], `scope ${scope.name}`), problems);
      }
      const key = jointKey(expected.state, place.driver);
      let target = known.get(key);
      if (target === undefined) {
        const mayKeep = kept < MOST_PLACES_KEPT;
        if (mayKeep) kept += 1;
        target = {
          state: expected.state,
          parent: node,
          event,
          depth: node.depth + 1,
          index: known.size,
          place: mayKeep ? place : undefined,
        };
        known.set(key, target);
        queue.push(target);
      }
      graph.connect(node, event, target);
      // An event that changed nothing at all leaves the machines where they were: they can be used again.
      if (target !== node || JSON.stringify(expected.state) !== JSON.stringify(node.state)) place = undefined;
    }
  }
  return {
    scope: scope.name,
    states: known.size,
    transitions,
    depth: queue.at(-1)?.depth ?? 0,
    seconds: (performance.now() - began) / 1_000,
    ambiguous,
    deadlocks: known.size > stopAfter ? [] : graph.deadlocks(),
  };
}

/** Machines that wait where a new state was found, so that the way there is not gone twice; some 100 kB each. */
const MOST_PLACES_KEPT = 1_000;

interface SearchPlace {
  readonly driver: MachineDriver;
  readonly ledger: SessionLedger;
}

function arrive(
  node: Node,
  session: SessionUnderTest,
  setup: ModelSetup,
  inspect: ((event: InspectionEvent) => void) | undefined,
): SearchPlace {
  const driver = new MachineDriver(session, setup, inspect);
  const ledger = new SessionLedger();
  for (const event of eventsTo(node)) ledger.note(driver.take(event));
  return { driver, ledger };
}

function eventsTo(node: Node): ModelEvent[] {
  const events: ModelEvent[] = [];
  for (let at: Node | undefined = node; at?.event !== undefined; at = at.parent) events.push(at.event);
  return events.reverse();
}

/** Steps of the clock after which whatever is not held has come to rest: its delay, preparing, yielding, the attempt. */
const STEPS_TO_REST = 12;

/** Which states follow which, for questions about whole paths: can it end, does it come to rest. */
class StateGraph {
  readonly #nodes: Node[] = [];
  readonly #before = new Map<Node, Node[]>();
  readonly #afterClock = new Map<Node, Node>();
  readonly #leftOut = new Set<Node>();

  add(node: Node): void {
    this.#nodes.push(node);
  }

  /** The clock's next step from here is not compared, so where it leads is not known. */
  leaveOut(node: Node): void {
    this.#leftOut.add(node);
  }

  connect(from: Node, event: ModelEvent, to: Node): void {
    const before = this.#before.get(to);
    if (before === undefined) this.#before.set(to, [from]);
    else before.push(from);
    if (event.type === "clock.advanced") this.#afterClock.set(from, to);
  }

  deadlocks(): string[] {
    const ending = this.#statesThatCanEnd();
    return [
      ...this.#nodes.filter((node) => !ending.has(node)).map((node) => `never closes: ${told(node)}`),
      ...this.#nodes.filter((node) => !this.#comesToRest(node)).map((node) => `never rests: ${told(node)}`),
    ];
  }

  #statesThatCanEnd(): Set<Node> {
    const ending = new Set(this.#nodes.filter(({ state }) => state.session === "closed"));
    for (const node of ending) for (const before of this.#before.get(node) ?? []) ending.add(before);
    return ending;
  }

  #comesToRest(from: Node): boolean {
    let node: Node | undefined = from;
    for (let step = 0; step < STEPS_TO_REST && node !== undefined && !isAtRest(node.state); step += 1) {
      if (this.#leftOut.has(node)) return true;
      node = this.#afterClock.get(node);
    }
    return node !== undefined && isAtRest(node.state);
  }
}

/** Nothing goes on by itself: all is finished, or held by a dialog. */
function isAtRest({ session, dialog, notices }: OracleState): boolean {
  if (session === "closing" || session === "draining") return false;
  return notices.every(
    ({ kind, deliveries }) =>
      (kind === "settled" && dialog?.waiting === true && !deliveries.some(({ stage }) => stage.at === "attempting")) ||
      !deliveries.some(isLive),
  );
}

function told(node: Node): string {
  return JSON.stringify(eventsTo(node));
}
