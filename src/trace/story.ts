import { sanitizeText } from "../content/text.ts";
import type { EventId } from "../notices/event-table.ts";
import { RESIDENTS } from "./actor-names.ts";
import type { PlacedRecord } from "./record-pattern.ts";
import { stepText } from "./step-words.ts";
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
  readonly nothing: string | undefined;
  readonly isOver: boolean;
  /** Its beginning was not kept. */
  readonly isCut: boolean;
  readonly steps: readonly Step[];
}

export interface ChannelEnd {
  readonly channel: string;
  readonly outcome: string;
  readonly reason: string | undefined;
}

export interface Step {
  readonly at: number;
  /** Where in the story: the channel's id; undefined for the run or dialog itself. */
  readonly channel: string | undefined;
  readonly text: string;
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
      outcome === undefined ? [] : [{ channel: channelOf(record) ?? record.actor, outcome, reason }],
    ),
    nothing:
      notice === undefined ? own.map((record) => whyNothing(record, rows)).find((why) => why !== undefined) : undefined,
    isOver: own.some(({ machine, after }) => machine === "session" || after.some((state) => ENDS.has(state))),
    isCut: first?.machine !== "session" && !own.some(({ event }) => event === "xstate.init"),
    steps: records.flatMap((record) => {
      const text = stepText(record);
      return text === undefined ? [] : [{ at: record.at, channel: channelOf(record), text }];
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
export function storyLines(story: Story, { utcOffsetMinutes }: Pick<Trace, "utcOffsetMinutes">): string[] {
  const time = (at: number) => clockTime(at, utcOffsetMinutes);
  return [
    sanitizeText(`${time(story.at).slice(0, 8)} ${story.name}: ${endText(story)}`),
    ...(story.isCut ? ["  (its beginning is not kept any more)"] : []),
    ...story.steps.map(({ at, channel, text }) => {
      return `  ${sanitizeText(`${time(at)} ${channel === undefined ? "" : `${channel}: `}${text}`)}`;
    }),
  ];
}

function endText({ event, isTest, outcomes, nothing, isOver }: Story): string {
  if (event === undefined)
    return nothing === undefined ? (isOver ? "no notice" : "no notice yet") : `no notice: ${nothing}`;
  const what = isTest ? `/notify test (${event})` : event;
  const ends = outcomes.map(({ channel, outcome, reason }) => {
    return `${channel} ${outcome}${reason === undefined ? "" : ` (${reason})`}`;
  });
  return [what, ...ends, ...(isOver ? [] : ["not over yet"])].join("; ");
}

/** `12:04:05.120` as the clock on the wall showed it. */
export function clockTime(at: number, utcOffsetMinutes: number): string {
  return new Date(at + utcOffsetMinutes * 60_000).toISOString().slice(11, 23);
}

/** `2026-07-28`. */
export function clockDate(at: number, utcOffsetMinutes: number): string {
  return new Date(at + utcOffsetMinutes * 60_000).toISOString().slice(0, 10);
}
