import { expect, it } from "vitest";
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

const damaged = (place: string) => `is damaged: \`${place}\` is not what the format wants there`;

it("has a line even for more faults than can be counted", () => {
  const many = Array.from({ length: 300_000 }, () => 0);
  const problem = "is damaged in more places than can be told";
  expect(parseTrace(JSON.stringify({ ...TRACE, channels: many }))).toEqual({ kind: "bad", problem });
  expect(parseTrace(JSON.stringify({ ...TRACE, records: many }))).toEqual({
    kind: "bad",
    problem: damaged("records[0]"),
  });
});

it.each<[string, string]>([
  ["", "is not JSON"],
  ["{", "is not JSON"],
  ["[]", "is not a JSON object"],
  ["null", "is not a JSON object"],
  ["{}", 'is no trace: its `format` is not "pi-notify-trace"'],
  [
    '{"format":"pi-notify-model-trace","version":1}',
    "is a sequence of the model's tests and no trace; test/model/record-trace.ts of pi-notify makes one of it",
  ],
  ['{"format":"pi-notify-trace"}', "has a `version` other than 1"],
  [JSON.stringify({ ...TRACE, version: 2 }), "has a `version` other than 1: update pi-notify"],
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
])("of %j it says that it %s", (text, problem) => {
  expect(parseTrace(text)).toEqual({ kind: "bad", problem });
});
