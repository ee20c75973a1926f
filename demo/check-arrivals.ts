import { EVENT_TABLE, type EventId } from "../src/notices/event-table.ts";
import type { BellArrival, HookArrival, OscArrival } from "./arrivals.ts";

/** What came for one notice, from everything that was recorded in its part of the story. */
export interface Evidence {
  readonly event: EventId;
  /** When Pi raised its event, milliseconds since the epoch. */
  readonly eventAt: number;
  readonly osc: readonly OscArrival[];
  readonly bell: readonly BellArrival[];
  readonly webhook: readonly HookArrival[];
  /** tmux's flag; `undefined` without tmux. */
  readonly bellFlag: boolean | undefined;
}

export type DemoChannel = "osc" | "bell" | "webhook";

/** One line of `--json`. */
export interface DemoOutcome {
  /** The notice's id, as the webhook carries it; `null` when that did not come. */
  readonly notice: string | null;
  readonly event: EventId;
  readonly channel: DemoChannel;
  /**
   * `written`: the terminal received it. `accepted`: the receiver got it and said 200.
   * `missing`, `repeated` and `wrong` are what the demo exists to find.
   */
  readonly outcome: "written" | "accepted" | "missing" | "repeated" | "wrong";
  /** From Pi's event to the (first) arrival. */
  readonly latencyMs: number | null;
  /** As it arrived; that of the event where nothing arrived, and for the bell, which carries none. */
  readonly title: string;
}

export interface Verdict {
  readonly outcome: DemoOutcome;
  /** What is not as it should be, for people; absent when all is well. */
  readonly problem?: string;
}

export function checkArrivals(evidence: Evidence): Verdict[] {
  const { osc, bell, webhook } = evidence;
  return [
    checkChannel(evidence, "osc", osc, wrongTitle(evidence, osc[0]?.title)),
    checkChannel(evidence, "bell", bell, wrongBell(evidence)),
    checkChannel(evidence, "webhook", webhook, wrongHook(evidence)),
  ];
}

function checkChannel(
  { event, eventAt, webhook }: Evidence,
  channel: DemoChannel,
  arrivals: readonly { readonly at: number; readonly title?: string | undefined }[],
  wrong: string | undefined,
): Verdict {
  const [first] = arrivals;
  const verdict = (outcome: DemoOutcome["outcome"]): DemoOutcome => ({
    notice: webhook[0]?.id ?? null,
    event,
    channel,
    outcome,
    latencyMs: first === undefined ? null : first.at - eventAt,
    title: first?.title ?? EVENT_TABLE[event].titles.en,
  });
  if (first === undefined) return { outcome: verdict("missing"), problem: "missing" };
  if (arrivals.length > 1) return { outcome: verdict("repeated"), problem: `came ${arrivals.length} times` };
  if (wrong !== undefined) return { outcome: verdict("wrong"), problem: wrong };
  return { outcome: verdict(channel === "webhook" ? "accepted" : "written") };
}

function wrongTitle({ event }: Evidence, title: string | undefined): string | undefined {
  const expected = EVENT_TABLE[event].titles.en;
  return title === expected ? undefined : `the title is ${JSON.stringify(title)}, not ${JSON.stringify(expected)}`;
}

/** BEL is the last byte of a notice (R10), and tmux notices it. */
function wrongBell({ osc, bell, bellFlag }: Evidence): string | undefined {
  if ((osc[0]?.position ?? -1) > (bell[0]?.position ?? 0)) return "BEL came before the OSC notification";
  if (bellFlag === false) return "tmux did not set the window's bell flag";
  return undefined;
}

function wrongHook(evidence: Evidence): string | undefined {
  const [first] = evidence.webhook;
  if (first?.event !== evidence.event) return `the event is ${JSON.stringify(first?.event)}`;
  return first.id ? wrongTitle(evidence, first.title) : "the notice has no id";
}
