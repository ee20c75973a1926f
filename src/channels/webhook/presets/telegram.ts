import * as z from "zod/mini";
import type { PlainRule } from "../../../messages/rules.messages.ts";
import { codeRefusal } from "../../check-reply.ts";
import { formRule } from "../../schema-rule.ts";
import { wellFormed } from "../well-formed.ts";
import { fitText } from "./fit-text.ts";
import type { Preset } from "./preset.ts";

/**
 * "1-4096 characters after entities parsing". Of what unit is not published, and measurements disagree; UTF-16, in which
 * Telegram counts everything else in a text, is the smaller of the two.
 */
const MAX_TEXT = 4096;
const MAX_TITLE = 256;

const CHAT = /^(?:-?\d{1,19}|@[A-Za-z]\w{3,31})$/;
const BAD_CHAT: PlainRule = "telegramChatForm";

export const telegramSettings = z.strictObject({
  /** The chat to write to: its id, or the public name of a channel. */
  chatId: z.union([z.int(), z.string().check(formRule(CHAT, BAD_CHAT))], { error: BAD_CHAT }),
});

/**
 * `sendMessage` of Telegram's Bot API; the bot's token is in the address. The text is sent without a parse mode, so
 * there is nothing to escape; an entity makes the title bold. Telegram still finds `@name` in plain text and would call
 * that person: its `@` becomes a full-width one. Priorities 1 and 2 arrive without a sound.
 *
 * @see https://core.telegram.org/bots/api#sendmessage
 * @see https://core.telegram.org/bots/api#making-requests for `ok` and `error_code`
 */
export const telegram: Preset<z.infer<typeof telegramSettings>> = {
  signing: "standard",
  body({ message, priority, settings }) {
    const title = fitText(withoutMentions(message.title), MAX_TITLE, utf16Units);
    const lines = fitText(withoutMentions(message.lines.join("\n")), MAX_TEXT - utf16Units(title) - 1, utf16Units);
    return {
      chat_id: settings.chatId,
      text: lines === "" ? title : `${title}\n${lines}`,
      entities: [{ type: "bold", offset: 0, length: utf16Units(title) }],
      link_preview_options: { is_disabled: true },
      disable_notification: priority <= 2,
    };
  },
  readRefusal: (reply) => (reply.ok === false ? (codeRefusal(reply.error_code) ?? "refused by telegram") : undefined),
  problem({ settings }) {
    if (settings !== undefined) return undefined;
    return { key: "telegram", what: { id: "telegramMissing" } };
  },
};

function withoutMentions(text: string): string {
  return wellFormed(text).replace(/(?<!\w)@(?=\w)/g, "＠");
}

function utf16Units(text: string): number {
  return text.length;
}
