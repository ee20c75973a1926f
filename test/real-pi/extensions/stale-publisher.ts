/**
 * A Pi extension that keeps `pi` of its first session, as a careless one does, and publishes with it on
 * `/publish-stale`. What Pi throws then becomes the line `caught: …` on Pi's screen.
 */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { publishNotification } from "../../../src/api/api.ts";

const kept: ExtensionAPI[] = [];

export default function stalePublisher(pi: ExtensionAPI): void {
  kept.push(pi);
  pi.registerCommand("publish-stale", {
    description: "Publish with the first session's pi",
    handler: async (_args, ctx) => {
      const [first = pi] = kept;
      try {
        publishNotification({ events: first.events, eventId: "task-completed", source: "stale", label: "stale" });
        ctx.ui.notify("published", "info");
      } catch (error) {
        ctx.ui.notify(`caught: ${String(error)}`, "info");
      }
    },
  });
}
