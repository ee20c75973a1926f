import type { Outcome } from "./outcome.ts";

/** An outcome that says: this channel does not get through. */
export type Failure = Extract<Outcome, { kind: "failed" | "timed-out" }>;

/** Whether something was attempted and did not get through. */
export function isFailure(outcome: Outcome): outcome is Failure {
  return outcome.kind === "failed" || outcome.kind === "timed-out";
}

/** Whether something was attempted and got through; policy and overtaking say nothing about a channel. */
export function isSuccess(outcome: Outcome): boolean {
  return outcome.kind === "written" || outcome.kind === "accepted";
}
