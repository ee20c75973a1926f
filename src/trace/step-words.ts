import { reasonText } from "./reason-words.ts";
import { enteredStates, fits, type PlacedRecord, type RecordPattern } from "./record-pattern.ts";

/** What a step is called; `null`: another line says it already. */
interface StepRow extends RecordPattern {
  readonly words: string | null;
}

const DIALOG_WAITS = "active.dialog.waiting";
const SUBAGENTS_WORK = "active.background.holding";
/** Subagents still work after the longest wait for them, `attention.backgroundWorkMaxMs`. */
const WAITED_LONG_ENOUGH = "work.exhausted";

/** The first row that fits speaks. A state that stands in none is told by its own name. */
export const STEP_WORDS: readonly StepRow[] = [
  { machine: "run", event: "loop.ended", reason: "ok", words: null },
  { machine: "run", event: "loop.ended", reason: "error", words: "the agent stopped with an error" },
  { machine: "run", event: "loop.ended", reason: "aborted", words: "the agent was stopped" },
  { machine: "run", event: "xstate.init", words: "the run began" },
  ...heldRows("working.held", "what the run has to tell would wait"),
  { machine: "run", into: "working.free", words: "nothing holds it any more" },
  { machine: "run", before: "working", into: "settled.telling", words: "the run settled" },
  { machine: "run", before: "working", into: "settled.held", words: "the run settled, and is held" },
  {
    machine: "run",
    into: "settled.telling",
    background: WAITED_LONG_ENOUGH,
    words: "subagents still work, but that is the longest wait for them: what was held goes on",
  },
  { machine: "run", into: "settled.telling", words: "nothing holds it any more: what was held goes on" },
  ...heldRows("settled.held", "what has not gone out is held"),
  { machine: "run", event: "run.superseded", words: "a new run began: what has not gone out is dropped" },
  { machine: "run", into: "settled.expiring", words: "the session ended: what has not gone out is dropped" },
  { machine: "run", before: "settled", into: "over", words: null },
  { machine: "run", event: "run.settled", into: "over", words: "the run settled" },
  { machine: "run", into: "over", words: "the session ended" },

  { machine: "span", into: "unwatched", words: "a dialog opened that nothing waits for" },
  { machine: "span", event: "xstate.init", words: "a dialog opened" },
  { machine: "span", event: "run.started", into: "grace", words: "a run began and waits for the dialog" },
  { machine: "span", into: "grace", words: "somebody waits for the dialog now" },
  { machine: "span", into: "announcing.overtaken", words: "another run began: what has not gone out is dropped" },
  { machine: "span", before: "announcing", into: "announcing", words: "a run began and waits for the dialog" },
  { machine: "span", into: "announcing", words: "the dialog is still open: it is told" },
  { machine: "span", into: "announced", words: null },
  { machine: "span", event: "span.closed", words: "the dialog closed" },
  { machine: "span", event: "session.ended", words: "the session ended" },
  { machine: "span", into: "expiring", words: "what has not gone out is dropped" },
  { machine: "span", into: "over", words: null },

  { machine: "notice", words: null },

  { machine: "delivery", into: "pending.progress.held", words: "held for now" },
  { machine: "delivery", into: "pending.progress.preparing", words: "finds out whether it can be told" },
  { machine: "delivery", into: "pending.progress.yielding", words: "lets the notification go first" },
  { machine: "delivery", into: "pending.delay.running", words: "waits out its delay" },
  { machine: "delivery", into: "pending.delay.over", words: "its delay is over" },
  { machine: "delivery", into: "pending.progress.waiting", words: "goes on waiting out its delay" },
  { machine: "delivery", into: "attempting.closing", words: "the session ended: it has a last moment" },
  { machine: "delivery", into: "attempting", words: "sends" },
];

/** By what a run is held: the session knows. The last row is for a session whose own records are not kept any more. */
function heldRows(into: string, words: string): StepRow[] {
  const rows = [
    { session: [DIALOG_WAITS, SUBAGENTS_WORK], why: "a dialog is open, and subagents work on in the background" },
    { session: [DIALOG_WAITS], why: "a dialog is open" },
    { session: [SUBAGENTS_WORK], why: "subagents work on in the background" },
    { session: [], why: "a dialog is open, or subagents work on in the background" },
  ];
  return rows.map(({ session, why }) => ({ machine: "run", into, session, words: `${why}: ${words}` }));
}

/** One step in words, or undefined where there is nothing to tell. */
export function stepText(record: PlacedRecord): string | undefined {
  if (record.outcome !== undefined) return outcomeText(record.outcome, record.reason);
  const row = STEP_WORDS.find((candidate) => fits(record, candidate));
  const entered = enteredStates(record);
  if (row !== undefined) return entered.length > 0 || row.event !== undefined ? (row.words ?? undefined) : undefined;
  if (entered.length === 0) return undefined;
  return `${record.event}: ${entered.join(", ")}`;
}

/** `skipped (mode: it does not work in this mode of Pi)`. */
export function outcomeText(outcome: string, reason: string | undefined): string {
  return reason === undefined ? outcome : `${outcome} (${reasonText(reason)})`;
}
