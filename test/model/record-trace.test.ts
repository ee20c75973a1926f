import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parseTrace } from "../../src/model/trace.ts";
import { parseTrace as parseRecorded } from "../../src/trace/parse-trace.ts";
import { storiesOf } from "../../src/trace/story.ts";
import { recordTrace } from "./record-trace.ts";

const FOLDER = fileURLToPath(new URL("regressions/", import.meta.url));

it.each(globSync("*.json", { cwd: FOLDER }))(
  "%s can be opened as a trace, with the story of each of its notices",
  (name) => {
    const sequence = parseTrace(readFileSync(FOLDER + name, "utf8"));
    const recorded = recordTrace(sequence);
    expect(parseRecorded(JSON.stringify(recorded))).toEqual({ kind: "trace", trace: recorded });
    const count = (...types: readonly string[]) => sequence.events.filter(({ type }) => types.includes(type)).length;
    const stories = storiesOf(recorded);
    expect(stories.length).toBeGreaterThan(0);
    expect(stories.length).toBeLessThanOrEqual(count("run.started", "dialog.opened", "notice.published"));
    const passed = sequence.events.reduce((sum, event) => sum + ("ms" in event ? event.ms : 0), 0);
    expect(recorded.records.at(-1)?.at).toBeLessThanOrEqual(passed);
  },
);
