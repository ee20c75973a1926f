import type { EventId } from "./event-table.ts";
import type { ChannelPlan, PiMode } from "./notice.ts";
import type { SkipReason } from "./outcome.ts";

export interface SuppressionFacts {
  readonly channel: Pick<ChannelPlan, "unusable" | "events" | "modes">;
  readonly event: EventId;
  readonly mode: PiMode;
}

/**
 * Whether policy already says no before anything outside is asked.
 * The questions stand in the order of `SKIP_REASONS`; the first that says no gives the reason.
 */
export function decideSuppression({ channel, event, mode }: SuppressionFacts): SkipReason | undefined {
  if (channel.unusable !== undefined) return channel.unusable;
  if (!channel.events.includes(event)) return "not-subscribed";
  if (!channel.modes.includes(mode)) return "mode";
  return undefined;
}
