import { inLanguage } from "../messages/define-messages.ts";
import { notificationMessages } from "../messages/notification.messages.ts";
import type { Language } from "../notices/event-table.ts";
import type { Message } from "./message.ts";

/** How many notices one notification tells; what is above that is counted. */
const MOST_TOLD = 8;

/** What every protocol of a terminal carries beside a title and the count, in code points and in bytes of UTF-8. */
const MOST_CODE_POINTS = 480;
const MOST_BYTES = 1_900;

/** Between two lines where a protocol has only one. */
const SEPARATOR = " · ";

/**
 * One message for what is due in one moment: `first`'s title, below it the titles of the others, and then all lines in
 * order, nothing twice. What does not fit is left out whole, and counted.
 */
export function mergeMessages(first: Message, others: readonly Message[], language: Language): Message {
  let told = linesOf(first, []);
  const included: Message[] = [];
  let leftOut = 0;
  for (const other of others) {
    const lines = linesOf(first, [...included, other]);
    const saysNothingNew = lines.length === told.length;
    if (saysNothingNew) continue;
    if (leftOut === 0 && included.length + 1 < MOST_TOLD && fits(first.title, lines)) {
      included.push(other);
      told = lines;
    } else {
      leftOut += 1;
    }
  }
  if (leftOut === 0) return { ...first, lines: told };
  const count = inLanguage(notificationMessages, language)("andMore", { count: `${leftOut}` });
  // A first message that is too long by itself is cut at its end.
  return { ...first, lines: fits(first.title, told) ? [...told, count] : [count, ...told] };
}

function linesOf(first: Message, others: readonly Message[]): readonly string[] {
  const titles = others.map(({ title }) => title).filter((title) => title !== first.title);
  return [...new Set([...titles, ...first.lines, ...others.flatMap(({ lines }) => lines)])];
}

function fits(title: string, lines: readonly string[]): boolean {
  const body = lines.join(SEPARATOR);
  return [...body].length <= MOST_CODE_POINTS && Buffer.byteLength(title + body) <= MOST_BYTES;
}
