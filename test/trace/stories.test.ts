import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/machines/session.types.ts";
import { storiesOf, storyLines } from "../../src/trace/story.ts";
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
      "  memory: finds out whether it can be told",
      "  memory: sends",
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
      "  hook: finds out whether it can be told",
      "  hook: sends",
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
      "  errors: skipped (not-subscribed: it does not tell this event)",
      "  print: skipped (mode: it does not work in this mode of Pi)",
    ]);
  });

  it("a run held by a dialog, with the dialog's own", async () => {
    expect(await toldAfter([RUN_STARTED, SPAN_OPENED, 200, RUN_SETTLED, SPAN_CLOSED])).toEqual([
      "run#1: agent-completed; memory accepted",
      "  the run began",
      "  a dialog is open: what the run has to tell would wait",
      "  the run settled, and is held",
      "  memory: held for now",
      "  nothing holds it any more: what was held goes on",
      "  memory: finds out whether it can be told",
      "  memory: sends",
      "  memory: accepted",
      "span#1: input-required; memory accepted",
      "  a dialog opened",
      "  the dialog is still open: it is told",
      "  memory: finds out whether it can be told",
      "  memory: sends",
      "  memory: accepted",
      "  the dialog closed",
    ]);
  });

  const HOLDING = { attention: { backgroundWork: "hold", backgroundWorkMaxMs: 60_000 } };
  const TASK_STARTED: SessionEvent = { type: "task.started", taskId: "scout" };
  const TASK_ENDED: SessionEvent = { type: "task.ended", taskId: "scout" };
  const goesOn = "nothing holds it any more: what was held goes on";

  it.each<[string, Act[], string[]]>([
    [
      "until they are done",
      [RUN_STARTED, TASK_STARTED, RUN_SETTLED, TASK_ENDED],
      [
        "subagents work on in the background: what the run has to tell would wait",
        "the run settled, and is held",
        goesOn,
      ],
    ],
    [
      "that begin after it settled",
      [RUN_STARTED, RUN_SETTLED, TASK_STARTED, TASK_ENDED],
      ["the run settled", "subagents work on in the background: what has not gone out is held", goesOn],
    ],
    [
      "no longer than it may",
      [RUN_STARTED, TASK_STARTED, RUN_SETTLED, 60_000],
      [
        "subagents work on in the background: what the run has to tell would wait",
        "the run settled, and is held",
        "subagents still work, but that is the longest wait for them: what was held goes on",
      ],
    ],
    [
      "and a dialog",
      [RUN_STARTED, TASK_STARTED, SPAN_OPENED, RUN_SETTLED, SPAN_CLOSED, TASK_ENDED],
      [
        "subagents work on in the background: what the run has to tell would wait",
        "the run settled, and is held",
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
      "  memory: waits out its delay",
      "  a new run began: what has not gone out is dropped",
      "  memory: expired (new-run: a new run began first)",
      "run#2: no notice yet",
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
    ["a run that was stopped", [RUN_STARTED, ABORTED], "run#1: no notice: you stopped the run"],
    [
      "a run that Pi before 1.1.0 says nothing of, stopped",
      [RUN_STARTED, { type: "loop.ended", outcome: "aborted" }, { type: "run.settled", at: 2 }],
      "run#1: no notice: you stopped the run",
    ],
    [
      "a run that its session ends",
      [RUN_STARTED, SESSION_ENDED],
      "run#1: no notice: the session ended while the run was at work",
    ],
    [
      "a dialog that closes at once",
      [RUN_STARTED, SPAN_OPENED, 149, SPAN_CLOSED],
      "span#1: no notice: the dialog closed within its grace time",
    ],
    [
      "a dialog that nothing waits for",
      [SPAN_OPENED, 200, SPAN_CLOSED],
      "span#1: no notice: nothing was waiting for this dialog",
    ],
    [
      "a dialog that its own extension keeps silent",
      [{ type: "span.silenced" }, SPAN_OPENED],
      "session: no notice: the extension that opened the dialog wants it silent",
    ],
    [
      "a dialog with which the session ends",
      [RUN_STARTED, SPAN_OPENED, SESSION_ENDED],
      "span#1: no notice: the session ended with the dialog",
    ],
  ])("%s", async (_what, acts, head) => {
    expect(await toldAfter(acts)).toContain(head);
  });

  it("another reason is another row, about a run, a dialog or the session itself", async () => {
    const session = startTracedSession();
    await session.take(RUN_STARTED, LOOP_ENDED, ABORTED);
    const rows = [
      { machine: "run", into: "over", why: "it was a short one" },
      { machine: "session", event: "loop.ended", why: "nobody asked" },
    ];
    const trace = session.trace();
    const heads = storiesOf(trace, rows).map((story) => storyLines(story, trace)[0]?.slice(9));
    expect(heads).toEqual(["run#1: no notice: it was a short one", "session: no notice: nobody asked"]);
  });
});

it("says that the beginning of a story is gone", async () => {
  const session = startTracedSession({ trace: { keep: 1 } });
  await session.take(SPAN_OPENED, RUN_STARTED);
  await session.advance(200);
  for (let loop = 0; loop < 60; loop += 1) await session.take(LOOP_ENDED);
  await session.take(RUN_SETTLED, SPAN_CLOSED);
  expect(session.told()).toContain("  (its beginning is not kept any more)");
});

it("shows the time of the wall clock where it was recorded", async () => {
  const session = startTracedSession();
  await session.take(RUN_STARTED);
  const trace = session.trace();
  const at = Date.UTC(2026, 0, 31, 22, 59, 58, 7);
  const records = trace.records.map((record) => ({ ...record, at }));
  const lines = (utcOffsetMinutes: number) => {
    const moved = { ...trace, utcOffsetMinutes, records };
    return storiesOf(moved).flatMap((story) => storyLines(story, moved));
  };
  expect(lines(0)).toEqual(["22:59:58 run#1: no notice yet", "  22:59:58.007 the run began"]);
  expect(lines(330)).toEqual(["04:29:58 run#1: no notice yet", "  04:29:58.007 the run began"]);
});
