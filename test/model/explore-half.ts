import { expect, it } from "vitest";
import { provideSessionMachine } from "../../src/actors/provide-machines.ts";
import { explore, type Scope } from "./explore.ts";
import { IS_LONG } from "./long-run.ts";
import { SessionUnderTest } from "./machines-under-test.ts";
import { LONG_SCOPES, SCOPES } from "./scopes.ts";

const session = new SessionUnderTest(provideSessionMachine);
const LIMIT_MS = IS_LONG ? 2 * 60 * 60_000 : 10 * 60_000;

/** The largest; in a short run their generated paths and the random walks stand for them. */
const LONG_ONLY: ReadonlySet<string> = new Set([
  "bell after osc",
  "2 runs and a publication, every stray event",
  "a broken channel beside a good one",
]);

/**
 * Explores every second scope, each to its fixed point; two files share them, so that two workers do.
 * `MODEL_LONG=1` explores all of them, and the long ones.
 */
export function exploreHalf(half: 0 | 1): void {
  const scopes = IS_LONG ? [...SCOPES, ...LONG_SCOPES] : SCOPES.filter(({ name }) => !LONG_ONLY.has(name));
  it.each(scopes.filter((_scope, index) => index % 2 === half).map((scope) => [scope.name, scope] as const))(
    "%s",
    (_name, scope) => expectAllIsWell(scope),
    LIMIT_MS,
  );
}

function expectAllIsWell(scope: Scope): void {
  const { deadlocks, states, transitions, depth, seconds, ambiguous } = explore(scope, session);
  const leftOut = ambiguous === 0 ? "" : `, ${ambiguous} steps of the clock left out`;
  console.log(
    `${scope.name}: ${states} states, ${transitions} transitions, depth ${depth}, ${seconds.toFixed(1)} s${leftOut}`,
  );
  expect(deadlocks).toEqual([]);
  expect(states).toBeGreaterThan(10);
}
