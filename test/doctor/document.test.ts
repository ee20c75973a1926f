import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { FINDING_IDS } from "../../src/commands/doctor/finding.ts";
import { checkAll, reportLines } from "../../src/commands/doctor/run-doctor.ts";
import type { Language } from "../../src/notices/event-table.ts";
import { SKIP_REASONS } from "../../src/notices/outcome.ts";
import { deadLinksOf, linksOf, readRepositoryFile, shapeOf } from "../document-parts.ts";
import { FACTS, SETTINGS, TMUX } from "./doctor-facts.ts";

const PAGES = ["docs/troubleshooting.md", "docs/troubleshooting.zh-CN.md"];

/** Each finding's part of a page. */
function sectionsOf(page: string): Map<string, string> {
  const parts = readRepositoryFile(page).split(/^###? /m);
  return new Map(
    parts.flatMap((part) => [...part.matchAll(/^`([\w-]+)`\n([\s\S]*)$/g)].map(([, id = "", text = ""]) => [id, text])),
  );
}

const codeOf = (text: string) => [...text.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);

describe.each([
  {
    page: PAGES[0] ?? "",
    language: "en" as Language,
    words: ["**You see:**", "**Because:**", "**Type:**"],
    readme: "README.md",
    terminals: "docs/terminals.md",
  },
  {
    page: PAGES[1] ?? "",
    language: "zh-CN" as Language,
    words: ["**现象**：", "**原因**：", "**输入**："],
    readme: "README.zh-CN.md",
    terminals: "docs/terminals.zh-CN.md",
  },
])("$page", ({ page, language, words, readme, terminals }) => {
  const sections = sectionsOf(page);

  it("has a section for each finding of the doctor and for nothing else, in its order", () => {
    expect([...sections.keys()]).toEqual(FINDING_IDS);
  });

  it.each([...sections])("%s: symptom, cause and what to type", (_id, text) => {
    expect(words.filter((word) => !text.includes(`\n- ${word}`))).toEqual([]);
    expect(codeOf(text).filter((code) => code.trim() !== "")).toHaveLength(1);
  });

  it("shows what the doctor really says", () => {
    const [begin = "", end = ""] = (codeOf(readRepositoryFile(page))[0] ?? "").trim().split("\n…\n");
    const facts = { ...FACTS, language, tmux: { ...TMUX, passthrough: "off" }, layers: ["tmux"] } as const;
    const settings = { ...SETTINGS, focusEvents: false };
    const report = reportLines({ language, findings: checkAll({ ...facts, settings }) });
    expect(begin.split("\n")).toEqual(report.slice(0, 5));
    expect(report).toContain(end);
  });

  it("names no reason for which nothing is ever skipped", () => {
    const text = readRepositoryFile(page);
    const reasons = [...text.matchAll(/[(（]`([\w-]+)`[)）]/g)].map(([, reason = ""]) => reason);
    expect(reasons.length).toBeGreaterThan(5);
    expect(reasons.filter((reason) => !SKIP_REASONS.some((known) => known === reason))).toEqual([]);
  });

  it("is found from the README and from the page on terminals, and leads nowhere dead", () => {
    expect(linksOf(readRepositoryFile(readme))).toContain(page);
    expect(linksOf(readRepositoryFile(terminals))).toContain(page.replace("docs/", ""));
    expect(deadLinksOf(page)).toEqual([]);
  });
});

it("both say to type the same", () => {
  const [english = new Map(), chinese = new Map()] = PAGES.map(sectionsOf);
  for (const id of FINDING_IDS) expect(codeOf(chinese.get(id) ?? ""), id).toEqual(codeOf(english.get(id) ?? ""));
  expect(shapeOf(PAGES[1] ?? "")).toEqual(shapeOf(PAGES[0] ?? ""));
});

it("each finding is brought about in some test", () => {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const tests = globSync("*.test.ts", { cwd: folder })
    .map((file) => readRepositoryFile(`test/doctor/${file}`))
    .join("\n");
  expect(FINDING_IDS.filter((id) => !new RegExp(`"(?:problem|note) ${id}"`).test(tests))).toEqual([]);
});
