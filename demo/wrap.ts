/**
 * Lines of at most `width` characters. Breaks after a space or comma where there is one, else anywhere;
 * apart from spaces at a break nothing is lost.
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const reach = rest.slice(0, width + 1);
    const afterSpace = reach.lastIndexOf(" ") + 1;
    const afterComma = reach.slice(0, width).lastIndexOf(",") + 1;
    const at = Math.max(afterSpace, afterComma) || width;
    lines.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return rest === "" && lines.length > 0 ? lines : [...lines, rest];
}
