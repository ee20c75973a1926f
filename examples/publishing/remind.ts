import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { publishNotification } from "pi-notify-xstate/api";

/** `/remind SECONDS`: publishes later, and not after its session is over. */
export default function remind(pi: ExtensionAPI): void {
  const timers = new Set<NodeJS.Timeout>();

  pi.registerCommand("remind", {
    description: "A notification in so many seconds",
    handler: async (seconds) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        publishNotification({
          events: pi.events,
          eventId: "task-completed",
          source: "my-reminder-extension",
          label: `${seconds} seconds are over`,
        });
      }, Number(seconds) * 1000);
      timers.add(timer);
    },
  });

  // From here on `pi` throws on every use, and what is thrown in a timer ends Pi.
  pi.on("session_shutdown", () => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  });
}
