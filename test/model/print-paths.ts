/**
 * `npm run paths`: the generated suites, how many paths and events each has, and what they take of each machine;
 * exits with 1 when a transition is not taken. Then the paths that `pi-paths.test.ts` walks on the real Pi.
 */

import { PATH_SUITES } from "../../src/model/machine-suites.ts";
import { coverageLines } from "../../src/testing/transition-coverage.ts";
import { OWN_FAULTS } from "./own-faults.ts";
import { walkMachines } from "./path-suites.ts";
import { PI_SCOPES } from "./pi-scopes.ts";
import { piPaths, reachableStates } from "./pi-suites.ts";
import { productionCoverage } from "./production-coverage.ts";

const coverage = productionCoverage();
let paths = 0;
for (const suite of PATH_SUITES) {
  const count = await walkMachines(suite, coverage);
  paths += count.paths;
  console.log(`${String(count.paths).padStart(6)} paths ${String(count.events).padStart(7)} events  ${suite.name}`);
}
for (const { cause } of OWN_FAULTS) cause(coverage.inspect);
console.log(`${String(paths).padStart(6)} paths in all, and ${OWN_FAULTS.length} faults of our own\n`);
const report = coverage.report();
console.log(coverageLines(report).join("\n"));
if (report.some(({ missing }) => missing.length > 0)) process.exitCode = 1;

console.log("\nOn the real Pi:");
for (const scope of PI_SCOPES) {
  const suite = piPaths(scope);
  const acts = suite.reduce((sum, path) => sum + path.length, 0);
  const size = `${String(suite.length).padStart(6)} paths ${String(acts).padStart(7)} acts  `;
  console.log(`${size}${scope.name}: ${reachableStates(scope).size} states (${scope.kind})`);
}
