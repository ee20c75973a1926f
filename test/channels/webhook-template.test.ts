import { describe, expect, it } from "vitest";
import { PLACEHOLDERS, placeholderValues } from "../../src/channels/webhook/placeholders.ts";
import { DEFAULT_TEMPLATE, renderTemplate, templateProblem } from "../../src/channels/webhook/render-template.ts";
import type { Message } from "../../src/content/message.ts";
import { messageText } from "../../src/messages/define-messages.ts";
import { ruleMessages } from "../../src/messages/rules.messages.ts";

const NOTICE = { id: "p1-s1-n1", event: "input-required", priority: 4, at: Date.UTC(2025, 0, 2, 3, 4, 5, 6) } as const;

function valuesOf(text: string) {
  const fields = { label: text, project: text, session: text, host: text, location: text, duration: text };
  const message: Message = { title: text, lines: [text, text], fields };
  return placeholderValues(message, NOTICE);
}

const values = placeholderValues(
  {
    title: "T",
    lines: ["one", "two"],
    fields: { label: "L", project: "P", session: "S", host: "H", location: "Loc", duration: "4m 12s" },
  },
  NOTICE,
);

describe("webhook template", () => {
  it.each<[string, unknown, unknown]>([
    ["text around", "a {{title}} b {{event}}", "a T b input-required"],
    ["spaces inside", "{{ title }}", "T"],
    ["spaces inside, with text around", "a {{ title }}", "a T"],
    ["an unknown name alone", "{{nope}}", "{{nope}}"],
    ["a body of lines", "{{body}}", "one\ntwo"],
    ["a whole number", "{{priority}}", 4],
    ["a whole number with spaces", "{{ priority }}", 4],
    ["a number in text", "p{{priority}}", "p4"],
    ["a time", "{{timestamp}}", "2025-01-02T03:04:05.006Z"],
    ["the same twice", "{{title}}{{title}}", "TT"],
    ["braces that are none", "{title} {{ } }} {{", "{title} {{ } }} {{"],
    ["triple braces", "{{{title}}}", "{T}"],
    ["other values", [1, true, false, null, "x"], [1, true, false, null, "x"]],
    ["keys", { "{{title}}": "{{title}}" }, { "{{title}}": "T" }],
    ["depth", { a: [{ b: "{{host}}" }] }, { a: [{ b: "H" }] }],
    ["null", null, null],
    ["what JSON cannot say", undefined, null],
  ])("%s: %j becomes %j", (_name, template, rendered) => {
    expect(renderTemplate(template, values)).toEqual(rendered);
  });

  it("has every value under its own name by default", () => {
    expect(renderTemplate(DEFAULT_TEMPLATE, values)).toEqual({
      title: "T",
      body: "one\ntwo",
      event: "input-required",
      priority: 4,
      project: "P",
      host: "H",
      session: "S",
      location: "Loc",
      duration: "4m 12s",
      label: "L",
      timestamp: "2025-01-02T03:04:05.006Z",
      id: "p1-s1-n1",
    });
  });

  it("keeps a key named __proto__ a key", () => {
    const template: unknown = JSON.parse('{"__proto__":{"a":"{{title}}"}}');
    expect(JSON.stringify(renderTemplate(template, values))).toBe('{"__proto__":{"a":"T"}}');
  });

  const HOSTILE: [string, string, string][] = [
    ["quotes", "a \"b\" 'c'", "a \"b\" 'c'"],
    ["backslashes", "a\\b\\n\\u0041", "a\\b\\n\\u0041"],
    ["an end of JSON", '"}],"x":1', '"}],"x":1'],
    ["line breaks", "a\nb\r\nc\u2028d", "a\nb\r\nc\u2028d"],
    ["Chinese", "等待输入", "等待输入"],
    ["an emoji family", "👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"],
    ["a lone surrogate", "a\ud800b\udc00", "a\ufffdb\ufffd"],
    ["a placeholder", "{{title}} {{priority}} {{nope}}", "{{title}} {{priority}} {{nope}}"],
    ["replacement patterns", "$& $1 $$ $` $'", "$& $1 $$ $` $'"],
    ["nothing", "", ""],
  ];
  it.each(HOSTILE)("survives %s in every placeholder, through JSON and UTF-8", (_name, text, expected) => {
    const template = Object.fromEntries(PLACEHOLDERS.map((name) => [name, [`{{${name}}}`, `<{{${name}}}>`]]));
    const sent = Buffer.from(JSON.stringify(renderTemplate(template, valuesOf(text))), "utf8");
    const got = JSON.parse(sent.toString("utf8"));
    for (const name of ["title", "label", "project", "session", "host", "location", "duration"]) {
      expect(got[name]).toEqual([expected, `<${expected}>`]);
    }
    expect(got.body).toEqual([`${expected}\n${expected}`, `<${expected}\n${expected}>`]);
    expect(got.priority).toEqual([4, "<4>"]);
  });
});

it("is linear on unclosed braces and spaces: a quadratic search would not end here", () => {
  const spaces = `{{${" ".repeat(200_000)}`;
  const braces = "{".repeat(200_000);
  expect(templateProblem([spaces, braces])).toBeUndefined();
  expect(renderTemplate([spaces, braces], values)).toEqual([spaces, braces]);
});

function said(template: string): string {
  const problem = templateProblem(template);
  return problem === undefined ? "" : messageText(ruleMessages, problem, "en");
}

it("names an unknown placeholder only where it looks like a misspelt name", () => {
  expect(said("{{ titel }}")).toMatch(/^has an unknown placeholder \{\{titel\}\}; known are title, body, /);
  expect(said("{{tk_9f8e7d6c5b4a}}")).toMatch(/^has an unknown placeholder; known are title, body, /);
});
