import { sanitizeText } from "../content/text.ts";
import { inLanguage } from "../messages/define-messages.ts";
import { reasonText } from "../messages/outcome-text.ts";
import { outageMessages } from "../messages/trace.messages.ts";
import type { Language } from "../notices/event-table.ts";
import { clockTime } from "./story.ts";
import type { Trace } from "./trace-format.ts";

/** A time in which a channel did not work. */
export interface Outage {
  readonly channel: string;
  /** Epoch milliseconds; undefined where its beginning is no longer kept. */
  readonly since: number | undefined;
  /** Why its first delivery failed; undefined where its beginning is no longer kept. */
  readonly reason: string | undefined;
  /** When the channel worked again; undefined while it does not. */
  readonly until: number | undefined;
}

/** The outages of a trace in the order of their beginnings, as the actors of channel health saw them. */
export function outagesOf({ records }: Pick<Trace, "records">): Outage[] {
  const outages: Outage[] = [];
  const open = new Map<string, number>();
  const begin = (channel: string, since?: number, reason?: string) => {
    open.set(channel, outages.push({ channel, since, reason, until: undefined }) - 1);
  };
  for (const { machine, actor, at, before = [], after, reason } of records) {
    if (machine !== "channel-health") continue;
    const channel = actor.slice(`${machine}.`.length);
    // The reason of a later record is another failure's, or that of a delivery that was skipped.
    if (before.includes("failing") && !open.has(channel)) begin(channel);
    if (after.includes("failing") && !open.has(channel)) begin(channel, at, reason);
    const place = open.get(channel);
    const outage = place === undefined ? undefined : outages[place];
    if (place === undefined || outage === undefined || after.includes("failing")) continue;
    outages[place] = { ...outage, until: at };
    open.delete(channel);
  }
  return outages;
}

/** One line for each outage that goes on, or went on after `from`: since when, why, and when the channel recovered. */
export function outageLines(
  trace: Pick<Trace, "records" | "utcOffsetMinutes">,
  language: Language,
  from = Number.NEGATIVE_INFINITY,
): string[] {
  const say = inLanguage(outageMessages, language);
  const timeOf = (at: number) => clockTime(at, trace.utcOffsetMinutes).slice(0, 8);
  return outagesOf(trace)
    .filter(({ until }) => until === undefined || until >= from)
    .map(({ channel, since, reason, until }) => {
      const began = since === undefined ? say("beginningIsCut") : timeOf(since);
      const line =
        until === undefined ? say("goesOn", { channel, began }) : say("over", { channel, began, until: timeOf(until) });
      return sanitizeText(reason === undefined ? line : say("because", { line, reason: reasonText(reason, language) }));
    });
}
