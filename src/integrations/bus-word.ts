import type { EventId } from "../notices/event-table.ts";
import type { Answer, Question } from "../notices/question.ts";

/** What another extension's event on Pi's bus means to us. */
export type BusWord =
  /** The next dialog is to stay silent. */
  | { readonly type: "silence" }
  | { readonly type: "question"; readonly question: Question }
  | { readonly type: "answer"; readonly answer: Answer }
  /** Subagents work on in the background. */
  | { readonly type: "tasks started"; readonly taskIds: readonly string[] }
  /** A subagent has ended, known by any of these ids; `notice` where that is worth telling. */
  | { readonly type: "task ended"; readonly taskIds: readonly string[]; readonly notice: TaskNotice | undefined };

export interface TaskNotice {
  readonly event: Extract<EventId, "task-completed" | "integration-error">;
  /** The agent's name, not yet sanitised: the one thing of a subagent that may be told (R38). */
  readonly label: string | undefined;
}

/**
 * One channel of the bus. `read` looks at a payload that anybody may have sent: it keeps no reference to it, and a
 * invalid payload is undefined. A valid one without a meaning for us is `nothing`.
 */
export interface BusChannel {
  readonly channel: string;
  read(payload: unknown): BusWord | "nothing" | undefined;
}
