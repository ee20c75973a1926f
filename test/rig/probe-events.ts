import { readFileSync } from "node:fs";

/** One Pi event as the probe extension saw it. */
export interface ProbeEvent {
  /** Pi's name for it, such as `agent_settled`. */
  readonly type: string;
  /** When the probe's handler ran, ms since the epoch. */
  readonly at: number;
  /** Pi's process id. */
  readonly pid: number;
  /** Pi's mode: `tui`, `print`, `json` or `rpc`. */
  readonly mode: string;
  /** The payload's fields that tests look at; see extensions/probe.ts. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Reads the file that the probe extension appends to. Whole lines only; a file that is not there yet is empty. */
export function readProbeEvents(path: string): ProbeEvent[] {
  let content: string;
  try {
    content = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  const whole = content.slice(0, content.lastIndexOf("\n") + 1);
  return whole
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ProbeEvent);
}
