/**
 * Runs the model suite over the machines that the module named on the command line provides,
 * and prints as one line of JSON what it found first. In a process of its own: a faulty machine may throw anywhere.
 */
import { pathToFileURL } from "node:url";
import { explore } from "../../src/model/explore.ts";
import { type ProvideSession, SessionUnderTest } from "../../src/model/machines-under-test.ts";
import { SCOPES } from "../../src/model/scopes.ts";
import { RuleViolation } from "../../src/model/trace.ts";

export interface Finding {
  /** The scope that showed it; undefined when none did. */
  readonly scope?: string;
  /** How many events it takes. */
  readonly events?: number;
  /** The named rules that it breaks; beside them it differs from the oracle. */
  readonly rules?: readonly string[];
  readonly problem?: string;
}

const [, , module = ""] = process.argv;
const { provideSessionMachine }: { provideSessionMachine: ProvideSession } = await import(pathToFileURL(module).href);

function tell(finding: Finding): never {
  console.log(JSON.stringify(finding));
  process.exit(0);
}

let looking = "";
process.on("uncaughtException", (error) => tell({ scope: looking, problem: `uncaught: ${error.message}` }));

function look(where: string, lookThere: () => readonly string[]): void {
  looking = where;
  try {
    const [deadlock] = lookThere();
    if (deadlock !== undefined) tell({ scope: where, problem: deadlock });
  } catch (error) {
    if (!(error instanceof RuleViolation)) tell({ scope: where, problem: `thrown: ${error}` });
    const rules = new Set(error.problems.flatMap((problem) => /^(?:R|SPEC )\d+/.exec(problem)?.[0] ?? []));
    tell({ scope: where, events: error.trace.events.length, rules: [...rules], problem: error.problems[0] ?? "" });
  }
}

// Near the start everywhere, then at random, then all of it: most mistakes show early.
const session = new SessionUnderTest(provideSessionMachine);
const exploreAll = (stopAfter: number) => {
  for (const scope of SCOPES) look(scope.name, () => explore(scope, session, { stopAfter }).deadlocks);
};
exploreAll(60);
exploreAll(250);
const { walkAtRandom } = await import("./random-walks.ts");
look("random walks", () => {
  walkAtRandom(session, { walks: 500, seed: 1 });
  return [];
});
exploreAll(Number.POSITIVE_INFINITY);
tell({});
