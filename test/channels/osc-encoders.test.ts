import { describe, expect, it } from "vitest";
import { parseTerminal, shownNotifications } from "../../rig/osc-parser.ts";
import { encodeOsc9 } from "../../src/channels/osc/encode-osc9.ts";
import { encodeOsc99, encodeOsc99Close } from "../../src/channels/osc/encode-osc99.ts";
import { encodeOsc777 } from "../../src/channels/osc/encode-osc777.ts";
import { wrap } from "../../src/channels/osc/wrap.ts";
import { EVENT_IDS, EVENT_TABLE } from "../../src/notices/event-table.ts";

const ST = "\x1b\\";

describe("OSC 9", () => {
  it.each([
    ["title and lines", "Done", ["Project: a", "Host: b"], "\x1b]9;Done · Project: a · Host: b\x1b\\"],
    ["a title alone", "Done", [], "\x1b]9;Done\x1b\\"],
    ["Chinese", "Pi 等待输入", ["项目：甲"], "\x1b]9;Pi 等待输入 · 项目：甲\x1b\\"],
    ["semicolons", "a;b", ["c;d"], "\x1b]9;a:b · c:d\x1b\\"],
    ["a leading digit", "5 tests failed", [], "\x1b]9;Pi: 5 tests failed\x1b\\"],
    ["a digit further on", "Done in 5 s", [], "\x1b]9;Done in 5 s\x1b\\"],
    ["what looks like progress", "4;1;50", ["x"], "\x1b]9;Pi: 4:1:50 · x\x1b\\"],
    ["a keycap emoji", "1️⃣ done", [], "\x1b]9;Pi: 1️⃣ done\x1b\\"],
    ["a digit of another script", "٣ done", [], "\x1b]9;Pi: ٣ done\x1b\\"],
  ])("%s", (_name, title, lines, bytes) => {
    expect(encodeOsc9({ title, lines })).toBe(bytes);
  });

  it("stays below 2,048 bytes, title and digit prefix included", () => {
    const bytes = encodeOsc9({ title: `1${"é".repeat(400)}`, lines: ["界".repeat(600)] });
    expect(Buffer.byteLength(bytes)).toBeLessThan(2_048);
    expect(Buffer.byteLength(bytes)).toBeGreaterThan(2_040);
    expect(bytes.endsWith(`界…${ST}`)).toBe(true);
  });

  it("keeps room for the body beside a huge title", () => {
    expect(encodeOsc9({ title: "题".repeat(2_000), lines: ["Host: b"] })).toBe(
      `\x1b]9;${"题".repeat(340)}… · Host: b${ST}`,
    );
  });

  it("has at most 512 code points of body", () => {
    expect(encodeOsc9({ title: "T", lines: ["x".repeat(513)] })).toBe(`\x1b]9;T · ${"x".repeat(511)}…${ST}`);
    expect(encodeOsc9({ title: "T", lines: ["x".repeat(512)] })).toBe(`\x1b]9;T · ${"x".repeat(512)}${ST}`);
  });
});

describe("OSC 777", () => {
  it.each([
    ["title and lines", "Done", ["Project: a", "Host: b"], "\x1b]777;notify;Done;Project: a · Host: b\x1b\\"],
    ["a title alone", "Done", [], "\x1b]777;notify;Done;\x1b\\"],
    ["semicolons", "a;b", ["c;d", "e"], "\x1b]777;notify;a,b;c,d · e\x1b\\"],
    ["a leading digit", "5 tests", ["4;2"], "\x1b]777;notify;5 tests;4,2\x1b\\"],
  ])("%s", (_name, title, lines, bytes) => {
    expect(encodeOsc777({ title, lines })).toBe(bytes);
  });

  it("stays below 2,048 bytes and keeps room for the body beside a huge title", () => {
    const bytes = encodeOsc777({ title: "题".repeat(2_000), lines: ["界".repeat(2_000)] });
    expect(Buffer.byteLength(bytes)).toBeLessThan(2_048);
    const [shown] = shownNotifications(parseTerminal(bytes));
    expect(shown?.title).toMatch(/^题{340}…$/);
    expect(shown?.body).toMatch(/^界{300,}…$/);
  });

  it("has at most 512 code points of body", () => {
    expect(encodeOsc777({ title: "T", lines: ["x".repeat(513)] })).toBe(`\x1b]777;notify;T;${"x".repeat(511)}…${ST}`);
  });
});

describe("OSC 99", () => {
  const notice = { id: "s.1_2+a-b", event: "agent-completed", priority: 3 } as const;

  it.each([
    [
      "title and lines",
      { title: "Done", lines: ["Project: a", "Host: b"] },
      notice,
      "\x1b]99;i=s.1_2+a-b:d=0:e=1:a=focus:u=1:f=cGktbm90aWZ5:t=YWdlbnQtY29tcGxldGVk;RG9uZQ==\x1b\\" +
        "\x1b]99;i=s.1_2+a-b:d=1:e=1:p=body;UHJvamVjdDogYQpIb3N0OiBi\x1b\\",
    ],
    [
      "a title alone",
      { title: "Done", lines: [] },
      notice,
      "\x1b]99;i=s.1_2+a-b:d=1:e=1:a=focus:u=1:f=cGktbm90aWZ5:t=YWdlbnQtY29tcGxldGVk;RG9uZQ==\x1b\\",
    ],
    [
      "separators lose nothing",
      { title: "4;1:x=y", lines: ["–;"] },
      { id: "n", event: "agent-error", priority: 5 },
      "\x1b]99;i=n:d=0:e=1:a=focus:u=2:f=cGktbm90aWZ5:t=YWdlbnQtZXJyb3I=;NDsxOng9eQ==\x1b\\" +
        "\x1b]99;i=n:d=1:e=1:p=body;4oCTOw==\x1b\\",
    ],
  ] as const)("%s", (_name, message, about, bytes) => {
    expect(encodeOsc99(message, about)).toBe(bytes);
  });

  it.each([
    [1, "0"],
    [2, "0"],
    [3, "1"],
    [4, "1"],
    [5, "2"],
  ] as const)("priority %i has urgency %s", (priority, urgency) => {
    const [shown] = shownNotifications(parseTerminal(encodeOsc99({ title: "T", lines: [] }, { ...notice, priority })));
    expect(shown?.metadata.u).toBe(urgency);
  });

  it.each(EVENT_IDS)("%s travels as the type", (event) => {
    const bytes = encodeOsc99({ title: "T", lines: ["x"] }, { id: "n", event, priority: EVENT_TABLE[event].priority });
    const [shown] = shownNotifications(parseTerminal(bytes));
    expect(Buffer.from(shown?.metadata.t ?? "", "base64").toString()).toBe(event);
    expect(Buffer.from(shown?.metadata.f ?? "", "base64").toString()).toBe("pi-notify");
  });

  it("cuts title and body to whole characters within the payload's size", () => {
    const message = { title: "题".repeat(2_000), lines: ["😀".repeat(2_000)] };
    const [shown] = shownNotifications(parseTerminal(encodeOsc99(message, notice)));
    expect(shown?.title).toBe(`${"题".repeat(340)}…`);
    expect(shown?.body).toBe(`${"😀".repeat(511)}…`);
  });
});

it("OSC 99 closes by id alone, and shows nothing", () => {
  const bytes = encodeOsc99Close({ id: "s.1_2+a-b" });
  expect(bytes).toBe("\x1b]99;i=s.1_2+a-b:p=close;\x1b\\");
  expect(shownNotifications(parseTerminal(bytes))).toEqual([]);
});

describe("tmux passthrough", () => {
  it.each([
    [0, "\x1b]9;x\x1b\\"],
    [1, "\x1bPtmux;\x1b\x1b]9;x\x1b\x1b\\\x1b\\"],
    [2, "\x1bPtmux;\x1b\x1bPtmux;\x1b\x1b\x1b\x1b]9;x\x1b\x1b\x1b\x1b\\\x1b\x1b\\\x1b\\"],
  ] as const)("%i deep", (depth, bytes) => {
    expect(wrap("\x1b]9;x\x1b\\", Array(depth).fill("tmux"))).toBe(bytes);
  });

  it("wraps both parts of an OSC 99 together", () => {
    const bytes = encodeOsc99({ title: "T", lines: ["x"] }, { id: "n", event: "agent-error", priority: 5 });
    expect(parseTerminal(wrap(bytes, Array(1).fill("tmux")))).toHaveLength(1);
  });
});
