/** Searches for the seeded fault named on the command line and prints what it found as one line of JSON. */
import { SEEDED_FAULTS } from "./all-faults.ts";
import { type Finding, searchMachines } from "./search-machines.ts";
import { machinesWith } from "./seeded-fault.ts";

const [, , name = ""] = process.argv;
const fault = SEEDED_FAULTS.find((seeded) => seeded.name === name);
if (fault === undefined) throw new Error(`no seeded fault is called "${name}"`);
const machines = machinesWith(fault);

// A faulty machine may throw where nothing catches it.
process.on("uncaughtException", ({ message }) =>
  report({ scope: "outside the search", problem: `uncaught: ${message}` }),
);
report(await searchMachines(machines));

function report(finding: Finding): never {
  console.log(JSON.stringify(finding));
  process.exit(0);
}
