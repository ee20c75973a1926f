import type { LoopOutcome } from "../machines/run.machine.ts";
import { isRecord } from "../ports/unknown-value.ts";

/**
 * How an agent loop ended, from the stop reason of its last assistant message (R3).
 * Whatever is neither an error nor an abort counts as completed, stop reasons that are not known today included.
 */
export function outcomeOfLoop(messages: readonly unknown[]): LoopOutcome {
  const last = messages.findLast((message) => isRecord(message) && message.role === "assistant");
  switch (isRecord(last) ? last.stopReason : undefined) {
    case "error":
    case "length":
      return "error";
    case "aborted":
      return "aborted";
    default:
      return "ok";
  }
}
