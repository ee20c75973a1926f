import type { ChannelHealthReport } from "../machines/channel-health.machine.ts";
import { inLanguage } from "../messages/define-messages.ts";
import { healthMessages } from "../messages/health.messages.ts";
import { outcomeText } from "../messages/outcome-text.ts";
import type { Language } from "../notices/event-table.ts";

/**
 * One line for Pi's UI when a channel begins to fail, or recovers.
 * @param what the channel's own description, without a secret (R15); undefined where it has none.
 */
export function healthText(change: ChannelHealthReport, what: string | undefined, language: Language): string {
  const say = inLanguage(healthMessages, language);
  const id = change.channelId;
  const channel = what === undefined ? id : say("channel", { id, what });
  if (change.type === "channel.recovered") return say("recovered", { channel });
  return say("failed", { channel, failure: outcomeText(change.failure, language) });
}
