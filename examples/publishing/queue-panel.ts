import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { PI_NOTIFY_UI_SPAN_SILENT_EVENT, type UiSpanSilentPayload } from "pi-notify-xstate/api";

/** `/queue`: a panel to look at. Nobody has to come for it, even while Pi works. */
export default function queuePanel(pi: ExtensionAPI): void {
  pi.registerCommand("queue", {
    description: "Show the build queue",
    handler: async (_args, ctx) => {
      const payload: UiSpanSilentPayload = { reason: "a panel that waits for nobody" };
      pi.events.emit(PI_NOTIFY_UI_SPAN_SILENT_EVENT, payload);
      await ctx.ui.select("Build queue", ["Close"]);
    },
  });
}
