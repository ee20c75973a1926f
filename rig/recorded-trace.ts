import { readFileSync } from "node:fs";
import type { Trace } from "../src/trace/trace-format.ts";

/** A run of the real Pi (`record-real-pi.ts`), as `/notify export` wrote it. */
export const REAL_PI_TEXT = readFileSync(new URL("traces/real-pi.json", import.meta.url), "utf8");
export const REAL_PI: Trace = JSON.parse(REAL_PI_TEXT);
