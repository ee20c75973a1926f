import type { InspectionEvent } from "xstate";
import { provideSessionMachine } from "../../src/actors/provide-machines.ts";
import type { PathKind } from "../../src/testing/generate-paths.ts";
import { generatePaths } from "./abstract-machine.ts";
import type { Scope } from "./explore.ts";
import { ExtensionWalker, writeAgentFolder } from "./extension-walker.ts";
import { MachineDriver } from "./machine-driver.ts";
import { SessionUnderTest } from "./machines-under-test.ts";
import { isInThisRun, isSmall } from "./scope-size.ts";
import { ONE_RUN, POLICY, SCOPES } from "./scopes.ts";
import { type Walker, walkPath } from "./walk-path.ts";

export interface PathSuite {
  readonly name: string;
  readonly kind: PathKind;
  readonly scope: Scope;
}

export interface PathCount {
  readonly paths: number;
  readonly events: number;
}

/** Sees everything that happens inside the machines. */
interface Watcher {
  readonly inspect: (event: InspectionEvent) => void;
}

const NAMES = {
  shortest: "the shortest path to each state",
  transitions: "a path through each transition",
  simple: "every path that visits no state twice",
} as const satisfies Record<PathKind, string>;

export const PATH_SUITES: readonly PathSuite[] = [
  suite(ONE_RUN, "simple"),
  ...SCOPES.map((scope) => suite(scope, isSmall(scope) ? "transitions" : "shortest")),
];

/** The same paths through the whole extension; of the scopes that a configuration file can express. */
export const EXTENSION_SUITES: readonly PathSuite[] = [
  suite(ONE_RUN, "simple"),
  ...SCOPES.filter((scope) => scope.name !== POLICY && isInThisRun("extension", scope)).map((scope) =>
    suite(scope, "shortest"),
  ),
];

const SESSION = new SessionUnderTest(provideSessionMachine);

/** Walks the whole extension on a fake Pi along every path of a suite. @throws RuleViolation */
export async function walkExtension(suite: PathSuite): Promise<PathCount> {
  const { setup } = suite.scope;
  await using agent = await writeAgentFolder(setup);
  return await walkSuite(suite, () => ExtensionWalker.start(setup, agent));
}

/** Walks the production machines along every path of a suite. @throws RuleViolation */
export function walkMachines(suite: PathSuite, { inspect }: Watcher): Promise<PathCount> {
  return walkSuite(suite, () => new MachineDriver(SESSION, suite.scope.setup, inspect));
}

/** @throws RuleViolation */
export async function walkSuite(
  { name, kind, scope }: PathSuite,
  start: () => Walker | Promise<Walker>,
): Promise<PathCount> {
  const paths = generatePaths(scope, kind);
  let events = 0;
  for (const path of paths) {
    const walker = await start();
    await walkPath(path, scope.setup, walker, name);
    await walker.end?.();
    events += path.steps.length;
  }
  return { paths: paths.length, events };
}

export function suite(scope: Scope, kind: PathKind): PathSuite {
  return { name: `${scope.name}: ${NAMES[kind]}`, kind, scope };
}
