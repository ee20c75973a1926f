import type { FailureReason } from "../messages/failure.messages.ts";
import type { AttemptResult } from "../notices/outcome.ts";

/** A failed attempt, for a reason that has words in each language. */
export function failed(reason: FailureReason): AttemptResult {
  return { kind: "failed", reason };
}
