import { expect, it } from "vitest";
import { OWN_FAULT } from "../../src/machines/delivery.machine.ts";
import { MachineDriver } from "../../src/model/machine-driver.ts";
import { SessionUnderTest } from "../../src/model/machines-under-test.ts";
import type { ModelEvent, ModelSetup } from "../../src/model/model-event.ts";
import { DEFAULT_EVENTS } from "../../src/notices/event-table.ts";
import { provideSessionMachine } from "../../src/runtime/provide-machines.ts";
import { startTrace } from "../../src/trace/session-trace.ts";
import { storiesOf, storyLines } from "../../src/trace/story.ts";
import { withoutTimes } from "./traced-session.ts";

const SETUP: ModelSetup = {
  mode: "tui",
  announces: "during-run",
  graceMs: 0,
  channels: [
    {
      id: "hook",
      type: "hook",
      events: DEFAULT_EVENTS,
      modes: ["tui"],
      delayMs: 0,
      timeoutMs: 700,
      yieldsTo: [],
      success: "accepted",
    },
  ],
};

const RUN: readonly ModelEvent[] = [{ type: "run.started" }, { type: "run.settled" }];

function record(now: () => number, events: readonly ModelEvent[]) {
  const trace = startTrace({ keep: 10, mode: "tui", channels: SETUP.channels, now });
  const driver = new MachineDriver(new SessionUnderTest(provideSessionMachine), SETUP, trace?.inspect);
  const outcomes = events.flatMap((event) => driver.take(event).outcomes);
  return { trace, outcomes };
}

it("tells of a delivery that breaks what its notice tells, and goes on", () => {
  const broken: ModelEvent = { type: "prepare.answered", notice: "run1", channel: "hook", how: "nonsense" };
  const { trace, outcomes } = record(() => 0, [...RUN, broken, ...RUN]);
  expect(OWN_FAULT).toEqual({ kind: "failed", reason: "internal error" });
  expect(outcomes).toEqual(["run1 agent-completed hook: failed internal error"]);
  const read = trace?.read();
  const told = read && storiesOf(read).map((story) => withoutTimes(storyLines(story, read, "en")));
  expect(told?.map(([head]) => head)).toEqual([
    "run#1: agent-completed; hook failed (internal error)",
    "run#2: agent-completed; not over yet",
  ]);
});

it("a fault of the recorder's own changes nothing for the machines", () => {
  const throwing = () => {
    throw new Error("no clock");
  };
  const ready: ModelEvent = { type: "prepare.answered", notice: "run1", channel: "hook", how: "ready" };
  const succeeded: ModelEvent = { type: "attempt.answered", notice: "run1", channel: "hook", how: "succeeded" };
  const { outcomes } = record(throwing, [...RUN, ready, succeeded]);
  expect(outcomes).toEqual(["run1 agent-completed hook: accepted"]);
});
