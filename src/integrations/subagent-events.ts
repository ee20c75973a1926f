import type { BusChannel, BusWord, TaskNotice } from "./bus-word.ts";
import { asPayload, asText, isOptionalText, type Payload } from "./payload.ts";
import { MOST_PARTS, type TaskOutcome, taskOutcome } from "./task-outcome.ts";

/**
 * `pi-subagents` 0.34 and 0.67, `src/runs/background/async-execution.ts`: `{id, agent, …}` once its process runs.
 * 0.67 sends it for each child of a workflow too, with `parentWorkflowRunId`, and never sends those children's ends.
 */
export const TASK_STARTED: BusChannel = {
  channel: "subagent:async-started",
  read: (value) => {
    const payload = asPayload(value);
    const taskId = asText(payload?.id);
    if (payload === undefined || taskId === undefined) return undefined;
    return asText(payload.parentWorkflowRunId) === undefined ? { type: "tasks started", taskIds: [taskId] } : "nothing";
  },
};

/** `{requestId, result: {details}, …}`: what `/run` and its like have started. No tool call stands for it. */
export const SLASH_RESPONSE: BusChannel = {
  channel: "subagent:slash:response",
  read: (value) => {
    const payload = asPayload(value);
    if (payload === undefined) return undefined;
    const taskIds = tasksOfResult(payload.result);
    return taskIds.length === 0 ? "nothing" : { type: "tasks started", taskIds };
  },
};

/**
 * The tasks that a tool's result leaves at work: `details.asyncId`, or each part of a foreground run that was let go,
 * `RUNID:i` for `details.results[i].detached`. `pi-subagents` 0.43 to 0.49 announces the start nowhere else.
 * @returns none for the result of another tool
 */
export function tasksOfResult(result: unknown): readonly string[] {
  const details = asPayload(asPayload(result)?.details);
  if (details === undefined) return [];
  const asyncId = asText(details.asyncId);
  const runId = asText(details.runId);
  const detached = partsOf(details).flatMap((part, index) =>
    runId !== undefined && asPayload(part)?.detached === true ? [`${runId}:${index}`] : [],
  );
  return asyncId === undefined ? detached : [asyncId, ...detached];
}

function partsOf({ results }: Payload): readonly unknown[] {
  return Array.isArray(results) ? results.slice(0, MOST_PARTS) : [];
}

/** `{runId, id, agent, …}` and what {@link taskOutcome} reads. */
export const TASK_COMPLETED: BusChannel = { channel: "subagent:async-complete", read: readCompletion };

/** The same for a subagent that was let go from the foreground; its `id` is `RUNID:i`. */
export const FOREGROUND_COMPLETED: BusChannel = { channel: "subagent:foreground-complete", read: readCompletion };

const EVENTS = {
  completed: "task-completed",
  failed: "integration-error",
} as const satisfies Partial<Record<TaskOutcome, TaskNotice["event"]>>;

function readCompletion(value: unknown): BusWord | undefined {
  const payload = asPayload(value);
  if (payload === undefined || !isOptionalText(payload.agent)) return undefined;
  const verdict = taskOutcome(payload);
  const taskIds = [...new Set([asText(payload.runId), asText(payload.id)])].filter((id) => id !== undefined);
  // An end that does not say how is still an end.
  if (verdict === undefined && taskIds.length === 0) return undefined;
  return { type: "task ended", taskIds, notice: noticeOf(verdict, payload) };
}

function noticeOf(verdict: TaskOutcome | undefined, payload: Payload): TaskNotice | undefined {
  if (verdict === undefined || verdict === "silent") return undefined;
  return { event: EVENTS[verdict], label: agentOf(payload) };
}

/** 0.43 and later call every background run "workflow"; its parts have the agents' names. */
function agentOf(payload: Payload): string | undefined {
  const name = asText(payload.agent);
  if (name !== undefined && name !== "workflow") return name;
  const names = partsOf(payload)
    .map((part) => asText(asPayload(part)?.agent))
    .filter((part) => part !== undefined);
  return [...new Set(names)].join(", ") || name;
}
