import { createHmac } from "node:crypto";
import { codeRefusal } from "../judge-reply.ts";
import { wellFormed } from "../well-formed.ts";
import { fitText } from "./fit-text.ts";
import type { Preset } from "./preset.ts";

/** The service takes 20 kB for the whole request; the rest is room for the envelope and the signature. */
const MAX_TITLE_BYTES = 1000;
const MAX_LINES_BYTES = 16_000;
/** What the envelope of one more line costs. */
const LINE_OVERHEAD_BYTES = Buffer.byteLength('[{"tag":"text","text":""}],');

/**
 * The custom bot of Feishu and Lark. It posts rich text, whose `text` elements are shown as they are: in Feishu's plain
 * `text` message `<at user_id="all">` would call everybody.
 */
export const feishu: Preset = {
  signing: "own",
  body({ message, secret, seconds }) {
    const title = fitText(harmless(message.title), MAX_TITLE_BYTES, jsonBytes);
    const content = fitLines(message.lines.map(harmless)).map((text) => [{ tag: "text", text }]);
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

/** Should a client look for tags in rich text after all, it finds none that mentions: `<at` gets a full-width bracket. */
function harmless(text: string): string {
  return wellFormed(text).replace(/<(?=\s*\/?\s*at\b)/gi, "＜");
}

function fitLines(lines: readonly string[]): string[] {
  const fitted: string[] = [];
  let room = MAX_LINES_BYTES;
  for (const line of lines) {
    room -= LINE_OVERHEAD_BYTES;
    if (room < jsonBytes("…")) break;
    const cut = fitText(line, room, jsonBytes);
    fitted.push(cut);
    if (cut !== line) break;
    room -= jsonBytes(cut);
  }
  return fitted;
}

/** Bytes of a text inside a JSON string. */
function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}
