import { expect, it } from "vitest";
import { messageText } from "../../src/messages/define-messages.ts";
import { traceFaultMessages } from "../../src/messages/trace.messages.ts";
import { parseTrace } from "../../src/trace/parse-trace.ts";

const RECORD = { at: 1, actor: "run#1", machine: "run", event: "xstate.init", after: ["working.free"] };
const TRACE = {
  format: "pi-notify-trace",
  version: 1,
  madeBy: "0.1.0",
  mode: "tui",
  utcOffsetMinutes: 0,
  keep: 200,
  dropped: 0,
  channels: [],
  records: [RECORD],
};
const withRecord = (more: object) => ({ ...TRACE, records: [RECORD, { ...RECORD, ...more }] });

it.each<[string, unknown]>([
  ["the least", TRACE],
  ["a field that a later version has", { ...TRACE, mood: "good", records: [{ ...RECORD, mood: "good" }] }],
  ["everything", withRecord({ from: "session", before: ["a"], outcome: "failed", reason: "http 500" })],
])("reads %s", (_what, value) => {
  expect(parseTrace(JSON.stringify(value))).toMatchObject({ kind: "trace", trace: { format: "pi-notify-trace" } });
});

/** What is said of a bad file in each language. */
type Said = readonly [en: string, zh: string];

const damaged = (place: string): Said => [
  `is damaged: \`${place}\` does not fit the format`,
  `已损坏：\`${place}\` 不符合格式`,
];
const NOT_JSON: Said = ["is not valid JSON", "不是有效的 JSON"];
const NO_OBJECT: Said = ["is not a JSON object", "不是 JSON 对象"];

function saidOf(text: string): Said {
  const parsed = parseTrace(text);
  if (parsed.kind === "trace") throw new Error("it is a trace");
  const { problem } = parsed;
  return [messageText(traceFaultMessages, problem, "en"), messageText(traceFaultMessages, problem, "zh-CN")];
}

it("has a line even for more faults than can be counted", () => {
  const many = Array.from({ length: 300_000 }, () => 0);
  expect(saidOf(JSON.stringify({ ...TRACE, channels: many }))).toEqual([
    "is damaged in too many places to list",
    "损坏之处太多，无法一一列出",
  ]);
  expect(saidOf(JSON.stringify({ ...TRACE, records: many }))).toEqual(damaged("records[0]"));
});

it.each<[string, Said]>([
  ["", NOT_JSON],
  ["{", NOT_JSON],
  ["[]", NO_OBJECT],
  ["null", NO_OBJECT],
  ["{}", ['is not a trace: its `format` is not "pi-notify-trace"', '不是轨迹：它的 `format` 不是 "pi-notify-trace"']],
  [
    '{"format":"pi-notify-model-trace","version":1}',
    [
      "is a sequence of the model's tests and not a trace; pi-notify's test/model/record-trace.ts makes a trace of it",
      "是模型测试的事件序列，不是轨迹；pi-notify 的 test/model/record-trace.ts 可以由它生成轨迹",
    ],
  ],
  ['{"format":"pi-notify-trace"}', ["has a `version` other than 1", "的 `version` 不是 1"]],
  [
    JSON.stringify({ ...TRACE, version: 2 }),
    ["has a `version` other than 1: update pi-notify", "的 `version` 不是 1：请更新 pi-notify"],
  ],
  [JSON.stringify({ ...TRACE, mode: "loud" }), damaged("mode")],
  [JSON.stringify({ ...TRACE, records: {} }), damaged("records")],
  [JSON.stringify({ ...TRACE, utcOffsetMinutes: 1e9 }), damaged("utcOffsetMinutes")],
  [JSON.stringify({ ...TRACE, channels: [{ id: "a\u001b]0;b\u0007", type: "bell" }] }), damaged("channels[0].id")],
  [JSON.stringify(withRecord({ at: "now" })), damaged("records[1].at")],
  [JSON.stringify(withRecord({ at: 1e300 })), damaged("records[1].at")],
  [JSON.stringify(withRecord({ after: ["a b"] })), damaged("records[1].after[0]")],
  [JSON.stringify(withRecord({ outcome: "seen" })), damaged("records[1].outcome")],
  [
    JSON.stringify(withRecord({ before: Array.from({ length: 501 }, (_, at) => `s${at}`) })),
    damaged("records[1].before"),
  ],
  [JSON.stringify(withRecord({ notice: { id: "a", event: "moon" } })), damaged("records[1].notice.event")],
])("of %j it says that it %s", (text, said) => {
  expect(saidOf(text)).toEqual(said);
});
