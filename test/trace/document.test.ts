import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { traceJsonSchema } from "../../scripts/trace-schema.ts";
import type { Language } from "../../src/notices/event-table.ts";
import { TRACE_FORMAT, TRACE_VERSION } from "../../src/trace/format-name.ts";
import { exampleStory } from "./example-story.ts";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

it("the shipped schema is what `npm run schema` writes now", () => {
  expect(read("docs/trace.schema.json")).toBe(`${JSON.stringify(traceJsonSchema(), null, 2)}\n`);
  expect(JSON.parse(read("package.json")).files).toContain("docs/trace.schema.json");
});

const PAGES: readonly (readonly [document: string, language: Language])[] = [
  ["docs/trace.md", "en"],
  ["docs/trace.zh-CN.md", "zh-CN"],
];

describe.each(PAGES)("%s", (document, language) => {
  const text = read(document);

  it("shows what /notify why really says, in its language", () => {
    const [, example] = /```\n(\/notify why\n[\s\S]*?)\n```/.exec(text) ?? [];
    expect(example).toBe(exampleStory(language));
  });

  it("explains every field of the format and no other", () => {
    const told = [...text.matchAll(/^\| ((?:`\w+`(?:, |、)?)+) \|/gm)].flatMap(
      ([, names = ""]) => names.match(/\w+/g) ?? [],
    );
    const { properties } = traceJsonSchema() as { properties: Record<string, { items?: { properties: object } }> };
    const fields = [...Object.keys(properties), ...Object.keys(properties.records?.items?.properties ?? {})];
    expect(told.sort()).toEqual(fields.sort());
    expect(text).toContain(`\`"${TRACE_FORMAT}"\``);
    expect(text).toContain(`| \`version\` | \`${TRACE_VERSION}\` |`);
  });

  it("has links that lead somewhere", () => {
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = ""]) => target);
    expect(targets.length).toBeGreaterThanOrEqual(3);
    expect(targets.filter((target) => !existsSync(join(REPOSITORY, dirname(document), target)))).toEqual([]);
  });
});

it("both have the same headings and tables", () => {
  const shape = (document: string) =>
    read(document)
      .split("\n")
      .filter((line) => /^(?:#+ |\|)/.test(line))
      .map((line) => (line.startsWith("|") ? line.split("|").length : line.split(" ")[0]));
  expect(shape("docs/trace.zh-CN.md")).toEqual(shape("docs/trace.md"));
});

function read(path: string): string {
  return readFileSync(join(REPOSITORY, path), "utf8");
}
