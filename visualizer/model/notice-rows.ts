import type { SilenceMessage } from "../../src/messages/trace.messages.ts";
import type { TraceRecord } from "../../src/trace/trace-format.ts";
import { whyNothing } from "../../src/trace/why-nothing.ts";

/** A line of the notice list, each with the place of the record that decided it. */
export type NoticeRow =
  | {
      readonly kind: "notice";
      readonly place: number;
      readonly id: string;
      readonly event: string;
      readonly story: string;
    }
  | {
      readonly kind: "delivery";
      readonly place: number;
      readonly channel: string;
      readonly outcome: string;
      readonly reason: string | undefined;
    }
  /** A run or dialog that made no notice. */
  | { readonly kind: "nothing"; readonly place: number; readonly story: string; readonly why: SilenceMessage };

/**
 * What became of every notice, and of what might have made one; in the order in which that was decided, each notice
 * followed by its deliveries in the order of their ends.
 */
export function noticeRows(records: readonly TraceRecord[]): NoticeRow[] {
  const stories = new Map<string, Story>();
  for (const [place, record] of records.entries()) {
    const isOfSession = record.machine === "session";
    const why = whyNothing(record);
    if (isOfSession && why === undefined) continue;
    const name = isOfSession ? `session:${place}` : (record.actor.split("/")[0] ?? "");
    const story = stories.get(name) ?? {
      name: isOfSession ? "session" : name,
      rows: [],
      hasNotice: false,
      nothing: undefined,
    };
    stories.set(name, story);
    if (record.notice !== undefined) {
      story.hasNotice = true;
      const { id, event } = record.notice;
      // Before the outcomes, which its deliveries may have had at once.
      story.rows.unshift({ kind: "notice", place, id, event, story: story.name });
    }
    if (record.outcome !== undefined) {
      const { outcome, reason } = record;
      const channel = record.actor.split("/").at(-1) ?? "";
      story.rows.push({ kind: "delivery", place, channel, outcome, reason });
    }
    if (why !== undefined) story.nothing ??= { kind: "nothing", place, story: story.name, why };
  }
  const told = [...stories.values()].map(({ rows, hasNotice, nothing }) => {
    return hasNotice || nothing === undefined ? rows : [...rows, nothing];
  });
  return told.toSorted(([one], [other]) => (one?.place ?? 0) - (other?.place ?? 0)).flat();
}

interface Story {
  readonly name: string;
  readonly rows: NoticeRow[];
  hasNotice: boolean;
  nothing: NoticeRow | undefined;
}
