export interface CutLimits {
  /** Longest result in Unicode code points, ellipsis included. */
  readonly codePoints?: number;
  /** Longest result in bytes of UTF-8, ellipsis included. */
  readonly bytes?: number;
}

const ELLIPSIS = "…";
const ELLIPSIS_BYTES = 3;

let segmenter: Intl.Segmenter | undefined;

/**
 * Shortens a text to its limits without splitting a grapheme cluster; a shortened text ends in `…` (R20).
 * A cluster that does not fit is left out whole. Where not even the ellipsis fits, the result is empty.
 */
export function cutText(text: string, limits: CutLimits): string {
  const maxCodePoints = limits.codePoints ?? Number.POSITIVE_INFINITY;
  const maxBytes = limits.bytes ?? Number.POSITIVE_INFINITY;
  if (codePointCount(text) <= maxCodePoints && Buffer.byteLength(text) <= maxBytes) return text;
  if (maxCodePoints < 1 || maxBytes < ELLIPSIS_BYTES) return "";

  let codePoints = 1;
  let bytes = ELLIPSIS_BYTES;
  let end = 0;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  for (const { segment } of segmenter.segment(text)) {
    codePoints += codePointCount(segment);
    bytes += Buffer.byteLength(segment);
    if (codePoints > maxCodePoints || bytes > maxBytes) break;
    end += segment.length;
  }
  return text.slice(0, end).trimEnd() + ELLIPSIS;
}

function codePointCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
