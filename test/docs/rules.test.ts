import { describe, expect, it } from "vitest";
import { RULE_PAGES, RULE_TABLES, withRuleTables } from "../../scripts/rule-tables.ts";
import { deadLinksOf, linksOf, readRepositoryFile, shapeOf } from "../document-parts.ts";

/** The rules of a page in its order: `["R1", "Each notice …"]`. */
function rulesOf(page: string): (readonly [id: string, text: string])[] {
  return [...page.matchAll(/^\| (R\d+) \| (.+) \|$/gm)].map(([, id = "", text = ""]) => [id, text]);
}

describe.each(RULE_PAGES)("$file", ({ file, language }) => {
  const page = readRepositoryFile(file);

  it("numbers its rules from R1 without a gap", () => {
    const ids = rulesOf(page).map(([id]) => id);
    expect(ids.length).toBeGreaterThan(17);
    expect(ids).toEqual(ids.map((_, index) => `R${index + 1}`));
  });

  it("has the tables that `npm run docs` writes, each once", () => {
    expect(withRuleTables(page, language)).toBe(page);
    expect([...page.matchAll(/<!-- rules: (\S+) -->/g)].map(([, name]) => name)).toEqual(RULE_TABLES);
  });

  it("is linked from the README, and its links lead to files", () => {
    expect(linksOf(readRepositoryFile(file.replace("docs/rules", "README")))).toContain(file);
    expect(deadLinksOf(file)).toEqual([]);
  });
});

it("both pages have the same headings, tables and references from rule to rule", () => {
  const [english = "", chinese = ""] = RULE_PAGES.map(({ file }) => file);
  expect(shapeOf(chinese)).toEqual(shapeOf(english));
  const references = (file: string) =>
    rulesOf(readRepositoryFile(file)).map(([id, text]) => [id, ...(text.match(/\bR\d+\b/g) ?? [])]);
  expect(references(chinese)).toEqual(references(english));
});

it("CONTRIBUTING.md links to the rules and to what Pi does, and every fact about Pi leads to its test", () => {
  expect(linksOf(readRepositoryFile("CONTRIBUTING.md"))).toEqual(
    expect.arrayContaining(["docs/rules.md", "docs/pi.md"]),
  );
});

it("refuses a page with an unknown table", () => {
  expect(() => withRuleTables("<!-- rules: pigeons -->\n<!-- /rules -->", "en")).toThrow("pigeons");
});
