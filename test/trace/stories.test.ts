import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/machines/session.types.ts";
import { storiesOf, storyLines } from "../../src/trace/story.ts";
import type { NothingRow } from "../../src/trace/why-nothing.ts";
import {
  LOOP_ENDED,
  RUN_SETTLED,
  RUN_STARTED,
  SESSION_ENDED,
  SPAN_CLOSED,
  SPAN_OPENED,
  startTracedSession,
} from "./traced-session.ts";

/** Events, and milliseconds that pass. */
type Act = SessionEvent | number;

async function toldAfter(acts: readonly Act[], config?: object): Promise<string[]> {
  const session = startTracedSession(config);
  for (const act of acts) await (typeof act === "number" ? session.advance(act) : session.take(act));
  return session.told();
}

const MEMORY = { id: "memory", type: "memory" };
const ABORTED: SessionEvent = { type: "run.settled", at: 2_000, aborted: true };

describe("the story of", () => {
  it("a run that was told", async () => {
    expect(await toldAfter([RUN_STARTED, LOOP_ENDED, RUN_SETTLED])).toEqual([
      "run#1: agent-completed; memory accepted",
      "  the run began",
      "  the run settled",
      "  memory: checking",
      "  memory: sent",
      "  memory: accepted",
    ]);
  });

  it("a run with an error, on a channel that is refused", async () => {
    const channels = [{ id: "hook", type: "refused" }];
    const acts: Act[] = [RUN_STARTED, { type: "loop.ended", outcome: "error" }, RUN_SETTLED];
    expect(await toldAfter(acts, { channels })).toEqual([
      "run#1: agent-error; hook failed (http 500)",
      "  the run began",
      "  the agent stopped with an error",
      "  the run settled",
      "  hook: checking",
      "  hook: sent",
      "  hook: failed (http 500)",
    ]);
  });

  it("a run that no channel tells, and why", async () => {
    const channels = [
      { ...MEMORY, id: "off", enabled: false },
      { ...MEMORY, id: "errors", events: ["agent-error"] },
      { ...MEMORY, id: "print", modes: ["print"] },
    ];
    expect(await toldAfter([RUN_STARTED, RUN_SETTLED], { channels })).toEqual([
      "run#1: agent-completed; off skipped (disabled); errors skipped (not-subscribed); print skipped (mode)",
      "  the run began",
      "  the run settled",
      "  off: skipped (disabled: it is switched off in the configuration)",
      "  errors: skipped (not-subscribed: it does not send this event)",
      "  print: skipped (mode: it does not work in this mode of Pi)",
    ]);
  });

  it("a run held by a dialog, with the dialog's own", async () => {
    expect(await toldAfter([RUN_STARTED, SPAN_OPENED, 200, RUN_SETTLED, SPAN_CLOSED])).toEqual([
      "run#1: agent-completed; memory accepted",
      "  the run began",
      "  a dialog is open: its notification would be held",
      "  the run settled; its notification is held",
      "  memory: waiting for the dialog",
      "  nothing holds it any more: held notifications continue",
      "  memory: checking",
      "  memory: sent",
      "  memory: accepted",
      "span#1: input-required; memory accepted",
      "  a dialog opened",
      "  the dialog is still open: a notification is due",
      "  memory: checking",
      "  memory: sent",
      "  memory: accepted",
      "  the dialog closed",
    ]);
  });

  const HOLDING = { attention: { backgroundWork: "hold", backgroundWorkMaxMs: 60_000 } };
  const TASK_STARTED: SessionEvent = { type: "task.started", taskId: "scout" };
  const TASK_ENDED: SessionEvent = { type: "task.ended", taskId: "scout" };
  const goesOn = "nothing holds it any more: held notifications continue";

  it.each<[string, Act[], string[]]>([
    [
      "until they are done",
      [RUN_STARTED, TASK_STARTED, RUN_SETTLED, TASK_ENDED, 2_000],
      [
        "subagents work in the background: its notification would be held",
        "the run settled; its notification is held",
        goesOn,
      ],
    ],
    [
      "that begin after it settled",
      [RUN_STARTED, RUN_SETTLED, TASK_STARTED, TASK_ENDED, 2_000],
      ["the run settled", "subagents work in the background: what has not been sent is held", goesOn],
    ],
    [
      "no longer than it may",
      [RUN_STARTED, TASK_STARTED, RUN_SETTLED, 60_000],
      [
        "subagents work in the background: its notification would be held",
        "the run settled; its notification is held",
        "subagents still work, but the longest wait for them is over: held notifications continue",
      ],
    ],
    [
      "and a dialog",
      [RUN_STARTED, TASK_STARTED, SPAN_OPENED, RUN_SETTLED, SPAN_CLOSED, TASK_ENDED, 2_000],
      [
        "subagents work in the background: its notification would be held",
        "the run settled; its notification is held",
        goesOn,
      ],
    ],
  ])("a run held by subagents in the background, %s", async (_what, acts, lines) => {
    // A delay, so that there is still something to hold back after it settled.
    const told = await toldAfter(acts, { ...HOLDING, channels: [{ ...MEMORY, delayMs: 1_000 }] });
    const [, ...afterHead] = told;
    const next = afterHead.findIndex((line) => !line.startsWith(" "));
    const own = afterHead.slice(1, next === -1 ? undefined : next).filter((line) => !line.startsWith("  memory: "));
    expect(own).toEqual(lines.map((line) => `  ${line}`));
  });

  it("a delay that a new run overtakes, and of a run that is at work still", async () => {
    const channels = [{ ...MEMORY, delayMs: 60_000 }];
    expect(await toldAfter([RUN_STARTED, RUN_SETTLED, RUN_STARTED], { channels })).toEqual([
      "run#1: agent-completed; memory expired (new-run)",
      "  the run began",
      "  the run settled",
      "  memory: waiting for its delay",
      "  a new run began: what has not been sent is dropped",
      "  memory: expired (new-run: a new run began first)",
      "run#2: no notification yet",
      "  the run began",
    ]);
  });

  it("a notice that is under way", async () => {
    const channels = [{ ...MEMORY, delayMs: 60_000 }];
    expect((await toldAfter([RUN_STARTED, RUN_SETTLED], { channels })).at(0)).toBe(
      "run#1: agent-completed; not over yet",
    );
  });

  it("a published notice, and a test", async () => {
    const published = (id: string): SessionEvent => {
      return { type: "notice.published", notice: { id, event: "agent-completed", at: 1 } };
    };
    const told = await toldAfter([published("key-note1"), published("test-0123")]);
    expect(told.filter((line) => !line.startsWith(" "))).toEqual([
      "notice#1: agent-completed; memory accepted",
      "notice#2: /notify test (agent-completed); memory accepted",
    ]);
  });
});

describe("why nothing was told", () => {
  it.each<[string, readonly Act[], string]>([
    ["a run that was stopped", [RUN_STARTED, ABORTED], "run#1: no notification: you stopped the run"],
    [
      "a run that Pi before 1.1.0 says nothing of, stopped",
      [RUN_STARTED, { type: "loop.ended", outcome: "aborted" }, { type: "run.settled", at: 2 }],
      "run#1: no notification: you stopped the run",
    ],
    [
      "a run that its session ends",
      [RUN_STARTED, SESSION_ENDED],
      "run#1: no notification: the session ended during the run",
    ],
    [
      "a dialog that closes at once",
      [RUN_STARTED, SPAN_OPENED, 149, SPAN_CLOSED],
      "span#1: no notification: the dialog closed within its grace time",
    ],
    [
      "a dialog that nothing waits for",
      [SPAN_OPENED, 200, SPAN_CLOSED],
      "span#1: no notification: nothing was waiting for this dialog",
    ],
    [
      "a dialog that its own extension keeps silent",
      [{ type: "span.silenced" }, SPAN_OPENED],
      "session: no notification: the extension that opened the dialog asked for no notification",
    ],
    [
      "a dialog with which the session ends",
      [RUN_STARTED, SPAN_OPENED, SESSION_ENDED],
      "span#1: no notification: the session ended within the dialog's grace time",
    ],
  ])("%s", async (_what, acts, head) => {
    expect(await toldAfter(acts)).toContain(head);
  });

  it("another reason is another row, about a run, a dialog or the session itself", async () => {
    const session = startTracedSession();
    await session.take(RUN_STARTED, LOOP_ENDED, ABORTED);
    const rows: readonly NothingRow[] = [
      { machine: "run", into: "over", why: { id: "unwatched" } },
      { machine: "session", event: "loop.ended", why: { id: "silenced" } },
    ];
    const trace = session.trace();
    const heads = storiesOf(trace, rows).map((story) => storyLines(story, trace, "en")[0]?.slice(9));
    expect(heads).toEqual([
      "run#1: no notification: nothing was waiting for this dialog",
      "session: no notification: the extension that opened the dialog asked for no notification",
    ]);
  });
});

it("says that the beginning of a story is gone", async () => {
  const session = startTracedSession({ trace: { keep: 1 } });
  await session.take(SPAN_OPENED, RUN_STARTED);
  await session.advance(200);
  for (let loop = 0; loop < 60; loop += 1) await session.take(LOOP_ENDED);
  await session.take(RUN_SETTLED, SPAN_CLOSED);
  expect(session.told()).toContain("  (its beginning is no longer kept)");
});

it("shows the time of the wall clock where it was recorded", async () => {
  const session = startTracedSession();
  await session.take(RUN_STARTED);
  const trace = session.trace();
  const at = Date.UTC(2026, 0, 31, 22, 59, 58, 7);
  const records = trace.records.map((record) => ({ ...record, at }));
  const lines = (utcOffsetMinutes: number) => {
    const moved = { ...trace, utcOffsetMinutes, records };
    return storiesOf(moved).flatMap((story) => storyLines(story, moved, "en"));
  };
  expect(lines(0)).toEqual(["22:59:58 run#1: no notification yet", "  22:59:58.007 the run began"]);
  expect(lines(330)).toEqual(["04:29:58 run#1: no notification yet", "  04:29:58.007 the run began"]);
});

it("is told in Chinese", async () => {
  const session = startTracedSession({ channels: [{ id: "hook", type: "refused" }] });
  await session.take(RUN_STARTED, SPAN_OPENED, LOOP_ENDED, RUN_SETTLED);
  await session.advance(200);
  await session.take(SPAN_CLOSED);
  expect(session.told("zh-CN")).toEqual([
    "run#1：agent-completed；hook 失败（HTTP 500）",
    "  一轮任务开始",
    "  有对话框打开：本轮的通知届时会暂缓",
    "  本轮任务结束，通知暂缓发送",
    "  hook：等待对话框关闭",
    "  不再需要暂缓：继续发送",
    "  hook：检查",
    "  hook：已发出",
    "  hook：失败（HTTP 500）",
    "span#1：input-required；hook 失败（HTTP 500）",
    "  对话框打开",
    "  对话框仍未关闭：该发通知了",
    "  hook：检查",
    "  hook：已发出",
    "  hook：失败（HTTP 500）",
    "  对话框关闭",
  ]);
});
