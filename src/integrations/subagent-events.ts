import type { BusChannel, BusWord, TaskNotice } from "./bus-word.ts";
import { asPayload, asText, isOptionalText, type Payload } from "./payload.ts";
import { type TaskOutcome, taskOutcome } from "./task-outcome.ts";

/** `pi-subagents` 0.67.0, `src/runs/background/async-execution.ts`: `{id, agent, …}` once its process runs. */
export const TASK_STARTED: BusChannel = {
  channel: "subagent:async-started",
  read: (value) => {
    const taskId = asText(asPayload(value)?.id);
    return taskId === undefined ? undefined : { type: "task started", taskId };
  },
};

/** `{runId, id, agent, …}` and what {@link taskOutcome} reads. */
export const TASK_COMPLETED: BusChannel = { channel: "subagent:async-complete", read: readCompletion };

/** The same for a subagent that was let go from the foreground; its `runId` never started in the background. */
export const FOREGROUND_COMPLETED: BusChannel = { channel: "subagent:foreground-complete", read: readCompletion };

const EVENTS = {
  completed: "task-completed",
  failed: "integration-error",
} as const satisfies Partial<Record<TaskOutcome, TaskNotice["event"]>>;

function readCompletion(value: unknown): BusWord | undefined {
  const payload = asPayload(value);
  if (payload === undefined || !isOptionalText(payload.agent)) return undefined;
  const verdict = taskOutcome(payload);
  const taskId = asText(payload.runId) ?? asText(payload.id);
  // An end that does not say how is still an end.
  if (verdict === undefined && taskId === undefined) return undefined;
  return { type: "task ended", taskId, notice: noticeOf(verdict, payload) };
}

function noticeOf(verdict: TaskOutcome | undefined, { agent }: Payload): TaskNotice | undefined {
  if (verdict === undefined || verdict === "silent") return undefined;
  return { event: EVENTS[verdict], label: asText(agent) };
}
