import type { DoneActorEvent, ErrorActorEvent } from "xstate";
import type { ChannelPlan, Notice, PiMode } from "../notices/notice.ts";
import type { Answer, Question } from "../notices/question.ts";
import type { BackgroundInput, BackgroundReport } from "./background.machine.ts";
import type { ChannelHealthReport } from "./channel-health.machine.ts";
import type { Slots } from "./child-slots.ts";
import type { DeliveryFinishedEvent } from "./notice.machine.ts";
import type { LoopOutcome } from "./run.machine.ts";

export interface SessionInput {
  /** Unique per process and session; begins every notice id. Only `[a-zA-Z0-9_+.-]`. */
  readonly sessionKey: string;
  readonly mode: PiMode;
  readonly channels: readonly ChannelPlan[];
  readonly prompts: {
    /** Whether dialogs outside a run are announced as well (R7). */
    readonly notify: "during-run" | "always";
    /** Milliseconds (R7). */
    readonly graceMs: number;
  };
  /** How many published notices may be unfinished at once. Absent: `PUBLISHED_LIMIT`. */
  readonly publishedLimit?: number;
  /** Absent: no notice waits for background work. */
  readonly background?: BackgroundInput & {
    /** Whether settled notices wait for work in the background (R4). */
    readonly work: "ignore" | "hold";
  };
}

export type ChildKind = "run" | "span" | "notice";
export type ChildId = `${ChildKind}.${number}`;

/** A child that stays for as long as the session is active. Its id is fixed, as XState never forgets an id. */
export type ResidentId = "background" | `channel-health.${string}`;

/** The actor behind each child's id. XState takes a type alias here and no interface. */
export type SessionChildren = {
  background: "background";
  [health: `channel-health.${string}`]: "channelHealth";
  [run: `run.${number}`]: "run";
  [span: `span.${number}`]: "span";
  [notice: `notice.${number}`]: "notice";
};

export interface SessionContext extends SessionInput {
  readonly runCount: number;
  readonly spanCount: number;
  /** Unfinished children, in the order in which they started. */
  readonly children: readonly ChildId[];
  readonly slots: Readonly<Record<ChildKind, Slots>>;
  /** One that broke is missing. */
  readonly residents: readonly ResidentId[];
  /** The run that Pi's events are about; absent once it is over. */
  readonly currentRun: ChildId | undefined;
  readonly currentSpan: ChildId | undefined;
  /** Open questions; they are forgotten with their dialog. */
  readonly questions: readonly Question[];
  /** Title of the open dialog, as Pi gave it. */
  readonly promptTitle: string | undefined;
  /** Label last emitted with `waiting.began`. */
  readonly waitingLabel: string | undefined;
}

export type SessionEvent =
  | { type: "run.started"; at: number }
  | { type: "loop.ended"; outcome: LoopOutcome }
  | { type: "run.settled"; at: number; aborted?: boolean | undefined }
  | { type: "span.opened"; at: number; promptTitle?: string | undefined }
  | { type: "span.closed" }
  /** The next dialog stays silent. */
  | { type: "span.silenced" }
  | { type: "question.asked"; question: Question; at: number }
  | { type: "question.answered"; answer: Answer }
  | { type: "task.started"; taskId: string }
  | { type: "task.ended"; taskId: string }
  /** Another notice; `channels` replaces the session's plan for this one notice, as `/notify test` does. */
  | {
      type: "notice.published";
      notice: Notice;
      channels?: readonly ChannelPlan[];
      /** It says that a subagent has ended. */
      ofTask?: boolean;
    }
  | { type: "user.typed" }
  | { type: "session.ended" }
  /** A run or span lost its notice by a fault of ours. */
  | { type: "actor.failed"; actorId: string }
  | DeliveryFinishedEvent
  | BackgroundReport
  | ChannelHealthReport
  | DoneActorEvent
  | ErrorActorEvent;

/** What this notice says is no longer true. May be emitted more than once for a notice. */
export interface NoticeDismissedEvent {
  readonly type: "notice.dismissed";
  readonly noticeId: string;
}

/**
 * What the session emits: each outcome of a delivery, once; notices that are no longer true; the beginning and the end
 * of each wait for the user (its title not yet sanitised); notices that it refuses; outages and recoveries of channels; and faults of ours.
 */
export type SessionEmitted =
  | DeliveryFinishedEvent
  | NoticeDismissedEvent
  | ChannelHealthReport
  /** Too many are unfinished: this one is not told. */
  | { type: "notice.refused"; notice: Notice }
  | { type: "waiting.began"; title: string | undefined }
  | { type: "waiting.ended" }
  | { type: "actor.failed"; actorId: string };
