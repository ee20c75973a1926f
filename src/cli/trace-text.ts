import { readFile } from "node:fs/promises";
import { sanitizeText } from "../content/text.ts";
import { inLanguage, listText, messageText } from "../messages/define-messages.ts";
import { traceFaultMessages } from "../messages/trace.messages.ts";
import { traceFileMessages } from "../messages/trace-file.messages.ts";
import type { Language } from "../notices/event-table.ts";
import { errorCodeOf } from "../ports/unknown-value.ts";
import { outageLines } from "../trace/outages.ts";
import { parseTrace } from "../trace/parse-trace.ts";
import { clockDate, storiesOf, storyLines } from "../trace/story.ts";
import type { Trace } from "../trace/trace-format.ts";

export interface TraceText {
  /** The stories, or one line that says why there are none. Holds no control character but the ends of lines. */
  readonly text: string;
  readonly isTrace: boolean;
}

/** A trace file as a person reads it. Never rejects. */
export async function traceText(path: string, language: Language): Promise<TraceText> {
  const say = inLanguage(traceFileMessages, language);
  const file = sanitizeText(path);
  let content: string;
  try {
    content = await readFile(path, "utf8");
  } catch (error) {
    const code = errorCodeOf(error);
    const text = code === undefined ? say("cannotBeRead", { file }) : say("cannotBeReadCode", { file, code });
    return { text, isTrace: false };
  }
  const parsed = parseTrace(content);
  if (parsed.kind === "bad") {
    const fault = messageText(traceFaultMessages, parsed.problem, language);
    return { text: say("bad", { file, fault }), isTrace: false };
  }
  return { text: linesOf(parsed.trace, language).join("\n"), isTrace: true };
}

function linesOf(trace: Trace, language: Language): string[] {
  const say = inLanguage(traceFileMessages, language);
  const { madeBy: version, mode, records, channels, dropped, keep, utcOffsetMinutes } = trace;
  const [first] = records;
  const count = records.length;
  const named = channels.map(({ id, type }) => say("channel", { id, type }));
  const stories = storiesOf(trace);
  const outages = outageLines(trace, language);
  return [
    sanitizeText(
      first === undefined
        ? say("head", { version, mode, count })
        : say("headDated", { version, mode, count, date: clockDate(first.at, utcOffsetMinutes) }),
    ),
    sanitizeText(say("channels", { channels: named.length === 0 ? say("none") : listText(named, language) })),
    ...(dropped === 0 ? [] : [say("dropped", { dropped, keep })]),
    ...(stories.length === 0 ? [say("nothing")] : []),
    ...stories.flatMap((story) => ["", ...storyLines(story, trace, language)]),
    ...(outages.length === 0 ? [] : ["", ...outages]),
  ];
}
