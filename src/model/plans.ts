import { EVENT_IDS } from "../notices/event-table.ts";
import type { ChannelPlan, Notice } from "../notices/notice.ts";

export function plan(id: string, changes: Partial<ChannelPlan> = {}): ChannelPlan {
  return {
    id,
    type: id,
    events: EVENT_IDS,
    modes: ["tui"],
    delayMs: 0,
    timeoutMs: 5_000,
    yieldsTo: [],
    ...changes,
  };
}

export const NOTICE: Notice = { id: "s-run1", event: "agent-completed", at: 1_000 };

export const READY = { kind: "ready", facts: {} } as const;
