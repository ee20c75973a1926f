import type { StepMessage } from "../messages/trace.messages.ts";
import { enteredStates, fits, type PlacedRecord, type RecordPattern } from "./record-pattern.ts";

/** What a step is called; `null`: another line says it already. */
interface StepRow extends RecordPattern {
  readonly words: StepMessage | null;
}

const DIALOG_WAITS = "active.dialog.waiting";
const SUBAGENTS_WORK = "active.background.holding";
/** Subagents still work after the longest wait for them, `attention.backgroundWorkMaxMs`. */
const WAITED_LONG_ENOUGH = "work.exhausted";

/** The first row that fits speaks. A state that stands in none is told by its own name. */
export const STEP_WORDS: readonly StepRow[] = [
  { machine: "run", event: "loop.ended", reason: "ok", words: null },
  { machine: "run", event: "loop.ended", reason: "error", words: { id: "runFailed" } },
  { machine: "run", event: "loop.ended", reason: "aborted", words: { id: "runStopped" } },
  { machine: "run", event: "xstate.init", words: { id: "runBegan" } },
  ...heldRows("working.held", (why) => ({ id: "wouldHold", values: { why } })),
  { machine: "run", into: "working.free", words: { id: "nothingHolds" } },
  { machine: "run", before: "working", into: "settled.telling", words: { id: "runSettled" } },
  { machine: "run", before: "working", into: "settled.held", words: { id: "runSettledHeld" } },
  {
    machine: "run",
    into: "settled.telling",
    background: WAITED_LONG_ENOUGH,
    words: { id: "waitedLongEnough" },
  },
  { machine: "run", into: "settled.telling", words: { id: "released" } },
  ...heldRows("settled.held", (why) => ({ id: "holds", values: { why } })),
  { machine: "run", event: "run.superseded", words: { id: "runSuperseded" } },
  { machine: "run", into: "settled.expiring", words: { id: "sessionEndedDropped" } },
  { machine: "run", before: "settled", into: "over", words: null },
  { machine: "run", event: "run.settled", into: "over", words: { id: "runSettled" } },
  { machine: "run", into: "over", words: { id: "sessionEnded" } },

  { machine: "span", into: "unwatched", words: { id: "dialogUnwatched" } },
  { machine: "span", event: "xstate.init", words: { id: "dialogOpened" } },
  { machine: "span", event: "run.started", into: "grace", words: { id: "runWaits" } },
  { machine: "span", into: "grace", words: { id: "dialogWaited" } },
  { machine: "span", into: "announcing.overtaken", words: { id: "overtaken" } },
  { machine: "span", before: "announcing", into: "announcing", words: { id: "runWaits" } },
  { machine: "span", into: "announcing", words: { id: "dialogAnnounced" } },
  { machine: "span", into: "announced", words: null },
  { machine: "span", event: "span.closed", words: { id: "dialogClosed" } },
  { machine: "span", event: "session.ended", words: { id: "sessionEnded" } },
  { machine: "span", into: "expiring", words: { id: "dropped" } },
  { machine: "span", into: "over", words: null },

  { machine: "notice", words: null },

  { machine: "delivery", into: "pending.progress.held", session: [DIALOG_WAITS], words: { id: "heldByDialog" } },
  { machine: "delivery", into: "pending.progress.held", session: [SUBAGENTS_WORK], words: { id: "heldBySubagents" } },
  { machine: "delivery", into: "pending.progress.held", words: { id: "held" } },
  { machine: "delivery", into: "pending.progress.preparing", words: { id: "preparing" } },
  { machine: "delivery", into: "pending.progress.yielding", words: { id: "yielding" } },
  { machine: "delivery", into: "pending.delay.running", words: { id: "delayRunning" } },
  { machine: "delivery", into: "pending.delay.over", words: { id: "delayOver" } },
  { machine: "delivery", into: "pending.progress.waiting", words: { id: "delayContinues" } },
  { machine: "delivery", into: "attempting.closing", words: { id: "closing" } },
  { machine: "delivery", into: "attempting", words: { id: "sends" } },
];

/** By what a run is held: the session knows. The last row is for a session whose own records are no longer kept. */
function heldRows(into: string, words: (why: StepMessage) => StepMessage): StepRow[] {
  const rows: readonly { readonly session: readonly string[]; readonly why: StepMessage }[] = [
    { session: [DIALOG_WAITS, SUBAGENTS_WORK], why: { id: "dialogAndSubagents" } },
    { session: [DIALOG_WAITS], why: { id: "dialogIsOpen" } },
    { session: [SUBAGENTS_WORK], why: { id: "subagentsWork" } },
    { session: [], why: { id: "dialogOrSubagents" } },
  ];
  return rows.map(({ session, why }) => ({ machine: "run", into, session, words: words(why) }));
}

/** What happened in a step that is not the end of a delivery; undefined where there is nothing to say. */
export function stepMessage(record: PlacedRecord): StepMessage | undefined {
  const row = STEP_WORDS.find((candidate) => fits(record, candidate));
  const entered = enteredStates(record);
  if (row !== undefined) return entered.length > 0 || row.event !== undefined ? (row.words ?? undefined) : undefined;
  if (entered.length === 0) return undefined;
  return { id: "unnamed", values: { event: record.event, states: entered.join(", ") } };
}
