import { cutText } from "../../content/cut.ts";
import type { Message } from "../../content/message.ts";
import { OSC, ST } from "./control-bytes.ts";
import { MAX_BODY_CODE_POINTS, MAX_SEQUENCE_BYTES, MAX_TITLE_BYTES } from "./payload-limits.ts";

const INTRODUCER = `${OSC}9;`;
const MAX_TEXT_BYTES = MAX_SEQUENCE_BYTES - INTRODUCER.length - ST.length;

/**
 * One OSC 9 notification: a single text, the title first, joined by ` · `.
 * foot splits the text at `;`, so it becomes `:`. ConEmu's numbered commands share OSC 9, and a terminal
 * that knows them takes a text with a leading digit for one: such a text is introduced by `Pi: `.
 */
export function encodeOsc9(message: Pick<Message, "title" | "lines">): string {
  const title = cutText(message.title, { bytes: MAX_TITLE_BYTES });
  const body = cutText(message.lines.join(" · "), { codePoints: MAX_BODY_CODE_POINTS });
  const said = [title, body].filter((part) => part !== "").join(" · ");
  const text = (/^\p{Nd}/u.test(said) ? `Pi: ${said}` : said).replaceAll(";", ":");
  return `${INTRODUCER}${cutText(text, { bytes: MAX_TEXT_BYTES })}${ST}`;
}
