/**
 * `npm run stately [-- FOLDER]`: writes each production machine as a file that Stately's visualizer and editor import;
 * into `stately/`, which git ignores, or the folder that is named.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { machineSource } from "./stately/machine-source.ts";
import { productionMachines } from "./stately/production-machines.ts";

const [given] = process.argv.slice(2);
const folder = given === undefined ? fileURLToPath(new URL("../stately", import.meta.url)) : resolve(given);
mkdirSync(folder, { recursive: true });
for (const [name, machine] of await productionMachines()) {
  const file = join(folder, `${name}.machine.js`);
  writeFileSync(file, machineSource(machine));
  console.log(file);
}
