import { expect, it } from "vitest";
import { encodeOsc9 } from "../../src/channels/osc/encode-osc9.ts";
import { encodeOsc777 } from "../../src/channels/osc/encode-osc777.ts";
import { mergeMessages } from "../../src/content/merge-messages.ts";
import type { Message } from "../../src/content/message.ts";

function message(title: string, ...lines: string[]): Message {
  return { title, lines, fields: { label: "", project: title, session: "", host: "", location: "", duration: "" } };
}

const DONE = message("Done", "Project: a", "Host: h");

it.each<[string, Message[], string[]]>([
  ["nothing else", [], ["Project: a", "Host: h"]],
  ["another event", [message("Compacted", "Project: a", "Host: h")], ["Compacted", "Project: a", "Host: h"]],
  ["the same event of somebody else", [message("Done", "Scout", "Project: a")], ["Project: a", "Host: h", "Scout"]],
  ["the same twice", [DONE], ["Project: a", "Host: h"]],
  [
    "several",
    [message("Failed", "Scout", "Host: h"), message("Failed", "Ranger"), message("Asks", "Host: i")],
    ["Failed", "Asks", "Project: a", "Host: h", "Scout", "Ranger", "Host: i"],
  ],
])("one message with %s", (_name, others, lines) => {
  expect(mergeMessages(DONE, others, "en")).toEqual({ ...DONE, lines });
});

it.each([
  ["en", "and 12 more"],
  ["zh-CN", "另有 12 条"],
] as const)("of twenty, eight are told and the rest is counted, in %s", (language, count) => {
  const others = Array.from({ length: 19 }, (_, index) => message("Done", "Project: a", "Host: h", `Task ${index}`));
  const { lines } = mergeMessages(DONE, others, language);
  expect(lines).toEqual(["Project: a", "Host: h", ...others.slice(0, 7).map((_, index) => `Task ${index}`), count]);
});

it.each([
  ["long", "x".repeat(200), 2],
  ["in Chinese", "任务".repeat(100), 2],
])("what is %s is left out whole, and the count survives every protocol's limit", (_name, label, told) => {
  const others = Array.from({ length: 10 }, (_, index) => message("Done", `${index}${label}`));
  const merged = mergeMessages(DONE, others, "en");
  expect(merged.lines).toEqual([
    ...DONE.lines,
    ...others.slice(0, told).flatMap(({ lines }) => lines),
    `and ${10 - told} more`,
  ]);
  for (const encode of [encodeOsc9, encodeOsc777]) expect(encode(merged)).toContain(`and ${10 - told} more`);
});

it("a first message that fills the notification does not push the count out", () => {
  const full = message("Done", "x".repeat(600));
  const merged = mergeMessages(full, [message("Done", "Scout")], "en");
  expect(encodeOsc9(merged)).toContain("and 1 more");
});
