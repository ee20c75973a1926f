import type { ChartState, ChartTransition } from "./chart.ts";

/**
 * Sizes of texts in a chart, pixels. Layout happens where there is no screen, so the page draws charts in a monospaced
 * type, whose letters are all as wide, and these are generous.
 */
const NAME_LETTER = 7.9;
const LINE_LETTER = 6.7;

/** Of a state's name. */
export const HEADER = 26;
/** Of a line below the name, and of a label. */
export const LINE = 16;
export const PADDING = 16;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function stateSize({ key, lines }: Pick<ChartState, "key" | "lines">): Size {
  const width = Math.max(64, key.length * NAME_LETTER, ...lines.map((line) => line.length * LINE_LETTER));
  return { width: Math.ceil(width + 24), height: HEADER + lines.length * LINE + (lines.length > 0 ? 8 : 6) };
}

export function labelSize(transitions: readonly Pick<ChartTransition, "label">[]): Size {
  const width = Math.max(...transitions.map(({ label }) => label.length * LINE_LETTER));
  return { width: Math.ceil(width + 12), height: transitions.length * LINE + 6 };
}
