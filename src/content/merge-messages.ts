import type { Message } from "./message.ts";

/**
 * One message for what is due in one moment: `first`'s title, below it the titles of the others, and then all lines in
 * order, nothing twice.
 */
export function mergeMessages(first: Message, others: readonly Message[]): Message {
  const titles = others.map(({ title }) => title).filter((title) => title !== first.title);
  const lines = [...titles, ...first.lines, ...others.flatMap((other) => other.lines)];
  return { ...first, lines: [...new Set(lines)] };
}
