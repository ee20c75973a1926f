import type { SayNotification } from "../messages/notification.messages.ts";
import type { TmuxReply } from "../ports/tmux-client.ts";
import { cutText } from "./cut.ts";
import { sanitizeText } from "./text.ts";

/**
 * Where in tmux the session runs, for people: names and indexes, never tmux's internal ids.
 * Empty outside tmux; worded as unknown where tmux gave no answer or no name.
 */
export function tmuxLocation(tmux: TmuxReply, say: SayNotification, maxNameCodePoints: number): string {
  if (tmux.kind === "outside") return "";
  if (tmux.kind === "unanswered") return `${say("unknownSession")} / ${say("unknownWindow")}`;
  const session = cutText(sanitizeText(tmux.sessionName), { codePoints: maxNameCodePoints });
  const window = sanitizeText(tmux.windowIndex);
  const pane = sanitizeText(tmux.paneIndex);
  const parts = [session || say("unknownSession"), window ? say("window", { index: window }) : say("unknownWindow")];
  if (pane) parts.push(say("pane", { index: pane }));
  return parts.join(" / ");
}

/** tmux's ids as `details` shows them, empty without an answer. */
export function tmuxIds(tmux: TmuxReply): string {
  if (tmux.kind !== "answered") return "";
  const [session, window, pane] = [tmux.sessionId, tmux.windowId, tmux.paneId].map(sanitizeText);
  return session && window && pane ? `session ${session} / window ${window} / pane ${pane}` : "";
}
