import { stripVTControlCharacters } from "node:util";
import jsQR from "jsqr";

/** The code in a text that was on a screen; its rows are those of nothing but blocks. */
export function codeOn(screen: string): string | undefined {
  const rows = stripVTControlCharacters(screen)
    .split("\n")
    .map((line) => line.trim());
  return readCode(rows.filter((line) => /^[█▀▄ ]{20,}$/.test(line)));
}

const SCALE = 4;

/** Reads the drawing as a camera would: a full block is light, two rows to a line. */
export function readCode(lines: readonly string[]): string | undefined {
  const rows = lines.flatMap((line) => [
    [...line].map((cell) => cell === "█" || cell === "▀"),
    [...line].map((cell) => cell === "█" || cell === "▄"),
  ]);
  const [width, height] = [(rows[0]?.length ?? 0) * SCALE, rows.length * SCALE];
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const isLight = rows[Math.floor(at / width / SCALE)]?.[Math.floor((at % width) / SCALE)];
    pixels.fill(isLight ? 255 : 0, at * 4, at * 4 + 3);
    pixels[at * 4 + 3] = 255;
  }
  return jsQR.default(pixels, width, height)?.data;
}
