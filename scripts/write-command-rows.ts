/** `npm run docs`: writes the list of commands into the READMEs. A test fails while they have another one. */
import { readFileSync, writeFileSync } from "node:fs";
import { COMMAND_DOCUMENTS, withCommandRows } from "./command-rows.ts";

for (const [path, language] of COMMAND_DOCUMENTS) {
  const file = new URL(`../${path}`, import.meta.url);
  writeFileSync(file, withCommandRows(readFileSync(file, "utf8"), language));
}
