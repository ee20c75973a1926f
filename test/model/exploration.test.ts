import { describe, expect, it } from "vitest";
import { provideSessionMachine } from "../../src/actors/provide-machines.ts";
import { explore } from "./explore.ts";
import { SessionUnderTest } from "./machines-under-test.ts";
import { LONG_SCOPES, SCOPES } from "./scopes.ts";

const session = new SessionUnderTest(provideSessionMachine);
const LONG_RUN_MS = 60 * 60_000;

describe("every interleaving, to the fixed point", () => {
  it.each(SCOPES.map((scope) => [scope.name, scope] as const))("%s", (_name, scope) => {
    expectAllIsWell(scope);
  });
});

describe.runIf(process.env.MODEL_LONG === "1")("every interleaving of larger scopes", () => {
  it.each(LONG_SCOPES.map((scope) => [scope.name, scope] as const))(
    "%s",
    (_name, scope) => {
      expectAllIsWell(scope);
    },
    LONG_RUN_MS,
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
