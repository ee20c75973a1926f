import { type Environment, LOCALE_VARIABLES, pickVariables } from "../../ports/environment.ts";
import { readProgram } from "./program-output.ts";

interface RunningProcess {
  readonly parent: number;
  /** The program's name, without a folder. */
  readonly name: string;
}

export type ProcessTable = ReadonlyMap<number, RunningProcess>;

const INHERITS = ["PATH", ...LOCALE_VARIABLES];

/** A busy server has thousands of processes, a line each. */
const MAX_TABLE_BYTES = 4 * 1024 * 1024;

/** The parents of processes, as far as this user may see them; `undefined` without a usable `ps`. Never rejects. */
export async function readProcessTable(
  env: Environment,
  limitMs: number,
  signal: AbortSignal,
): Promise<ProcessTable | undefined> {
  const question = { program: "ps", args: ["-A", "-o", "pid=,ppid=,comm="], env: pickVariables(env, INHERITS) };
  const output = await readProgram(question, limitMs, signal, MAX_TABLE_BYTES);
  return output.kind === "text" ? parseProcessTable(output.text) : undefined;
}

export function parseProcessTable(text: string): ProcessTable {
  const table = new Map<number, RunningProcess>();
  for (const line of text.split("\n")) {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*?)\s*$/.exec(line) ?? [];
    if (pid !== undefined) table.set(Number(pid), { parent: Number(parent), name: command.replace(/^.*\//, "") });
  }
  return table;
}

/** The names of a process and of those above it, the nearest first, but for the first of all, which adopts orphans. */
export function ancestryOf(pid: number, table: ProcessTable): string[] {
  const names: string[] = [];
  const seen = new Set<number>();
  for (let current = pid; current > 1 && !seen.has(current); ) {
    const process = table.get(current);
    if (process === undefined) break;
    seen.add(current);
    names.push(process.name);
    current = process.parent;
  }
  return names;
}
