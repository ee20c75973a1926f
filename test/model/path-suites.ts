import type { InspectionEvent } from "xstate";
import { generatePaths } from "../../src/model/abstract-machine.ts";
import { MachineDriver } from "../../src/model/machine-driver.ts";
import { type PathSuite, suite } from "../../src/model/machine-suites.ts";
import { SessionUnderTest } from "../../src/model/machines-under-test.ts";
import { ONE_RUN, POLICY, SCOPES } from "../../src/model/scopes.ts";
import { provideSessionMachine } from "../../src/runtime/provide-machines.ts";
import { ExtensionWalker, writeAgentFolder } from "./extension-walker.ts";
import { isInThisRun } from "./short-run.ts";
import { type Walker, walkPath } from "./walk-path.ts";

export interface PathCount {
  readonly paths: number;
  readonly events: number;
}

/** Sees everything that happens inside the machines. */
interface Watcher {
  readonly inspect: (event: InspectionEvent) => void;
}

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
  const { setup } = suite.scope;
  return walkSuite(suite, () => new MachineDriver(SESSION, setup, inspect));
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
