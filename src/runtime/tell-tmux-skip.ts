import type { sessionMachine } from "../machines/session.machine.ts";
import { inLanguage } from "../messages/define-messages.ts";
import { healthMessages } from "../messages/health.messages.ts";
import type { Language } from "../notices/event-table.ts";
import type { ActorListening } from "./listen-to-actor.ts";

/** A symbol of the process: `/reload` loads this module anew, and Pi's session goes on. */
const KEY = Symbol.for("pi-notify:tmux-skip-told");

/** Shows what to type at the first notification that tmux holds back, once in a Pi session. */
export function tellTmuxSkip(
  session: ActorListening<typeof sessionMachine>,
  { language, sessionId }: { readonly language: Language; readonly sessionId: string },
  tell: (text: string, level: "info" | "warning") => void,
): void {
  const told = globalThis as { [KEY]?: string };
  session.on("delivery.finished", ({ outcome }) => {
    if (outcome.kind !== "skipped" || told[KEY] === sessionId) return;
    if (outcome.reason !== "passthrough-off" && outcome.reason !== "pane-hidden") return;
    told[KEY] = sessionId;
    tell(inLanguage(healthMessages, language)(outcome.reason), "warning");
  });
}
