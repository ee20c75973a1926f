import { describe, expect, it } from "vitest";
import { provideSessionMachine } from "../../src/actors/provide-machines.ts";
import { explore } from "./explore.ts";
import { SessionUnderTest } from "./machines-under-test.ts";
import { LONG_SCOPES, SCOPES } from "./scopes.ts";
import { SEARCH_LIMIT_MS } from "./search-limit.ts";

const session = new SessionUnderTest(provideSessionMachine);
const isLong = process.env.MODEL_LONG === "1";
const scopes = isLong ? [...SCOPES, ...LONG_SCOPES] : SCOPES;
const LIMIT_MS = isLong ? 2 * 60 * 60_000 : 10 * 60_000;

describe("every interleaving, to the fixed point", { timeout: SEARCH_LIMIT_MS }, () => {
  it.each(scopes.map((scope) => [scope.name, scope] as const))(
    "%s",
    (_name, scope) => {
      expectAllIsWell(scope);
    },
    LIMIT_MS,
  );
});

function expectAllIsWell(scope: (typeof SCOPES)[number]): void {
  const { deadlocks, states, transitions, depth, seconds, ambiguous } = explore(scope, session);
  const leftOut = ambiguous === 0 ? "" : `, ${ambiguous} steps of the clock left out`;
  console.log(
    `${scope.name}: ${states} states, ${transitions} transitions, depth ${depth}, ${seconds.toFixed(1)} s${leftOut}`,
  );
  expect(deadlocks).toEqual([]);
  expect(states).toBeGreaterThan(10);
}
