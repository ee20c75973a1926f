import { fits, type RecordPattern } from "./record-pattern.ts";
import type { TraceRecord } from "./trace-format.ts";

/** A way to end, for something that might have made a notice, without one. */
export interface NothingRow extends RecordPattern {
  readonly why: string;
}

/**
 * Why a run or a dialog made no notice: the first row that fits one of its records speaks. A row about the session
 * itself tells of something that never became a run or a dialog. A new reason for silence is a new row.
 */
export const WHY_NOTHING: readonly NothingRow[] = [
  { machine: "run", event: "run.settled", before: "working", into: "over", why: "you stopped the run" },
  { machine: "run", event: "session.ended", before: "working", why: "the session ended while the run was at work" },
  { machine: "span", event: "span.closed", before: "grace", why: "the dialog closed within its grace time" },
  { machine: "span", event: "session.ended", before: "grace", why: "the session ended with the dialog" },
  {
    machine: "session",
    event: "span.opened",
    into: "active.dialog.silent",
    why: "the extension that opened the dialog wants it silent",
  },
  { machine: "span", before: "unwatched", into: "over", why: "nothing was waiting for this dialog" },
];

export function whyNothing(record: TraceRecord, rows: readonly NothingRow[] = WHY_NOTHING): string | undefined {
  return rows.find((row) => fits(record, row))?.why;
}
