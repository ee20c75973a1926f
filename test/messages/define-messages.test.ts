import { expect, expectTypeOf, test } from "vitest";
import { defineMessages, inLanguage, type Say } from "../../src/messages/define-messages.ts";

const messages = defineMessages({
  plain: { en: "Nothing to do.", zh: "没有要做的事。" },
  file: { en: "{path}: line {line}", zh: "{path}：第 {line} 行" },
});

test("says a sentence in the language that was asked for", () => {
  expect(inLanguage(messages, "en")("plain")).toBe("Nothing to do.");
  expect(inLanguage(messages, "zh-CN")("plain")).toBe("没有要做的事。");
});

test("fills in values, and shows a value that looks like a placeholder as it is", () => {
  expect(inLanguage(messages, "en")("file", { path: "{line}", line: 3 })).toBe("{line}: line 3");
  expect(inLanguage(messages, "zh-CN")("file", { path: "$&", line: 3 })).toBe("$&：第 3 行");
});

test("braces of JSON are text", () => {
  const json = defineMessages({ write: { en: 'Write {"a": 1} in {file}.', zh: '在 {file} 里写 {"a": 1}。' } });
  expect(inLanguage(json, "en")("write", { file: "f" })).toBe('Write {"a": 1} in f.');
});

test("types: an unknown id, a missing value and unequal placeholders do not compile", () => {
  const say = inLanguage(messages, "en");
  expectTypeOf(say).toEqualTypeOf<Say<typeof messages>>();
  // @ts-expect-error an unknown id
  expect(() => say("missing")).toThrow();
  // @ts-expect-error a value is missing
  say("file", { path: "a" });
  // @ts-expect-error the Chinese sentence has another placeholder
  defineMessages({ odd: { en: "{a}", zh: "{b}" } });
});
