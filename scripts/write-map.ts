/** `npm run docs`: draws the map of the code into CONTRIBUTING. A test fails while it has another one. */
import { readFileSync, writeFileSync } from "node:fs";
import { withGeneratedPart } from "./generated-part.ts";
import { drawMap } from "./structure/draw-map.ts";
import { IMPORT_RULES } from "./structure/import-rules.ts";

const file = new URL("../CONTRIBUTING.md", import.meta.url);
writeFileSync(file, withGeneratedPart(readFileSync(file, "utf8"), "map", drawMap(IMPORT_RULES)));
