import type { ModelEvent, ModelSetup, NoticeName } from "../../src/model/model-event.ts";
import { RecordedWalk } from "../../src/model/recorded-walk.ts";
import { channel } from "../../src/model/scopes.ts";
import type { Trace } from "../../src/trace/trace-format.ts";

const SETUP: ModelSetup = {
  mode: "tui",
  announces: "during-run",
  graceMs: 150,
  channels: [channel("osc"), channel("bell", { yieldsTo: ["osc"] }), channel("hook")],
};

/** What the production machines do in run after run, each with a dialog and a webhook that fails; so many records. */
export function longTrace(records: number): Trace {
  const walk = new RecordedWalk(SETUP);
  // The shortest of them, a run that is stopped, makes more than twenty.
  for (let number = 1; number <= records / 20; number += 1) {
    for (const event of dayOf(number)) walk.take(event);
  }
  const trace = walk.read();
  return { ...trace, records: trace.records.slice(0, records) };
}

function dayOf(number: number): ModelEvent[] {
  return [
    { type: "run.started" },
    { type: "clock.advanced", ms: 3_000 },
    { type: "dialog.opened" },
    { type: "clock.advanced", ms: 500 },
    ...told(`span${number}`),
    { type: "dialog.closed" },
    { type: "loop.ended", outcome: number % 7 === 0 ? "error" : "ok" },
    { type: "run.settled", aborted: number % 5 === 0 },
    ...(number % 5 === 0 ? [] : told(`run${number}`)),
  ];
}

function told(notice: NoticeName): ModelEvent[] {
  return ["osc", "bell", "hook"].flatMap((id): ModelEvent[] => [
    { type: "prepare.answered", notice, channel: id, how: "ready" },
    { type: "attempt.answered", notice, channel: id, how: id === "hook" ? "failed" : "succeeded" },
  ]);
}
