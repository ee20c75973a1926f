/** Controls, lone surrogates, line separators and what changes the direction of text or cannot be seen (R20). */
const NOT_SHOWN =
  /[\x00-\x1f\x7f-\x9f\p{Surrogate}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * A path as a person may see it: each character that a terminal would act upon is replaced by U+FFFD, and everything
 * else, spaces included, stays as it is. Folders get such names from archives and clones.
 */
export function shownPath(path: string): string {
  return path.replace(NOT_SHOWN, "\ufffd");
}
