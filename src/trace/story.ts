import { sanitizeText } from "../content/text.ts";
import { inLanguage, messageText } from "../messages/define-messages.ts";
import { explainedOutcome, outcomeText } from "../messages/outcome-text.ts";
import {
  type SilenceMessage,
  type StepMessage,
  silenceMessages,
  stepMessages,
  storyMessages,
} from "../messages/trace.messages.ts";
import type { EventId, Language } from "../notices/event-table.ts";
import { RESIDENTS } from "./actor-names.ts";
import type { PlacedRecord } from "./record-pattern.ts";
import { stepMessage } from "./step-words.ts";
import type { Trace, TraceRecord } from "./trace-format.ts";
import { type NothingRow, WHY_NOTHING, whyNothing } from "./why-nothing.ts";

/** What became of one run, dialog or other notice of the session. */
export interface Story {
  /** `run#3`; the session's own name where nothing came of it. */
  readonly name: string;
  /** When it began, epoch milliseconds. */
  readonly at: number;
  /** What was told or should have been; undefined where no notice was made. */
  readonly event: EventId | undefined;
  readonly isTest: boolean;
  /** By channel, in the order of the ends. */
  readonly outcomes: readonly ChannelEnd[];
  /** Why no notice was made, where that is known. */
  readonly nothing: SilenceMessage | undefined;
  readonly isOver: boolean;
  /** Its beginning was not kept. */
  readonly isCut: boolean;
  readonly steps: readonly Step[];
}

/** How a delivery ended, in the codes of the trace. */
export interface End {
  readonly kind: string;
  readonly reason: string | undefined;
}

export interface ChannelEnd extends End {
  readonly channel: string;
}

export interface Step {
  readonly at: number;
  /** Where in the story: the channel's id; undefined for the run or dialog itself. */
  readonly channel: string | undefined;
  readonly what: StepMessage | End;
}

/** The stories of a trace in the order of their beginnings. */
export function storiesOf({ records }: Pick<Trace, "records">, rows: readonly NothingRow[] = WHY_NOTHING): Story[] {
  const parts = new Map<string, PlacedRecord[]>();
  let session: readonly string[] | undefined;
  let background: readonly string[] | undefined;
  for (const [place, found] of records.entries()) {
    const [top = ""] = found.actor.split("/");
    const isOfSession = found.machine === "session";
    if (isOfSession) session = found.after;
    if (found.machine === "background") background = found.after;
    if (RESIDENTS.has(found.machine)) continue;
    const record = {
      ...found,
      ...(session === undefined ? {} : { session }),
      ...(background === undefined ? {} : { background }),
    };
    if (isOfSession && whyNothing(record, rows) === undefined) continue;
    const key = isOfSession ? `${place}` : top;
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [record]);
    else part.push(record);
  }
  return [...parts.values()].map((part) => storyOf(part, rows));
}

function storyOf(records: readonly PlacedRecord[], rows: readonly NothingRow[]): Story {
  const [first] = records;
  const name = first?.actor.split("/")[0] ?? "";
  const own = records.filter(({ actor }) => actor === name);
  const notice = records.find((record) => record.notice !== undefined)?.notice;
  return {
    name,
    at: first?.at ?? 0,
    event: notice?.event,
    isTest: notice?.id.startsWith(TEST_NOTICE) ?? false,
    outcomes: records.flatMap(({ outcome, reason, ...record }) =>
      outcome === undefined ? [] : [{ channel: channelOf(record) ?? record.actor, kind: outcome, reason }],
    ),
    nothing:
      notice === undefined ? own.map((record) => whyNothing(record, rows)).find((why) => why !== undefined) : undefined,
    isOver: own.some(({ machine, after }) => machine === "session" || after.some((state) => ENDS.has(state))),
    isCut: first?.machine !== "session" && !own.some(({ event }) => event === "xstate.init"),
    steps: records.flatMap((record) => {
      const { at, outcome, reason } = record;
      const what = outcome === undefined ? stepMessage(record) : { kind: outcome, reason };
      return what === undefined ? [] : [{ at, channel: channelOf(record), what }];
    }),
  };
}

/** `/notify test` gives its notices such ids. */
export const TEST_NOTICE = "test-";

/** The final states of runs, dialogs and notices. */
const ENDS: ReadonlySet<string> = new Set(["over", "told"]);

function channelOf({ machine, actor }: Pick<TraceRecord, "machine" | "actor">): string | undefined {
  return machine === "delivery" ? actor.split("/").at(-1) : undefined;
}

/** A story as lines: what came of it, then a step a line. Nothing in them can move a terminal's cursor. */
export function storyLines(
  story: Story,
  { utcOffsetMinutes }: Pick<Trace, "utcOffsetMinutes">,
  language: Language,
): string[] {
  const say = inLanguage(storyMessages, language);
  const timeOf = (at: number) => clockTime(at, utcOffsetMinutes);
  const head = say("head", { time: timeOf(story.at).slice(0, 8), name: story.name, end: endText(story, language) });
  const steps = story.steps.map(({ at, channel, what }) => {
    const [time, text] = [timeOf(at), stepText(what, language)];
    return channel === undefined ? say("step", { time, text }) : say("channelStep", { time, channel, text });
  });
  const inner = [...(story.isCut ? [say("isCut")] : []), ...steps];
  return [sanitizeText(head), ...inner.map((line) => `  ${sanitizeText(line)}`)];
}

/** One step in words: `sends`, `skipped (mode: it does not work in this mode of Pi)`. */
export function stepText(what: StepMessage | End, language: Language): string {
  return "kind" in what ? explainedOutcome(what, language) : messageText(stepMessages, what, language);
}

function endText({ event, isTest, outcomes, nothing, isOver }: Story, language: Language): string {
  const say = inLanguage(storyMessages, language);
  if (event === undefined) {
    if (nothing === undefined) return say(isOver ? "silent" : "silentYet");
    return say("silentBecause", { why: messageText(silenceMessages, nothing, language) });
  }
  const ends = outcomes.map(({ channel, ...end }) =>
    say("channelEnd", { channel, outcome: outcomeText(end, language) }),
  );
  const what = isTest ? say("test", { event }) : event;
  return [what, ...ends, ...(isOver ? [] : [say("notOver")])].reduce((one, next) => say("join", { one, next }));
}

/** `12:04:05.120` as the clock on the wall showed it. */
export function clockTime(at: number, utcOffsetMinutes: number): string {
  return new Date(at + utcOffsetMinutes * 60_000).toISOString().slice(11, 23);
}

/** `2026-07-28`. */
export function clockDate(at: number, utcOffsetMinutes: number): string {
  return new Date(at + utcOffsetMinutes * 60_000).toISOString().slice(0, 10);
}
