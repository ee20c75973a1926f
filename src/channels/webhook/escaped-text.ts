/**
 * A noncharacter (U+FDD0), which no text for people contains. In a template it marks what came from the environment;
 * {@link renderTemplate} takes every one of them out again.
 */
export const ESCAPE_MARK = "\ufdd0";

/**
 * Makes a text inert in a template, whatever stands before and after it: none of its braces can be part of a
 * placeholder, and no placeholder can be made of the text and the braces around it.
 */
export function escapeText(text: string): string {
  return ESCAPE_MARK + text.replace(/[{}]/g, `$&${ESCAPE_MARK}`) + ESCAPE_MARK;
}
