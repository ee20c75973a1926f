import type { SessionRuntime } from "../../runtime/session-runtime.ts";
import { storiesOf, storyLines } from "../../trace/story.ts";

/** Stories told when nobody says how many. */
const DEFAULT_COUNT = 3;

export const NOT_RECORDED = "Nothing is recorded: trace.keep is 0 in the configuration.";

/**
 * `/notify why [n]`: what became of the last runs, dialogs and other notices, also where no notice was made, and why
 * (R41). Oldest first, so that the last stands nearest to the prompt.
 * @param count as typed; undefined for a few
 */
export function whyLines(
  { readTrace, ...runtime }: Pick<SessionRuntime, "readTrace" | "config" | "plans" | "mode">,
  count: string | undefined,
): string[] {
  const wanted = count === undefined ? DEFAULT_COUNT : Number(count);
  if (!Number.isInteger(wanted) || wanted < 1) return ["Usage: /notify why [n]; n is how many, from 1"];
  if (readTrace === undefined) return [NOT_RECORDED];
  const trace = readTrace();
  const stories = storiesOf(trace);
  if (stories.length === 0) return ["Nothing yet that could have made a notice.", ...mutedLines(runtime)];
  return [...stories.slice(-wanted).flatMap((story) => storyLines(story, trace)), ...mutedLines(runtime)];
}

/** What keeps the whole of pi-notify from telling anything. */
function mutedLines({ config, plans, mode }: Pick<SessionRuntime, "config" | "plans" | "mode">): string[] {
  if (!config.enabled) return ["pi-notify is switched off: `enabled` is false in the configuration."];
  if (plans.length === 0) return ["No channel is configured."];
  const works = plans.some(({ unusable, modes }) => unusable === undefined && modes.includes(mode));
  return works ? [] : [`No channel works here, in mode ${mode}; /notify status says which and why.`];
}
