/** `npm run docs`: writes the detection table into its documents. A test fails while they have another one. */
import { readFileSync, writeFileSync } from "node:fs";
import { TERMINAL_DOCUMENTS, withTerminalRows } from "./terminal-rows.ts";

for (const [path, language] of TERMINAL_DOCUMENTS) {
  const file = new URL(`../${path}`, import.meta.url);
  writeFileSync(file, withTerminalRows(readFileSync(file, "utf8"), language));
}
