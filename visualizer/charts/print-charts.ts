/** Prints the charts of the production machines, placed, as JSON. A step of `scripts/build-visualizer.mjs`. */
import ELK from "elkjs/lib/elk.bundled.js";
import type { Chart } from "./chart.ts";
import { layOut } from "./lay-out.ts";
import { PRODUCTION_MACHINES } from "./production-machines.ts";
import { readMachine } from "./read-machine.ts";

async function placedCharts(): Promise<Chart[]> {
  const elk = new ELK.default();
  return await Promise.all(
    PRODUCTION_MACHINES.map((machine) => layOut(readMachine(machine), (graph) => elk.layout(graph))),
  );
}

placedCharts().then(
  (charts) => process.stdout.write(JSON.stringify(charts)),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
