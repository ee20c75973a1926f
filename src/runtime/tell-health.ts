import type { DeliveryDeps } from "../actors/delivery-deps.ts";
import { descriptionOf } from "../channels/channel-calls.ts";
import type { ChannelHealthReport } from "../machines/channel-health.machine.ts";
import type { sessionMachine } from "../machines/session.machine.ts";
import { healthText } from "./health-text.ts";
import type { ActorListening } from "./listen-to-actor.ts";

/** Shows each outage of a channel, and each recovery. */
export function tellHealth(
  session: ActorListening<typeof sessionMachine>,
  { channels, language }: Pick<DeliveryDeps, "channels" | "language">,
  tell: (text: string, level: "info" | "warning") => void,
): void {
  const show = (change: ChannelHealthReport) => {
    const bound = channels.get(change.channelId);
    const text = healthText(change, bound && descriptionOf(bound.channel, bound.config, language), language);
    tell(text, change.type === "channel.failed" ? "warning" : "info");
  };
  session.on("channel.failed", show);
  session.on("channel.recovered", show);
}
