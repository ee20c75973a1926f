import { readFile } from "node:fs/promises";
import { sanitizeText } from "../content/text.ts";
import { messageText } from "../messages/define-messages.ts";
import { traceFaultMessages } from "../messages/trace.messages.ts";
import type { Language } from "../notices/event-table.ts";
import { parseTrace } from "../trace/parse-trace.ts";
import { clockDate, storiesOf, storyLines } from "../trace/story.ts";
import type { Trace } from "../trace/trace-format.ts";

export interface TraceText {
  /** The stories, or one line that says why there are none. Holds no control character but the ends of lines. */
  readonly text: string;
  readonly isTrace: boolean;
}

/** A trace file as a person reads it. Never rejects. */
export async function traceText(file: string, language: Language): Promise<TraceText> {
  const name = sanitizeText(file);
  let content: string;
  try {
    content = await readFile(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    return { text: `${name} cannot be read${code}.`, isTrace: false };
  }
  const parsed = parseTrace(content);
  if (parsed.kind === "bad")
    return { text: `${name} ${messageText(traceFaultMessages, parsed.problem, language)}.`, isTrace: false };
  return { text: linesOf(parsed.trace, language).join("\n"), isTrace: true };
}

function linesOf(trace: Trace, language: Language): string[] {
  const { madeBy, mode, records, channels, dropped, keep, utcOffsetMinutes } = trace;
  const [first] = records;
  const date = first === undefined ? "" : ` from ${clockDate(first.at, utcOffsetMinutes)}`;
  const stories = storiesOf(trace);
  return [
    sanitizeText(`Trace of pi-notify ${madeBy}${date}, mode ${mode}, ${records.length} records.`),
    sanitizeText(`Channels: ${channels.map(({ id, type }) => `${id} (${type})`).join(", ") || "none"}.`),
    ...(dropped === 0 ? [] : [`${dropped} older records were not kept: trace.keep is ${keep}.`]),
    ...(stories.length === 0 ? ["Nothing happened that could have made a notice."] : []),
    ...stories.flatMap((story) => ["", ...storyLines(story, trace, language)]),
  ];
}
