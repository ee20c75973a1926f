import { describe, expect, it } from "vitest";
import { REAL_PI } from "../../rig/recorded-trace.ts";
import { outageLines, outagesOf } from "../../src/trace/outages.ts";
import type { Trace, TraceRecord } from "../../src/trace/trace-format.ts";
import { RUN_SETTLED, RUN_STARTED, startTracedSession } from "./traced-session.ts";

const HOUR = 3_600_000;

type Change = readonly [hour: number, channel: string, before: string | undefined, after: string, reason?: string];

function traceOf(changes: readonly Change[]): Pick<Trace, "records" | "utcOffsetMinutes"> {
  const records = changes.map(([hour, channel, before, after, reason]): TraceRecord => {
    const event = before === undefined ? "xstate.init" : "delivery.finished";
    const actor = `channel-health.${channel}`;
    return {
      ...{ at: hour * HOUR, actor, machine: "channel-health", event, after: [after] },
      ...(before === undefined ? {} : { before: [before] }),
      ...(reason === undefined ? {} : { reason }),
    };
  });
  return { utcOffsetMinutes: 0, records };
}

describe("the outages of a trace", () => {
  it.each<[string, Change[], string[]]>([
    [
      "none",
      [
        [1, "hook", undefined, "healthy"],
        [2, "hook", "healthy", "healthy"],
      ],
      [],
    ],
    [
      "one that goes on, with the reason that began it",
      [
        [1, "hook", "healthy", "failing", "http 500"],
        [2, "hook", "failing", "failing", "http 401"],
      ],
      ["hook: not working since 01:00:00 (http 500)"],
    ],
    [
      "one that is over",
      [
        [1, "hook", "healthy", "failing", "no-answer"],
        [3, "hook", "failing", "healthy"],
      ],
      [
        "hook: not working from 01:00:00 to 03:00:00; recovered (no-answer: no answer in time; it may still have arrived)",
      ],
    ],
    [
      "two of one channel beside one of another, in the order of their beginnings",
      [
        [1, "my.hook", "healthy", "failing", "http 500"],
        [2, "phone", "healthy", "failing", "http 401"],
        [3, "my.hook", "failing", "healthy"],
        [4, "my.hook", "healthy", "failing", "http 500"],
      ],
      [
        "my.hook: not working from 01:00:00 to 03:00:00; recovered (http 500)",
        "phone: not working since 02:00:00 (http 401)",
        "my.hook: not working since 04:00:00 (http 500)",
      ],
    ],
    [
      "one whose beginning is no longer kept",
      [[3, "hook", "failing", "healthy"]],
      ["hook: not working from before the oldest kept record to 03:00:00; recovered"],
    ],
    [
      "one whose beginning is no longer kept and that goes on",
      [[3, "hook", "failing", "failing", "http 500"]],
      ["hook: not working since before the oldest kept record"],
    ],
    [
      "one in which a delivery was skipped: that is no reason of an outage",
      [[3, "hook", "failing", "failing", "pane-hidden"]],
      ["hook: not working since before the oldest kept record"],
    ],
  ])("%s", (_what, changes, lines) => {
    expect(outageLines(traceOf(changes), "en")).toEqual(lines);
  });

  it("leaves out what was over before a moment, and keeps what goes on", () => {
    const trace = traceOf([
      [1, "hook", "healthy", "failing", "http 500"],
      [2, "phone", "healthy", "failing", "http 500"],
      [3, "hook", "failing", "healthy"],
    ]);
    expect(outageLines(trace, "en", 3 * HOUR)).toHaveLength(2);
    expect(outageLines(trace, "en", 3 * HOUR + 1)).toEqual(["phone: not working since 02:00:00 (http 500)"]);
  });

  it("in Chinese", () => {
    const trace = traceOf([
      [1, "hook", "healthy", "failing", "http 500"],
      [2, "hook", "failing", "healthy"],
    ]);
    expect(outageLines(trace, "zh-CN")).toEqual(["hook：01:00:00 至 02:00:00 无法送达，已恢复（HTTP 500）"]);
  });

  it("of a real Pi: its webhook failed, and worked again", () => {
    expect(outagesOf(REAL_PI)).toEqual([
      { channel: "hook", since: expect.any(Number), reason: "http 500", until: expect.any(Number) },
    ]);
    const [line] = outageLines(REAL_PI, "en");
    expect(line).toMatch(/^hook: not working from (?:\d\d:){2}\d\d to (?:\d\d:){2}\d\d; recovered \(http 500\)$/);
  });

  it("is what really happened: a channel that refuses, recorded from the machines", async () => {
    const session = startTracedSession({ channels: [{ id: "hook", type: "refused" }] });
    await session.take(RUN_STARTED, RUN_SETTLED);
    const [outage] = outagesOf(session.trace());
    expect(outage).toMatchObject({ channel: "hook", reason: "http 500", until: undefined });
    expect(outage?.since).toBeGreaterThan(0);
    expect(outagesOf(session.trace())).toHaveLength(1);
    // It tells no story of its own.
    expect(session.told().filter((line) => !line.startsWith(" "))).toEqual([
      "run#1: agent-completed; hook failed (http 500)",
    ]);
  });
});
