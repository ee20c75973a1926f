import type { Priority } from "../../../notices/event-table.ts";
import { codeRefusal } from "../../check-reply.ts";
import { wellFormed } from "../well-formed.ts";
import { fitText } from "./fit-text.ts";
import type { Preset } from "./preset.ts";

/** Code points: Discord's API counts the characters of a Python string. */
const MAX_CONTENT = 2000;
const MAX_TITLE = 256;

const SUPPRESS_EMBEDS = 1 << 2;
const SUPPRESS_NOTIFICATIONS = 1 << 12;

/**
 * Discord's webhook. Content is Markdown: the title is bold, and everything in the text that would be markup gets a
 * backslash, mentions such as `<@1>` included. An empty list of allowed mentions keeps `@everyone` and `@here` mere
 * words. No link gets a preview; priorities 1 and 2 arrive without a sound.
 *
 * @see https://docs.discord.com/developers/resources/webhook#execute-webhook for the form and its 2,000 characters
 * @see https://docs.discord.com/developers/resources/message#allowed-mentions-object for mentions and flags
 * @see https://github.com/discord/discord-api-docs/issues/1315 for what a character is
 */
export const discord: Preset = {
  signing: "standard",
  body({ message, priority }) {
    const title = `**${fitMarkdown(wellFormed(message.title), MAX_TITLE)}**`;
    const lines = fitMarkdown(wellFormed(message.lines.join("\n")), MAX_CONTENT - codePoints(title) - 1);
    return {
      content: lines === "" ? title : `${title}\n${lines}`,
      allowed_mentions: { parse: [] },
      flags: flagsFor(priority),
    };
  },
  readRefusal: (reply) => codeRefusal(reply.code),
};

function fitMarkdown(text: string, limit: number): string {
  return escapeMarkdown(fitText(text, limit, (piece) => codePoints(escapeMarkdown(piece))));
}

/** Headings, lists and subtext count at the start of a line only. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\*_~`|<>[\]]/g, "\\$&")
    .replace(/^(\s*)([#+-])/gm, "$1\\$2")
    .replace(/^(\s*\d+)\./gm, "$1\\.");
}

function codePoints(text: string): number {
  return Array.from(text).length;
}

function flagsFor(priority: Priority): number {
  return priority <= 2 ? SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS : SUPPRESS_EMBEDS;
}
