/** `npm run docs`: writes the tables of the configuration's pages. A test fails while a page is not what this would write. */
import { readFileSync, writeFileSync } from "node:fs";
import { CONFIG_PAGES, withTables } from "./config-tables.ts";

for (const { file, language } of CONFIG_PAGES) {
  const url = new URL(`../${file}`, import.meta.url);
  writeFileSync(url, withTables(readFileSync(url, "utf8"), language));
}
