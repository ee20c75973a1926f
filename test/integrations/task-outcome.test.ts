import { expect, it } from "vitest";
import type { Payload } from "../../src/integrations/payload.ts";
import { type TaskOutcome, taskOutcome } from "../../src/integrations/task-outcome.ts";

it.each<[Payload, TaskOutcome | undefined]>([
  [{ status: "completed" }, "completed"],
  [{ status: "complete" }, "completed"],
  [{ state: "complete", success: true, exitCode: 0 }, "completed"],
  [{ status: "failed" }, "failed"],
  [{ status: "timed-out" }, "failed"],
  [{ status: "timed_out" }, "failed"],
  [{ status: "Timed Out" }, "failed"],
  [{ state: "partial" }, "failed"],
  [{ status: "stopped" }, "silent"],
  [{ status: "cancelled" }, "silent"],
  [{ state: "paused" }, "silent"],
  [{ status: "detached" }, "silent"],
  [{ success: true }, "completed"],
  [{ success: false }, "failed"],
  [{ success: false, exitCode: 1 }, "failed"],
  [{ success: false, processSignal: "SIGTERM" }, "silent"],
  [{ exitCode: 0 }, "completed"],
  [{ exitCode: 3 }, "failed"],
  [{ exitCode: null, processSignal: "SIGKILL" }, "silent"],
  [{ success: true, stopped: true }, "silent"],
  [{ success: false, interrupted: true }, "silent"],
  [{ success: false, detached: true }, "silent"],
  [{ success: false, timedOut: true }, "failed"],
  // The watchdog stops what has run out of time.
  [{ success: false, timedOut: true, interrupted: true, state: "stopped" }, "failed"],
  [{ success: true, stopped: false, timedOut: false }, "completed"],
  [{ results: [{ success: true }] }, "completed"],
  [{ results: [{ status: "completed" }, { status: "failed" }] }, "failed"],
  [{ results: [{ status: "completed" }, { status: "stopped" }] }, "silent"],
  [{ results: [{ status: "stopped" }, { timedOut: true }] }, "failed"],
  [{ results: [], success: false }, "failed"],
  [{ results: [null, 7, { exitCode: 0 }] }, "completed"],
  [{ status: "what nobody knows", success: true }, "completed"],
  [{ status: "constructor" }, undefined],
  [{ status: 7, state: null, success: "yes", exitCode: "0" }, undefined],
  [{}, undefined],
])("%j: %s", (payload, verdict) => {
  expect(taskOutcome(payload)).toBe(verdict);
});

it("nested parts are followed only so deep", () => {
  const results: unknown[] = [];
  results.push({ results });
  expect(taskOutcome({ results })).toBeUndefined();
});
