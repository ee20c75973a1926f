import { asPayload, type Payload } from "./payload.ts";

/** How a subagent ended, as far as anybody wants to hear of it. */
export type TaskOutcome = "completed" | "failed" | "silent";

/** Words for an end in `status` and `state`, lower case with hyphens (`pi-subagents` 0.67.0, and its relatives). */
const VERDICT_OF_WORD: Readonly<Record<string, TaskOutcome>> = {
  complete: "completed",
  completed: "completed",
  success: "completed",
  succeeded: "completed",
  failed: "failed",
  failure: "failed",
  error: "failed",
  partial: "failed",
  rejected: "failed",
  timeout: "failed",
  "timed-out": "failed",
  timedout: "failed",
  stopped: "silent",
  cancelled: "silent",
  canceled: "silent",
  aborted: "silent",
  interrupted: "silent",
  paused: "silent",
  detached: "silent",
  pending: "silent",
  queued: "silent",
  running: "silent",
};

/**
 * How the subagent of a completion ended; undefined when the payload does not say. What says most is asked first:
 * that its time ran out, that somebody stopped it, the word for its state, its parts, success, exit code.
 */
export function taskOutcome(payload: Payload): TaskOutcome | undefined {
  if (payload.timedOut === true) return "failed";
  if (STOPS.some((key) => payload[key] === true)) return "silent";
  return (
    verdictOfWord(payload.status) ??
    verdictOfWord(payload.state) ??
    verdictOfParts(payload.results) ??
    verdictOfSuccess(payload) ??
    verdictOfExit(payload)
  );
}

const STOPS = ["stopped", "cancelled", "interrupted", "detached"] as const;

function verdictOfWord(word: unknown): TaskOutcome | undefined {
  if (typeof word !== "string") return undefined;
  const known = word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");
  return Object.hasOwn(VERDICT_OF_WORD, known) ? VERDICT_OF_WORD[known] : undefined;
}

/** Several at once: one that failed says more than one that was stopped, and that more than those that are done. */
function verdictOfParts(parts: unknown): TaskOutcome | undefined {
  if (!Array.isArray(parts)) return undefined;
  const verdicts = parts.slice(0, MOST_PARTS).map((part) => {
    const payload = asPayload(part);
    return payload === undefined ? undefined : taskOutcome({ ...payload, results: undefined });
  });
  return (["failed", "silent", "completed"] as const).find((verdict) => verdicts.includes(verdict));
}

/** How many parts of a completion are looked at. */
export const MOST_PARTS = 1_000;

function verdictOfSuccess({ success, processSignal }: Payload): TaskOutcome | undefined {
  if (success === true) return "completed";
  if (success === false) return isText(processSignal) ? "silent" : "failed";
  return undefined;
}

/** A signal without an explanation means that a person ended the process. */
function verdictOfExit({ exitCode, processSignal }: Payload): TaskOutcome | undefined {
  if (isText(processSignal)) return "silent";
  if (typeof exitCode !== "number") return undefined;
  return exitCode === 0 ? "completed" : "failed";
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
