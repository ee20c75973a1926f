/** Prints the charts of the production machines, placed, as JSON. A step of `scripts/build-visualizer.mjs`. */
import ELK from "elkjs/lib/elk.bundled.js";
import { PRODUCTION_MACHINES } from "../../src/machines/production-machines.ts";
import type { Chart } from "./chart.ts";
import { chartWords } from "./chart-words.ts";
import { layOut } from "./lay-out.ts";
import { readMachine } from "./read-machine.ts";

async function placedCharts(): Promise<Chart[]> {
  const elk = new ELK.default();
  return await Promise.all(
    PRODUCTION_MACHINES.map(async (production) => ({
      ...(await layOut(readMachine(production.machine), (graph) => elk.layout(graph))),
      words: chartWords(production),
    })),
  );
}

placedCharts().then(
  (charts) => process.stdout.write(JSON.stringify(charts)),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
