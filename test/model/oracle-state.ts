import type { EventId } from "../../src/notices/event-table.ts";
import type { Outcome } from "../../src/notices/outcome.ts";
import type { NoticeName } from "./model-event.ts";

/** What the rules have to remember of a session; everything not yet over, and nothing that is. Times are milliseconds. */
export interface OracleState {
  session: "open" | "draining" | "closing" | "closed";
  /** Of the drain, in print mode (R16). */
  drainLeft: number;
  /** How many there have been, for their names. */
  runs: number;
  dialogs: number;
  publications: number;
  working: boolean;
  lastEnd: "ok" | "error" | "aborted";
  dialog: OpenDialog | undefined;
  notices: LiveNotice[];
}

export interface OpenDialog {
  notice: NoticeName;
  /** Somebody's run waits for its answer; otherwise the user opened it for themselves. */
  waiting: boolean;
  /** Until it is announced; undefined once it was, and while nobody waits for it (R7). */
  graceLeft: number | undefined;
  /** Some run was active, or its notice not finished, while it was open: a new run makes it stale (R6). */
  ofRun: boolean;
}

/** A notice with at least one delivery that has no outcome yet. */
export interface LiveNotice {
  name: NoticeName;
  kind: "settled" | "dialog" | "published";
  event: EventId;
  /** A settled notice whose run no other run has followed. */
  current: boolean;
  /** Which round of preparing answers are good for: every end of a hold begins a new one (R4). */
  round: number;
  deliveries: LiveDelivery[];
}

export interface LiveDelivery {
  channel: string;
  delayLeft: number;
  stage: Stage;
}

export type Stage =
  /** For its delay, or for a dialog to close. */
  | { at: "waiting" }
  | { at: "preparing"; left: number }
  /** Prepared; another channel on the same terminal goes first (R10). */
  | { at: "yielding"; left: number }
  /** `closeLeft` once the session is over (R16). */
  | { at: "attempting"; left: number; closeLeft: number | undefined }
  | { at: "finished"; outcome: Outcome };

/** What one event made happen, in words that an implementation's behaviour can be put into as well. */
export interface Happened {
  /** `run1 hook #2`: the prepare questions that were asked, those withdrawn at once included. */
  readonly asked: string[];
  /** `run1 agent-completed hook #2`: the attempts that started, with the round whose answer they use. */
  readonly attempts: string[];
  /** `run1 agent-completed hook: expired new-run` */
  readonly outcomes: string[];
}
