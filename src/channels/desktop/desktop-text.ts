import { cutText } from "../../content/cut.ts";
import type { Message } from "../../content/message.ts";

/** What a desktop notification says, before a platform's own escaping. */
export interface DesktopText {
  readonly title: string;
  /** Lines between line feeds; may be empty. */
  readonly body: string;
}

const TITLE_LIMITS = { codePoints: 200 };
/** Windows takes 5 kB of XML per toast; other desktops show no more either. */
const BODY_LIMITS = { codePoints: 1_000, bytes: 3_000 };

export function desktopText({ title, lines }: Pick<Message, "title" | "lines">): DesktopText {
  return { title: cutText(title, TITLE_LIMITS), body: cutText(lines.join("\n"), BODY_LIMITS) };
}
