import { structuredPatch } from "diff";

const CONTEXT_LINES = 2;

/**
 * What would change, as lines that begin with `+`, `-` or a space; empty when nothing does.
 * @param redact what a text looks like when shown, line by line; texts are compared as they are
 */
export function configDifference(before: string, after: string, redact: (text: string) => string): string[] {
  const shown = { before: redact(before).split("\n"), after: redact(after).split("\n") };
  const { hunks } = structuredPatch("", "", before, after, undefined, undefined, { context: CONTEXT_LINES });
  return hunks.flatMap(({ lines, oldStart, newStart }, index) => {
    let [old, fresh] = [oldStart - 1, newStart - 1];
    const inHunk = lines.flatMap((line) => {
      const sign = line[0] ?? " ";
      // Such as `\ No newline at end of file`.
      if (sign === "\\") return [];
      const text = sign === "-" ? shown.before[old] : shown.after[fresh];
      if (sign !== "+") old += 1;
      if (sign !== "-") fresh += 1;
      return [sign + (text ?? "")];
    });
    return index === 0 ? inHunk : ["…", ...inHunk];
  });
}
