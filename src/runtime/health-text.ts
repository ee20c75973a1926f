import { outcomeText } from "../commands/outcome-text.ts";
import type { ChannelHealthReport } from "../machines/channel-health.machine.ts";

/**
 * One line for Pi's UI when a channel stops getting through, or does again.
 * @param what the channel in its own words, without a secret (R15); undefined where it has none.
 */
export function healthText(change: ChannelHealthReport, what: string | undefined): string {
  const name = what === undefined ? change.channelId : `${change.channelId} (${what})`;
  if (change.type === "channel.recovered") return `pi-notify: ${name} works again.`;
  return `pi-notify: ${name}: ${outcomeText(change.failure)}. Later notices still try it; this is said once.`;
}
