/** `npm run faults [name]`: puts each seeded fault into the machines and lets the model suite search for it. */
import { availableParallelism } from "node:os";
import { SEEDED_FAULTS } from "./faults/all-faults.ts";
import { findFault } from "./faults/find-fault.ts";

const wanted = process.argv[2] ?? "";
const queue = SEEDED_FAULTS.filter(({ name }) => name.includes(wanted));
const total = queue.length;
const began = performance.now();
const missed: string[] = [];

async function work(): Promise<void> {
  for (let fault = queue.shift(); fault !== undefined; fault = queue.shift()) {
    const { scope, events, rules = [], problem = "", seconds } = await findFault(fault);
    if (scope === undefined) missed.push(fault.name);
    const how = scope === undefined ? "NOT FOUND" : `${events ?? "?"} events, ${scope}`;
    console.log(`| ${fault.name} | ${how} | ${rules.join(" ")} | ${problem} | ${seconds.toFixed(1)} |`);
  }
}

console.log("| fault | found after | named rules | what differs first | s |\n|---|---|---|---|---|");
await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, work));
const seconds = ((performance.now() - began) / 1_000).toFixed(0);
console.log(`\n${total - missed.length} of ${total} seeded faults found by the model suite, in ${seconds} s`);
for (const name of missed) console.log(`not found: ${name}`);
if (missed.length > 0) process.exitCode = 1;
