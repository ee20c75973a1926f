import { readJsonLines } from "./json-lines.ts";

/** One thing that the bus recorder heard. */
export interface BusRecord {
  /** A channel of Pi's bus, or `session_start`, `agent_settled`, `session_shutdown` of the session it is loaded into. */
  readonly channel: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The process that heard it: a subagent's child is another one than Pi. */
  readonly pid: number;
  /** Pi's mode; only session events have it. */
  readonly mode?: string;
}

/** Reads the file that the bus recorder appends to. */
export function readBusRecords(path: string): BusRecord[] {
  return readJsonLines(path);
}
