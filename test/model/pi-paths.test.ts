import { expect, it } from "vitest";
import { describeWith } from "../../rig/describe-with.ts";
import { IS_LONG } from "./long-run.ts";
import type { PiAct, PiScope } from "./pi-acts.ts";
import { LONG_PI_SCOPES, PI_SCOPES } from "./pi-scopes.ts";
import { piPaths, reachableStates, visitedStates, walkPi } from "./pi-suites.ts";

const scopes = IS_LONG ? [...PI_SCOPES, ...LONG_PI_SCOPES] : PI_SCOPES;
/** So that the largest scope does not keep one Pi busy long after the others. */
const PATHS_A_PI = 30;

interface Part {
  readonly name: string;
  readonly scope: PiScope;
  readonly paths: readonly (readonly PiAct[])[];
}

const parts = scopes.flatMap((scope) => partsOf(scope));

it.each(scopes.map((scope) => [scope.name, scope] as const))("%s: the paths visit each state", (_name, scope) => {
  const paths = piPaths(scope);
  const states = reachableStates(scope);
  console.log(`${scope.name}: ${states.size} states, ${paths.length} paths (${scope.kind})`);
  expect([...visitedStates(scope, paths)].sort()).toEqual([...states].sort());
  expect(paths).toHaveLength(scope.paths);
});

describeWith("tmux", "the same on the real Pi, its outside compared after each act", () => {
  it.concurrent.each(parts.map((part) => [part.name, part] as const))(
    "%s",
    async (name, { scope, paths }) => {
      const { walked, acts, endings, again } = await walkPi(scope, paths);
      const ends = Object.entries(endings).map(([how, count]) => `${count} × ${how}`);
      const repeated = again === 0 ? "" : `; ${again} walked again, the machine was too slow`;
      console.log(`${name}: ${walked} paths, ${acts} acts, ended by ${ends.join(", ")}${repeated}`);
      expect(walked).toBe(paths.length);
      expect(endings.SIGTERM + endings["Ctrl+D"]).toBeGreaterThan(0);
    },
    IS_LONG ? 60 * 60_000 : 5 * 60_000,
  );
});

function partsOf(scope: PiScope): Part[] {
  const all = piPaths(scope, IS_LONG && PI_SCOPES.includes(scope) ? "transitions" : scope.kind);
  const count = Math.ceil(all.length / PATHS_A_PI);
  return Array.from({ length: count }, (_, index) => ({
    name: count === 1 ? scope.name : `${scope.name}, part ${index + 1} of ${count}`,
    scope,
    paths: all.slice(index * PATHS_A_PI, (index + 1) * PATHS_A_PI),
  }));
}
