import { wrapText } from "../../content/wrap-text.ts";
import { inLanguage } from "../../messages/define-messages.ts";
import { storyMessages } from "../../messages/trace.messages.ts";
import type { Language } from "../../notices/event-table.ts";
import type { SessionRuntime } from "../../runtime/session-runtime.ts";
import { outageLines } from "../../trace/outages.ts";
import { storiesOf, storyLines } from "../../trace/story.ts";

/** How many stories are told by default. */
const DEFAULT_COUNT = 3;

/** What every command answers that has no trace to read. */
export function notRecorded(language: Language): string {
  return inLanguage(storyMessages, language)("notRecorded");
}

/**
 * `/notify why [n]`: what became of the last runs, dialogs and other notifications, also where none was made, and why
 * (R41). The oldest comes first, so that the last stands nearest to the prompt.
 * @param count as typed; undefined for a few
 */
export function whyLines(
  { readTrace, ...runtime }: Pick<SessionRuntime, "readTrace" | "config" | "plans" | "mode">,
  count: string | undefined,
  language: Language,
): string[] {
  const say = inLanguage(storyMessages, language);
  const wanted = count === undefined ? DEFAULT_COUNT : Number(count);
  if (!Number.isInteger(wanted) || wanted < 1) return [say("usage")];
  if (readTrace === undefined) return [notRecorded(language)];
  const trace = readTrace();
  const stories = storiesOf(trace);
  const muted = mutedLines(runtime, language);
  if (stories.length === 0) return [say("nothingYet"), ...muted];
  const shown = stories.slice(-wanted);
  const lines = [
    ...shown.flatMap((story) => storyLines(story, trace, language)),
    ...outageLines(trace, language, shown[0]?.at),
    ...muted,
  ];
  return lines.flatMap((line) => wrapText(line, "    "));
}

/** What keeps pi-notify as a whole from sending anything. */
function mutedLines(
  { config, plans, mode }: Pick<SessionRuntime, "config" | "plans" | "mode">,
  language: Language,
): string[] {
  const say = inLanguage(storyMessages, language);
  if (!config.enabled) return [say("switchedOff")];
  if (plans.length === 0) return [say("noChannel")];
  const works = plans.some(({ unusable, modes }) => unusable === undefined && modes.includes(mode));
  return works ? [] : [say("noChannelWorks", { mode })];
}
