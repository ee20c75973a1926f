import type { ChannelPlan, PiMode } from "../notices/notice.ts";

/** A notice by its subject: the settled run, dialog or publication with that number, counted from 1. */
export type NoticeName = `run${number}` | `span${number}` | `note${number}`;

/** How a channel can answer when asked whether and how it can be told. Not answering is `clock.advanced`. */
export type PrepareAnswer = "ready" | "refused" | Breakage;
/** How an attempt can end. Not answering is `clock.advanced`. */
export type AttemptAnswer = "succeeded" | "failed" | Breakage;
/** A channel that rejects, or resolves with something that is no answer. */
export type Breakage = "rejected" | "nonsense";

/** Everything that can happen to a session, as plain data: a trace is a list of these. */
export type ModelEvent =
  | { readonly type: "run.started" }
  | { readonly type: "loop.ended"; readonly outcome: "ok" | "error" | "aborted" }
  /** `aborted` is absent before Pi 1.1.0. */
  | { readonly type: "run.settled"; readonly aborted?: boolean }
  | { readonly type: "dialog.opened"; readonly title?: string }
  | { readonly type: "dialog.closed" }
  /** The marker that claims the next dialog (R37). */
  | { readonly type: "dialog.silenced" }
  | ({ readonly type: "question.asked" } & ModelQuestion)
  | ({ readonly type: "question.answered"; readonly how: AnswerForm } & ModelQuestion)
  /** A subagent works on in the background, or has ended. */
  | { readonly type: "task.started"; readonly task: string }
  | { readonly type: "task.ended"; readonly task: string }
  | { readonly type: "user.typed" }
  /** `ofTask`: it says that a subagent has ended. */
  | { readonly type: "notice.published"; readonly ofTask?: true }
  | { readonly type: "session.ended" }
  | { readonly type: "clock.advanced"; readonly ms: number }
  | {
      readonly type: "prepare.answered";
      readonly notice: NoticeName;
      readonly channel: string;
      readonly how: PrepareAnswer;
    }
  | {
      readonly type: "attempt.answered";
      readonly notice: NoticeName;
      readonly channel: string;
      readonly how: AttemptAnswer;
    };

/** Somebody's word that they ask the user something; an ask flow's title is `ask ID`. */
export interface ModelQuestion {
  readonly kind: "permission" | "forwarded" | "ask";
  readonly id: string;
}

/** What an answer says of its question: its id, what it was about, or neither. */
export type AnswerForm = "by id" | "by subject" | "unnamed";

/** What a session is started with. Plain data, part of a trace. */
export interface ModelSetup {
  readonly mode: PiMode;
  /** `prompts.notify` (R29). */
  readonly announces: "during-run" | "always";
  readonly graceMs: number;
  /** A settled notice waits so long, in milliseconds, for work in the background; absent: not at all (R34). */
  readonly backgroundMs?: number;
  readonly channels: readonly ModelChannel[];
  /** How many published notices may be unfinished at once; absent: more than a scope publishes. */
  readonly publishedLimit?: number;
}

export interface ModelChannel extends ChannelPlan {
  /** What a successful attempt is called: a terminal never acknowledges, a server does. */
  readonly success: "written" | "accepted";
  /** A channel whose code throws as soon as it is called. */
  readonly throwsAt?: "prepare" | "attempt";
}
