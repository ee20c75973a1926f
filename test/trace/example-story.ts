import type { Language } from "../../src/notices/event-table.ts";
import { outageLines } from "../../src/trace/outages.ts";
import { storiesOf, storyLines } from "../../src/trace/story.ts";
import type { Trace, TraceRecord } from "../../src/trace/trace-format.ts";

const DAY = Date.UTC(2026, 6, 28);
const at = (time: string) => DAY + (Date.parse(`1970-01-01T${time}Z`) as number);

function record(
  time: string,
  actor: string,
  event: string,
  after: string,
  more: Partial<TraceRecord> = {},
): TraceRecord {
  const [, , delivery] = actor.split("/");
  const machine = delivery !== undefined ? "delivery" : actor.includes("/") ? "notice" : "run";
  return { at: at(time), actor, machine, event, after: [after], ...more };
}

const SETTLED = "14:09:02.853";

const TRACE: Pick<Trace, "records" | "utcOffsetMinutes"> = {
  utcOffsetMinutes: 0,
  records: [
    record("14:02:11.031", "run#4", "xstate.init", "working.free"),
    record("14:02:15.670", "run#4", "loop.ended", "working.free", { before: ["working.free"], reason: "aborted" }),
    record("14:02:15.672", "run#4", "run.settled", "over", { before: ["working.free"] }),
    record("14:03:40.114", "run#5", "xstate.init", "working.free"),
    record(SETTLED, "run#5", "run.settled", "settled.telling", { before: ["working.free"] }),
    record(SETTLED, "run#5/settled", "xstate.init", "telling", { notice: { id: "run5", event: "agent-completed" } }),
    record(SETTLED, "run#5/settled/terminal", "xstate.init", "pending.progress.preparing"),
    record(SETTLED, "run#5/settled/terminal", "prepared", "skipped", { outcome: "skipped", reason: "pane-hidden" }),
    record(SETTLED, "run#5/settled/bell", "attempted", "written", { outcome: "written" }),
    record(SETTLED, "run#5/settled/phone", "attempted", "failed", { outcome: "failed", reason: "http 500" }),
    {
      ...record(SETTLED, "channel-health.phone", "delivery.finished", "failing", { before: ["healthy"] }),
      machine: "channel-health",
      reason: "http 500",
    },
    record(SETTLED, "run#5", "notice.told", "over", { before: ["settled.telling"] }),
  ],
};

/** What `/notify why` shows in the pages on traces. */
export function exampleStory(language: Language): string {
  const shown = storiesOf(TRACE).flatMap((story) => storyLines(story, TRACE, language).slice(0, 4));
  return ["/notify why", ...shown, "  …", ...outageLines(TRACE, language)].join("\n");
}
