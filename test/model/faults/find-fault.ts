import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Finding } from "./search-machines.ts";
import type { SeededFault } from "./seeded-fault.ts";

const SEARCH = join(import.meta.dirname, "search-process.ts");
const LIMIT_MS = 10 * 60_000;

/**
 * Searches for the fault in a process of its own, since a faulty machine may run for ever.
 *
 * @throws Error when the fault does not fit the machines
 */
export async function findFault({ name }: SeededFault): Promise<Finding & { readonly seconds: number }> {
  const began = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [SEARCH, name], { timeout: LIMIT_MS });
  const finding: Finding = JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}");
  return { ...finding, seconds: (performance.now() - began) / 1_000 };
}
