/**
 * An extension that says on Pi's bus what permission systems, ask flows, panels and subagents say (docs/pi.md),
 * and writes down what herdr hears into `RIG_EVENTS`, as the probe does with Pi's own events.
 *
 * Tools: `guarded` asks for a permission and then opens its dialog. Commands: `/partner-panel`, a silent dialog in
 * which a permission can be asked with `/rig-emit`.
 */
import { appendFileSync } from "node:fs";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

const parameters = {
  type: "object",
  properties: { agent: { type: "string" } },
} as const;

export default function busPartner(pi: ExtensionAPI): void {
  pi.events.on("herdr:blocked", (detail) => {
    const line = JSON.stringify({ type: "herdr:blocked", at: Date.now(), pid: process.pid, mode: "tui", detail });
    if (process.env.RIG_EVENTS) appendFileSync(process.env.RIG_EVENTS, `${line}\n`);
  });

  pi.registerTool({
    name: "guarded",
    label: "Guarded",
    description: "Does something that needs a permission.",
    parameters,
    async execute(_id, { agent }: { agent?: string }, _signal, _update, ctx) {
      const about = { surface: "bash", value: "make", agentName: null };
      pi.events.emit("permissions:ui_prompt", {
        ...about,
        requestId: "r1",
        source: "tool_call",
        message: "Allow make?",
        forwarding: agent === undefined ? null : { requesterAgentName: agent, requesterSessionId: "s" },
      });
      const answer = await ctx.ui.select("Permission Required\nAllow make?", ["Yes", "No"]);
      const resolution = answer === "Yes" ? "user_approved" : "user_denied";
      pi.events.emit("permissions:decision", { ...about, result: answer === "Yes" ? "allow" : "deny", resolution });
      return { content: [{ type: "text", text: answer ?? "nothing" }], details: {} };
    },
  });

  pi.registerTool({
    name: "panel",
    label: "Panel",
    description: "Shows something that nobody has to answer.",
    parameters,
    async execute(_id, _args, _signal, _update, ctx) {
      pi.events.emit("pi-notify:ui_span_silent", { reason: "a panel" });
      await ctx.ui.confirm("Panel", "Close it?");
      return { content: [{ type: "text", text: "closed" }], details: {} };
    },
  });
}
