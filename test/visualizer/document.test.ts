import { readdirSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import { deadLinksOf, readRepositoryFile } from "../document-parts.ts";

const DOCUMENTS = ["docs/visualizer.md", "docs/visualizer.zh-CN.md"];

it.each(DOCUMENTS)("%s: every link leads somewhere", (document) => {
  expect(deadLinksOf(document)).toEqual([]);
});

it("the pictures are there for both languages and themes, and light enough to load", () => {
  const folder = new URL("../../docs/pictures/", import.meta.url);
  const sizes = readdirSync(folder)
    .filter((name) => name.startsWith("viewer-"))
    .map((name) => [name, statSync(new URL(name, folder)).size] as const);
  expect(sizes.map(([name]) => name).sort()).toEqual([
    "viewer-dark.png",
    "viewer-dark.zh-CN.png",
    "viewer-light.png",
    "viewer-light.zh-CN.png",
  ]);
  expect(sizes.filter(([, size]) => size > 300_000)).toEqual([]);
});

it("both languages name the same keys, and the page has them all", () => {
  const keysIn = (document: string) => {
    const [, section = ""] = readRepositoryFile(document).split(/^## (?:Keys|快捷键)$/m);
    const rows = section.split("\n").filter((line) => line.startsWith("| `"));
    return rows.map((row) => [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, key]) => key));
  };
  const [english, chinese] = DOCUMENTS.map(keysIn);
  expect(english?.length).toBeGreaterThan(10);
  expect(chinese).toEqual(english);
  const source = readRepositoryFile("visualizer/view/viewer.ts");
  const named: Record<string, string> = { Space: '" "', "←": "ArrowLeft", "→": "ArrowRight" };
  for (const key of english?.flat() ?? []) {
    // The numbers of the machines are counted, not written.
    if (key !== undefined && !/^[16]$/.test(key)) expect(source, key).toContain(named[key] ?? key);
  }
});
