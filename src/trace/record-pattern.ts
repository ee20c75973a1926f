import type { TraceRecord } from "./trace-format.ts";

/** A record and what it happened in. */
export interface PlacedRecord extends TraceRecord {
  /** The leaf states of the session by then; absent where they are not kept any more. */
  readonly session?: readonly string[];
  /** The leaf states of the session's background work by then; absent likewise. */
  readonly background?: readonly string[];
}

/** Which records a row of a table is about; what it leaves out may be anything. */
export interface RecordPattern {
  readonly machine: string;
  readonly event?: string;
  /** A leaf state that was active before, or one around it. */
  readonly before?: string;
  /** A leaf state that the event led into, or one around it. */
  readonly into?: string;
  readonly reason?: string;
  /** States that the session is in by then, all of them, or ones around them. */
  readonly session?: readonly string[];
  /** A state that the session's background work is in by then, or one around it. */
  readonly background?: string;
}

export function fits(record: PlacedRecord, pattern: RecordPattern): boolean {
  const { machine, event, before, into, reason, session = [], background } = pattern;
  if (record.machine !== machine) return false;
  if (event !== undefined && record.event !== event) return false;
  if (reason !== undefined && record.reason !== reason) return false;
  if (before !== undefined && !(record.before ?? []).some((state) => isWithin(state, before))) return false;
  if (!session.every((around) => record.session?.some((state) => isWithin(state, around)))) return false;
  if (background !== undefined && !record.background?.some((state) => isWithin(state, background))) return false;
  return into === undefined || enteredStates(record).some((state) => isWithin(state, into));
}

/** The leaf states that were not active before. */
export function enteredStates({ before = [], after }: TraceRecord): readonly string[] {
  return after.filter((state) => !before.includes(state));
}

function isWithin(state: string, around: string): boolean {
  return state === around || state.startsWith(`${around}.`);
}
