import { generatePaths, named } from "../../src/model/abstract-machine.ts";
import { PATH_SUITES, type PathSuite } from "../../src/model/machine-suites.ts";
import type { ModelEvent } from "../../src/model/model-event.ts";
import { initialState, next } from "../../src/model/oracle.ts";

export type { PathSuite } from "../../src/model/machine-suites.ts";
export const SUITES = PATH_SUITES;

export type ModelPath = readonly ModelEvent[];

/** The very paths that `npm run paths` walks. Takes up to some seconds; each suite is generated once. */
export function pathsOf(suite: PathSuite): readonly ModelPath[] {
  const known = GENERATED.get(suite);
  if (known !== undefined) return known;
  const { setup } = suite.scope;
  const paths = generatePaths(suite.scope, suite.kind).map(({ steps }) => {
    let state = initialState();
    return steps.map((step) => {
      const event = named(step.event, state);
      state = next(setup, state, event).state;
      return event;
    });
  });
  GENERATED.set(suite, paths);
  return paths;
}

const GENERATED = new Map<PathSuite, readonly ModelPath[]>();
