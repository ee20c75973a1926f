import { columnsOf } from "../../content/wrap-text.ts";

/** What there is room for. */
export interface PageSize {
  readonly columns: number;
  readonly rows: number;
}

/** Breaks lines at the width of the screen, so that nothing of them is cut, and puts as many on a page as it has rows. */
export function toPages(lines: readonly string[], { columns, rows }: PageSize): readonly (readonly string[])[] {
  const rowsOfAll = lines.flatMap((line) => toRows(line, columns));
  const pages: string[][] = [];
  for (let from = 0; from < rowsOfAll.length; from += rows) pages.push(rowsOfAll.slice(from, from + rows));
  return pages;
}

const INDENT = "    ";

/** Breaks at the last blank, and in the middle of what has none: an address as long as a screen is shown whole too. */
function toRows(line: string, columns: number): readonly string[] {
  const rows: string[] = [];
  let row = "";
  for (const character of line) {
    if (columnsOf(row) + columnsOf(character) > columns) {
      const blank = row.trimStart() === "" ? -1 : row.lastIndexOf(" ");
      const isWorthIt = blank > columns / 2;
      rows.push(isWorthIt ? row.slice(0, blank) : row);
      row = INDENT + (isWorthIt ? row.slice(blank + 1) : "");
    }
    row += character;
  }
  return [...rows, row];
}
