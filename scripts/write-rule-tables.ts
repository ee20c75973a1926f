/** `npm run docs`: writes the tables in the pages of the rules. A test fails while a page differs from what this writes. */
import { readFileSync, writeFileSync } from "node:fs";
import { RULE_PAGES, withRuleTables } from "./rule-tables.ts";

for (const { file, language } of RULE_PAGES) {
  const url = new URL(`../${file}`, import.meta.url);
  writeFileSync(url, withRuleTables(readFileSync(url, "utf8"), language));
}
