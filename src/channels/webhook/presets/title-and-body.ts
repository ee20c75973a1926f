import type { Message } from "../../../content/message.ts";
import { wellFormed } from "../well-formed.ts";

/**
 * For a service that refuses an empty body or fills in words of its own: a message without lines has its title as the
 * body, and no title.
 */
export function titleAndBody({ title, lines }: Message): { readonly title?: string; readonly body: string } {
  if (lines.length === 0) return { body: wellFormed(title) };
  return { title: wellFormed(title), body: wellFormed(lines.join("\n")) };
}
