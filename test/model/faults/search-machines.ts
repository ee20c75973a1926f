import { explore } from "../../../src/model/explore.ts";
import { SessionUnderTest } from "../../../src/model/machines-under-test.ts";
import { SCOPES } from "../../../src/model/scopes.ts";
import { RuleViolation } from "../../../src/model/trace.ts";
import type { SessionMachines } from "../../../src/runtime/provide-machines.ts";
import { provideSessionMachine } from "../../../src/runtime/provide-machines.ts";

/** What the model suite found first. */
export interface Finding {
  /** The scope that showed it; undefined when none did. */
  readonly scope?: string;
  /** How many events it takes. */
  readonly events?: number;
  /** The named rules that it breaks; it differs from the oracle too. */
  readonly rules?: readonly string[];
  readonly problem?: string;
}

/** Runs the model suite on the machines and stops at the first problem. */
export async function searchMachines(machines: SessionMachines): Promise<Finding> {
  const session = new SessionUnderTest((actors) => provideSessionMachine(actors, machines));
  const exploreAll = (stopAfter: number) => {
    for (const scope of SCOPES) {
      const finding = findingIn(scope.name, () => explore(scope, session, { stopAfter }).deadlocks);
      if (finding !== undefined) return finding;
    }
    return undefined;
  };
  // First near the start of every scope, then at random, then everything: most mistakes show early.
  const early = exploreAll(60) ?? exploreAll(250);
  if (early !== undefined) return early;
  const { walkAtRandom } = await import("../random-walks.ts");
  const walked = findingIn("random walks", () => {
    walkAtRandom(session, { walks: 500, seed: 1 });
    return [];
  });
  return walked ?? exploreAll(Number.POSITIVE_INFINITY) ?? {};
}

function findingIn(scope: string, search: () => readonly string[]): Finding | undefined {
  try {
    const [problem] = search();
    return problem === undefined ? undefined : { scope, problem };
  } catch (error) {
    if (!(error instanceof RuleViolation)) return { scope, problem: `thrown: ${error}` };
    const rules = new Set(error.problems.flatMap((problem) => /^R\d+/.exec(problem)?.[0] ?? []));
    return { scope, events: error.trace.events.length, rules: [...rules], problem: error.problems[0] ?? "" };
  }
}
