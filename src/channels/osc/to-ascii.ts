import type { Message } from "../../content/message.ts";

type Text = Pick<Message, "title" | "lines">;

/** Signs of ours and of typographers that have an ASCII form which Unicode does not know. */
const SIGNS: Readonly<Record<string, string>> = {
  "·": "-",
  "–": "-",
  "—": "-",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
};

/**
 * The message in ASCII, for GNU screen: it keeps the low byte of each character only, so that `ě` (U+011B) becomes ESC
 * and `ć` (U+0107) BEL. Accents fall, and a run of what has no ASCII form becomes `?`.
 * @param plainTitle in ASCII; stands for a title that would lose something.
 */
export function toAscii({ title, lines }: Text, plainTitle: string): Text {
  const simple = withoutAccents(title);
  return {
    title: NOT_ASCII.test(simple) ? plainTitle : simple,
    lines: lines.map((line) => withoutAccents(line).replaceAll(NOT_ASCII_RUNS, "?")),
  };
}

/** What the encoders themselves put between and after texts: their separator and the sign of a cut. Never longer. */
export function signsToAscii(sequence: string): string {
  return sequence.replaceAll("·", "-").replaceAll("…", "...");
}

const NOT_ASCII = /[^\x20-\x7e]/;
const NOT_ASCII_RUNS = /[^\x20-\x7e]+/g;

function withoutAccents(text: string): string {
  return text
    .replace(/[·–—‘’“”]/g, (sign) => SIGNS[sign] ?? sign)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "");
}
