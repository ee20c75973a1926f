/**
 * An answer of `/notify` line by line, with what was wrapped to 80 columns put together again: a continuation is two
 * or four columns deeper than the line that it belongs to.
 * @param margin columns before each line, as on Pi's screen
 */
export function unwrapped(text: string, margin = 0): string[] {
  const lines: string[] = [];
  let depth = 0;
  for (const raw of text.split("\n")) {
    const line = raw.slice(margin).trimEnd();
    const own = line.length - line.trimStart().length;
    const before = lines.at(-1);
    if (
      before !== undefined &&
      before !== "" &&
      line !== "" &&
      (own === depth + 2 || own === depth + 4) &&
      isCut(before)
    ) {
      lines[lines.length - 1] = `${before} ${line.trim()}`;
    } else {
      lines.push(line);
      depth = own;
    }
  }
  return lines;
}

/** Whether a line is so long that its next word would have had no room, or was put together of such. */
function isCut(line: string): boolean {
  return line.length > 40;
}
