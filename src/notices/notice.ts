import type { EventId } from "./event-table.ts";

/** Pi's run modes (`ctx.mode`). */
export const PI_MODES = ["tui", "rpc", "json", "print"] as const;

export type PiMode = (typeof PI_MODES)[number];

/** How many notifications of others may be unfinished at once; what is above that is refused at once (R36). */
export const PUBLISHED_LIMIT = 100;

/** One thing worth telling: a settled run, an open span, a published event (docs/rules.md). */
export interface Notice {
  /** Unique per process, session and notice. Only `[a-zA-Z0-9_+-]`: OSC 99 carries it as its id, and Standard Webhooks wants no dot. */
  readonly id: string;
  readonly event: EventId;
  /** When Pi's event arrived, epoch milliseconds. */
  readonly at: number;
  /** How long the run took, milliseconds; only a settled run has it. */
  readonly durationMs?: number;
  /** The dialog's title as Pi gave it, not yet sanitised; shown only with `content.promptTitle`. */
  readonly promptTitle?: string;
  /** Only a test: nothing has happened, and its title says so. */
  readonly isTest?: true;
  /** A publisher's own first line, not yet sanitised. */
  readonly label?: string;
  /** What it says ceases to be true one day, and the session says when (R30). */
  readonly dismissible?: true;
}

/** What the machines need to know of a channel; its type-specific part stays with the channel. */
export interface ChannelPlan {
  readonly id: string;
  readonly type: string;
  /** Why this channel says nothing at all in this session; absent when it works. */
  readonly unusable?: "disabled" | "subagent" | "not-configured";
  readonly events: readonly EventId[];
  readonly modes: readonly PiMode[];
  /** Wait before preparing, milliseconds. */
  readonly delayMs: number;
  /** Longest attempt, milliseconds (R11). */
  readonly timeoutMs: number;
  /** Channels on the same terminal whose attempt comes first, by id: BEL is the last byte (R10). */
  readonly yieldsTo: readonly string[];
}
