import { createHmac } from "node:crypto";
import { codeRefusal } from "../../check-reply.ts";
import { wellFormed } from "../well-formed.ts";
import { fitLines } from "./fit-lines.ts";
import { fitText } from "./fit-text.ts";
import { jsonBytes } from "./json-bytes.ts";
import type { Preset } from "./preset.ts";
import { withoutAtTags } from "./without-at-tags.ts";

/** The service takes 20 kB for the whole request; the rest is room for the envelope and the signature. */
const MAX_TITLE_BYTES = 1000;
const MAX_LINES_BYTES = 16_000;
/** What the envelope of one more line costs. */
const LINE_OVERHEAD_BYTES = Buffer.byteLength('[{"tag":"text","text":""}],');

/**
 * The custom bot of Feishu and Lark. It posts rich text, whose `text` elements are shown as they are: in Feishu's plain
 * `text` message `<at user_id="all">` would call everybody. Should a client look for tags in rich text after all, it
 * finds none.
 *
 * @see https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot
 */
export const feishu: Preset = {
  signing: "own",
  body({ message, secret, seconds }) {
    const title = fitText(withoutMentions(message.title), MAX_TITLE_BYTES, jsonBytes);
    const lines = fitLines(message.lines.map(withoutMentions), MAX_LINES_BYTES, LINE_OVERHEAD_BYTES);
    const content = lines.map((text) => [{ tag: "text", text }]);
    const post = { zh_cn: { title, content: content.length > 0 ? content : [[{ tag: "text", text: "" }]] } };
    const body = { msg_type: "post", content: { post } };
    return secret === undefined ? body : { timestamp: String(seconds), sign: sign(secret, seconds), ...body };
  },
  // The first generation of the service answers `StatusCode`, the present one `code`.
  readRefusal: (reply) => codeRefusal(reply.code) ?? codeRefusal(reply.StatusCode),
};

/** Feishu's own scheme: time and secret are the key, the signed text is empty. */
function sign(secret: string, seconds: number): string {
  return createHmac("sha256", `${seconds}\n${secret}`).update("").digest("base64");
}

function withoutMentions(text: string): string {
  return withoutAtTags(wellFormed(text));
}
