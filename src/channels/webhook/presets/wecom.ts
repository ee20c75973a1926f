import { cutText } from "../../../content/cut.ts";
import { readErrcode } from "../../check-reply.ts";
import { wellFormed } from "../well-formed.ts";
import type { Preset } from "./preset.ts";

/** Bytes of UTF-8 in `content`. */
const MAX_CONTENT_BYTES = 2048;
const MAX_TITLE_BYTES = 512;

/**
 * The group robot of WeCom (企业微信); its key is in the address. A message of type `text` has no markup but one:
 * `<@name>` calls a member, so its bracket becomes a full-width one. No list of people to call is sent.
 *
 * @see https://developer.work.weixin.qq.com/document/path/91770
 */
export const wecom: Preset = {
  signing: "standard",
  body({ message }) {
    const title = cutText(withoutMentions(message.title), { bytes: MAX_TITLE_BYTES });
    const content = [title, ...message.lines.map(withoutMentions)].join("\n");
    return { msgtype: "text", text: { content: cutText(content, { bytes: MAX_CONTENT_BYTES }) } };
  },
  readRefusal: readErrcode,
};

function withoutMentions(text: string): string {
  return wellFormed(text).replace(/<(?=\s*@)/g, "＜");
}
