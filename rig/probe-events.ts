import { readJsonLines } from "./json-lines.ts";

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

/** Reads the file that the probe extension appends to. */
export function readProbeEvents(path: string): ProbeEvent[] {
  return readJsonLines(path);
}
