import type { Actor } from "xstate";
import type { DeliveryDeps } from "../actors/delivery-deps.ts";
import { descriptionOf } from "../channels/channel-calls.ts";
import type { ChannelHealthReport } from "../machines/channel-health.machine.ts";
import type { sessionMachine } from "../machines/session.machine.ts";
import { healthText } from "./health-text.ts";

/** Shows each outage of a channel, and each recovery. */
export function tellHealth(
  actor: Actor<typeof sessionMachine>,
  { channels, language }: Pick<DeliveryDeps, "channels" | "language">,
  tell: (text: string, level: "info" | "warning") => void,
): void {
  const show = (change: ChannelHealthReport) => {
    const bound = channels.get(change.channelId);
    const text = healthText(change, bound && descriptionOf(bound.channel, bound.config, language), language);
    try {
      tell(text, change.type === "channel.failed" ? "warning" : "info");
    } catch {
      // Pi's UI is gone. A throw here would end Pi, because this runs inside a timer or a promise of ours (R12).
    }
  };
  actor.on("channel.failed", show);
  actor.on("channel.recovered", show);
}
