import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Finding } from "./check-machines.ts";
import { copyWithFault } from "./faulty-copy.ts";
import type { SeededFault } from "./seeded-faults.ts";

const CHECK = join(import.meta.dirname, "check-machines.ts");
const LIMIT_MS = 10 * 60_000;

/** What the model suite finds in machines with this fault. */
export async function findFault(fault: SeededFault): Promise<Finding & { readonly seconds: number }> {
  const began = performance.now();
  await using copy = await copyWithFault(fault);
  const finding = await check(copy.provideModule);
  return { ...finding, seconds: (performance.now() - began) / 1_000 };
}

async function check(provideModule: string): Promise<Finding> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [CHECK, provideModule], { timeout: LIMIT_MS });
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}");
  } catch (error) {
    // A machine that no longer loads, or ends the process, is found as well; what it says is on the first line.
    return { scope: "start", problem: String(error).split("\n").slice(0, 3).join(" ").slice(0, 300) };
  }
}
