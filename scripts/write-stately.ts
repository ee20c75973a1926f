/**
 * `npm run stately [-- FOLDER]`: writes each production machine as a file that Stately's visualizer and editor import;
 * into `stately/`, which git ignores, or the folder that is named.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { PRODUCTION_MACHINES } from "../src/machines/production-machines.ts";
import { machineSource } from "./stately/machine-source.ts";

const [given] = process.argv.slice(2);
const folder = given === undefined ? fileURLToPath(new URL("../stately", import.meta.url)) : resolve(given);
mkdirSync(folder, { recursive: true });
for (const { machine, parts } of PRODUCTION_MACHINES) {
  const file = join(folder, `${machine.id}.machine.js`);
  writeFileSync(file, machineSource(machine, parts));
  console.log(file);
}
