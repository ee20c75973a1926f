import type { EventId } from "../notices/event-table.ts";
import type { Outcome } from "../notices/outcome.ts";
import type { ModelQuestion, NoticeName } from "./model-event.ts";

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
  /** The next dialog is to be silent. */
  marked: boolean;
  /** Asked and not answered, of the open dialog or of one that is still to come. */
  questions: ModelQuestion[];
  /** How long they still count for a dialog that is to come; undefined while none waits for one. */
  questionLeft: number | undefined;
  /** Work in the background, where it counts. */
  tasks: string[];
  /** How long after the last task it still counts; undefined while tasks run, and when none has ended. */
  wakeUpLeft: number | undefined;
  /** How long the settled notice still waits for that; undefined while it does not. */
  backgroundLeft: number | undefined;
  /** It has waited long enough. */
  backgroundSpent: boolean;
  /** The label with which herdr was raised last; undefined while it is not raised. */
  toldWaiting: string | undefined;
  notices: LiveNotice[];
}

export interface OpenDialog {
  /** Of a silent dialog in which something is asked: of that. Of one in which nothing is, `span0`, which tells nothing. */
  notice: NoticeName;
  title: string | undefined;
  /** By the marker; what is asked inside it is waited for all the same. */
  silent: boolean;
  /** The user opened it while Pi was idle; what is asked inside it is waited for all the same. */
  idle: boolean;
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
  /** `began TITLE` and `ended`, in order: what herdr hears. */
  readonly waiting: string[];
  /** `run1`: the notices of which nothing that was shown is true any more. */
  readonly dismissed: NoticeName[];
}
