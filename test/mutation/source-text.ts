const LONGEST = 120;
const HEAD = 70;
const TAIL = 30;

/** Between head and tail of a text that was shortened. */
export const GAP = " […] ";

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Keeps head and tail of a long piece of source, such as the body of a function. */
export function shortened(text: string): string {
  return text.length <= LONGEST ? text : text.slice(0, HEAD) + GAP + text.slice(-TAIL);
}

/** Whether `from`, perhaps shortened, stands in the source and begins in a line that reads `line`. */
export function standsIn(source: string, line: string, from: string): boolean {
  const [head = "", tail = ""] = from.split(GAP);
  const lines = source.split("\n");
  return lines.some((text, index) => {
    if (text.trim() !== line) return false;
    const rest = oneLine(lines.slice(index).join("\n"));
    const at = rest.indexOf(head);
    return at >= 0 && at < line.length && rest.indexOf(tail, at + head.length) >= 0;
  });
}
