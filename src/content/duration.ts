import type { SayNotification } from "../messages/notification.messages.ts";

/** How long a run took, such as `4m 12s`, to the nearest second; empty for no or a nonsensical time. */
export function durationText(milliseconds: number | undefined, say: SayNotification): string {
  if (milliseconds === undefined || !Number.isFinite(milliseconds) || milliseconds < 0) return "";
  const total = Math.round(milliseconds / 1000);
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const parts = [say("seconds", { count: total % 60 })];
  if (hours > 0 || minutes > 0) parts.unshift(say("minutes", { count: minutes }));
  if (hours > 0) parts.unshift(say("hours", { count: hours }));
  return parts.join(" ");
}
