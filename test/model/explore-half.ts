import { expect, it } from "vitest";
import { explore, type Scope } from "../../src/model/explore.ts";
import { SessionUnderTest } from "../../src/model/machines-under-test.ts";
import { LONG_SCOPES, SCOPES } from "../../src/model/scopes.ts";
import { provideSessionMachine } from "../../src/runtime/provide-machines.ts";
import { IS_LONG } from "./long-run.ts";
import { isInThisRun } from "./short-run.ts";

const session = new SessionUnderTest(provideSessionMachine);
const LIMIT_MS = IS_LONG ? 2 * 60 * 60_000 : 10 * 60_000;

/**
 * Explores every second scope of this run, each to its fixed point; two files share them, so that two workers do.
 */
export function exploreHalf(half: 0 | 1): void {
  const scopes = [...SCOPES, ...LONG_SCOPES].filter((scope) => isInThisRun("explore", scope));
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
