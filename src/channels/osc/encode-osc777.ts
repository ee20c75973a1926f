import { cutText } from "../../content/cut.ts";
import type { Message } from "../../content/message.ts";
import { OSC, ST } from "./control-bytes.ts";
import { MAX_BODY_CODE_POINTS, MAX_SEQUENCE_BYTES, MAX_TITLE_BYTES } from "./payload-limits.ts";

const INTRODUCER = `${OSC}777;notify;`;

/**
 * One OSC 777 notification: title and body, told apart by `;`, which therefore becomes `,` in both.
 * With no body the second separator stays: a terminal that counts the parts wants it.
 */
export function encodeOsc777(message: Pick<Message, "title" | "lines">): string {
  const title = cutText(message.title.replaceAll(";", ","), { bytes: MAX_TITLE_BYTES });
  const head = `${INTRODUCER}${title};`;
  const body = cutText(message.lines.join(" · ").replaceAll(";", ","), {
    codePoints: MAX_BODY_CODE_POINTS,
    bytes: MAX_SEQUENCE_BYTES - Buffer.byteLength(head) - ST.length,
  });
  return `${head}${body}${ST}`;
}
