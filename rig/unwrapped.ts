/**
 * An answer of `/notify` line by line, with what was wrapped to 80 columns put together again: a continuation is two or
 * four columns deeper than the line that it belongs to.
 * @param margin columns before each line, as on Pi's screen
 */
export function unwrapped(text: string, margin = 0): string[] {
  const lines: string[] = [];
  let depth = 0;
  for (const raw of text.split("\n")) {
    const line = raw.slice(margin).trimEnd();
    const own = line.length - line.trimStart().length;
    const before = lines.at(-1) ?? "";
    // The steps of `/notify why` stand two columns deeper as well, and begin with a time.
    const isDeeper = own === depth + 4 || (own === depth + 2 && !/^ *\d\d:\d\d/.test(line));
    if (line !== "" && isDeeper && isCut(before)) {
      lines[lines.length - 1] = `${before} ${line.trim()}`;
    } else {
      lines.push(line);
      depth = own;
    }
  }
  return lines;
}

/** Whether a line is so long that its next word may have had no room. */
function isCut(line: string): boolean {
  return line.length > 40;
}
