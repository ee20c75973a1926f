import { wellFormed } from "../well-formed.ts";
import { fitText } from "./fit-text.ts";
import type { Preset } from "./preset.ts";

/** Slack splits a longer text into several messages. */
const MAX_CHARACTERS = 4000;

/**
 * Slack's incoming webhook. Everything that Slack would read as a mention or a link (`<!channel>`, `<@U1>`) begins with
 * an angle bracket, and brackets and ampersands become entities; `mrkdwn: false` keeps `*` and `_` as they are.
 *
 * @see https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 * @see https://docs.slack.dev/messaging/formatting-message-text#escaping
 */
export const slack: Preset = {
  signing: "standard",
  body({ message }) {
    const text = wellFormed([message.title, ...message.lines].join("\n"));
    return { text: escapeMarkup(fitText(text, MAX_CHARACTERS, (piece) => escapeMarkup(piece).length)), mrkdwn: false };
  },
  // The webhook says `ok` in plain text; Slack's other endpoints answer 200 with `ok: false`.
  readRefusal: (reply) => (reply.ok === false ? "refused by slack" : undefined),
};

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
