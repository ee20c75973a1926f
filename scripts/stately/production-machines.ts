import { readdirSync } from "node:fs";
import { type AnyStateMachine, StateMachine } from "xstate";

const FOLDER = new URL("../../src/machines/", import.meta.url);
const ENDING = ".machine.ts";

/**
 * The machines of `src/machines` by the names of their files: `delivery`, `channel-health`.
 * @throws Error for a file that does not export exactly one
 */
export async function productionMachines(): Promise<ReadonlyMap<string, AnyStateMachine>> {
  const machines = new Map<string, AnyStateMachine>();
  for (const file of readdirSync(FOLDER).sort()) {
    if (!file.endsWith(ENDING)) continue;
    const exported: Readonly<Record<string, unknown>> = await import(new URL(file, FOLDER).href);
    const [machine, ...more] = Object.values(exported).filter((value) => value instanceof StateMachine);
    if (machine === undefined || more.length > 0) throw new Error(`${file} does not export exactly one machine`);
    machines.set(file.slice(0, -ENDING.length), machine);
  }
  return machines;
}
