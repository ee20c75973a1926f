import type { SilenceMessage } from "../messages/trace.messages.ts";
import { fits, type RecordPattern } from "./record-pattern.ts";
import type { TraceRecord } from "./trace-format.ts";

/** A way in which a run or a dialog can end without a notification. */
export interface NothingRow extends RecordPattern {
  readonly why: SilenceMessage;
}

/**
 * Why a run or a dialog made no notification: the first row that fits one of its records counts. A row about the
 * session itself is for what never became a run or a dialog. A new reason for silence is a new row.
 */
export const WHY_NOTHING: readonly NothingRow[] = [
  { machine: "run", event: "run.settled", before: "working", into: "over", why: { id: "runAborted" } },
  { machine: "run", event: "session.ended", before: "working", why: { id: "sessionEndedInRun" } },
  { machine: "span", event: "span.closed", before: "grace", why: { id: "closedInGrace" } },
  { machine: "span", event: "session.ended", before: "grace", why: { id: "sessionEndedInGrace" } },
  {
    machine: "session",
    event: "span.opened",
    into: "active.dialog.silent",
    why: { id: "silenced" },
  },
  { machine: "span", before: "unwatched", into: "over", why: { id: "unwatched" } },
];

export function whyNothing(record: TraceRecord, rows: readonly NothingRow[] = WHY_NOTHING): SilenceMessage | undefined {
  return rows.find((row) => fits(record, row))?.why;
}
