/** Columns of a line that commands print. */
export const COLUMNS = 80;

/** What a terminal shows two columns wide: Chinese characters and punctuation, full-width forms, emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
/** What must not begin a line. */
const CLOSING = /^[，。；：、！？）》”’,.;:!?)]/u;

/** Columns that a text takes in a terminal. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += WIDE.test(character) ? 2 : 1;
  return columns;
}

/**
 * Breaks a line where it is wider than a terminal's 80 columns: at blanks, and beside Chinese characters. What has
 * neither, such as an address, stays whole.
 * @param indent stands before each line but the first
 */
export function wrapText(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of piecesOf(text)) {
    const isTooWide = columnsOf(line + piece.trimEnd()) > COLUMNS;
    if (isTooWide && line.trim() !== "") {
      lines.push(line.trimEnd());
      line = indent + piece.trimStart();
    } else {
      line += piece;
    }
  }
  return [...lines, line.trimEnd()];
}

/** What stays together: a word with the blank behind it, or one wide character with the punctuation behind it. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const character of text) {
    const last = pieces.at(-1);
    const begins =
      last === undefined ||
      ((/\s$/.test(last) || WIDE.test(character) || WIDE.test(last.at(-1) ?? "")) &&
        !/\s/.test(character) &&
        !CLOSING.test(character) &&
        !/[（“《]$/u.test(last));
    if (begins) pieces.push(character);
    else pieces[pieces.length - 1] = last + character;
  }
  return pieces;
}
