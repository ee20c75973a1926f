import { pathsThrough } from "../../src/model/abstract-machine.ts";
import { oracleKey } from "../../src/model/joint-state.ts";
import { initialState } from "../../src/model/oracle.ts";
import type { OracleState } from "../../src/model/oracle-state.ts";
import { type PiAct, type PiEnding, type PiScope, perform, possibleActs } from "./pi-acts.ts";
import { type PiBench, startPiBench } from "./pi-bench.ts";
import { PiWalk, TooSlow } from "./pi-walk.ts";

export interface PiCount {
  readonly walked: number;
  readonly acts: number;
  readonly endings: Readonly<Record<PiEnding, number>>;
  /** Paths that were walked again because this machine stood still. */
  readonly again: number;
  readonly starts: number;
}

/** The generated paths of a scope, as acts. */
export function piPaths(scope: PiScope, kind: PiScope["kind"] = scope.kind): readonly (readonly PiAct[])[] {
  const model = {
    name: scope.name,
    take: (state: OracleState, act: PiAct) => perform(scope, state, act).state,
    possible: (state: OracleState) => unambiguousActs(scope, state),
  };
  return pathsThrough<PiAct>(model, kind).map(({ steps }) => steps.map(({ event }) => event));
}

/** Every state that acts lead to, found without the generator. */
export function reachableStates(scope: PiScope): ReadonlySet<string> {
  const start = initialState();
  const known = new Set([oracleKey(start)]);
  const queue = [start];
  for (const state of queue) {
    for (const act of unambiguousActs(scope, state)) {
      const after = perform(scope, state, act).state;
      if (known.has(oracleKey(after))) continue;
      known.add(oracleKey(after));
      queue.push(after);
    }
  }
  return known;
}

/** Every state that is passed on the paths. */
export function visitedStates(scope: PiScope, paths: readonly (readonly PiAct[])[]): ReadonlySet<string> {
  const visited = new Set([oracleKey(initialState())]);
  for (const path of paths) {
    let state = initialState();
    for (const act of path) {
      state = perform(scope, state, act).state;
      visited.add(oracleKey(state));
    }
  }
  return visited;
}

function unambiguousActs(scope: PiScope, state: OracleState): PiAct[] {
  return possibleActs(scope, state).filter((act) => !perform(scope, state, act).ambiguous);
}

/** How often a path may be begun again because the machine stood still. */
const MOST_TRIES = 6;
/** Every so many paths the process ends with its session, by key and by signal in turn; a start costs seconds. */
const PROCESS_ENDS_EVERY = 20;

/** Walks real Pis along `paths`, one session a path. @throws PiViolation */
export async function walkPi(scope: PiScope, paths: readonly (readonly PiAct[])[]): Promise<PiCount> {
  const endings: Record<PiEnding, number> = { "/new": 0, "/reload": 0, "Ctrl+D": 0, SIGTERM: 0 };
  let bench: PiBench | undefined;
  let starts = 0;
  let acts = 0;
  let again = 0;
  try {
    for (const [index, path] of paths.entries()) {
      for (let tries = 1; ; tries += 1) {
        const standing: PiBench = bench ?? (await startPiBench(scope));
        if (bench === undefined) starts += 1;
        bench = standing;
        const how = await walkOne(scope, standing, path, wishFor(index, paths.length)).catch((error: unknown) => {
          if (!(error instanceof TooSlow) || tries === MOST_TRIES) throw error;
          return undefined;
        });
        if (how === undefined) again += 1;
        else endings[how] += 1;
        if (how !== "/new" && how !== "/reload") {
          await standing[Symbol.asyncDispose]();
          bench = undefined;
        }
        if (how !== undefined) break;
      }
      acts += path.length;
    }
  } finally {
    await bench?.[Symbol.asyncDispose]();
  }
  return { walked: paths.length, acts, endings, again, starts };
}

async function walkOne(scope: PiScope, bench: PiBench, path: readonly PiAct[], wish: PiEnding): Promise<PiEnding> {
  const walk = new PiWalk(bench, scope);
  for (const act of path) await walk.take(act);
  let { state } = walk;
  if (wish !== "SIGTERM" && state.dialog !== undefined) {
    // A dialog has the keyboard; the other endings are typed.
    await walk.take({ type: "dialog.answered" });
    ({ state } = walk);
  }
  return await walk.end((possible) => (possible.includes(wish) ? wish : (possible[0] ?? "SIGTERM")));
}

/** The last path always ends its process. */
function wishFor(index: number, of: number): PiEnding {
  const isLast = index === of - 1;
  if (isLast || index % PROCESS_ENDS_EVERY === PROCESS_ENDS_EVERY - 1) return of % 2 === 0 ? "Ctrl+D" : "SIGTERM";
  return index % 3 === 2 ? "/reload" : "/new";
}
