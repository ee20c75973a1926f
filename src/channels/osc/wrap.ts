import { BEL, ESC, ST } from "./control-bytes.ts";
import type { Multiplexer } from "./multiplexers.ts";

/**
 * Wraps a whole notification so that every multiplexer between Pi and the terminal passes it on (R22).
 * @param multiplexers the nearest to Pi first; its wrapping is the outermost.
 */
export function wrap(sequence: string, multiplexers: readonly Multiplexer[]): string {
  return multiplexers.reduceRight((inner, multiplexer) => WRAPPINGS[multiplexer](inner), sequence);
}

const WRAPPINGS: Readonly<Record<Multiplexer, (sequence: string) => string>> = { tmux: wrapTmux, screen: wrapScreen };

/** A DCS of tmux's own in which every ESC is doubled. */
function wrapTmux(sequence: string): string {
  return `${ESC}Ptmux;${sequence.replaceAll(ESC, ESC + ESC)}${ST}`;
}

/** Longest DCS, introducer and terminator included, in bytes. GNU screen 4.9 loses one of 820. */
const MAX_SCREEN_PIECE_BYTES = 200;
const SCREEN_PIECE = new RegExp(`[\\s\\S]{1,${MAX_SCREEN_PIECE_BYTES - 2 * ST.length}}(?<!${ESC})`, "g");

/**
 * Plain DCS, which GNU screen empties into its terminal one after the other. The notification's own ST would end the
 * DCS, so BEL stands for it; a piece never ends in ESC, which would swallow the terminator. The text must be ASCII.
 */
function wrapScreen(sequence: string): string {
  const pieces = sequence.replaceAll(ST, BEL).match(SCREEN_PIECE) ?? [];
  return pieces.map((piece) => `${ESC}P${piece}${ST}`).join("");
}
