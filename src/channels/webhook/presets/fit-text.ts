import { cutText } from "../../../content/cut.ts";

/**
 * Cuts a text so that its size in a service's own unit stays within `limit`, where {@link cutText} knows only code
 * points and bytes of the bare text.
 *
 * @param measure size of a text after escaping; never smaller than its number of code points.
 */
export function fitText(text: string, limit: number, measure: (text: string) => number): string {
  if (text.length <= limit && measure(text) <= limit) return text;
  let fits = 0;
  let most = limit;
  while (fits < most) {
    const codePoints = Math.ceil((fits + most) / 2);
    if (measure(cutText(text, { codePoints })) <= limit) fits = codePoints;
    else most = codePoints - 1;
  }
  return cutText(text, { codePoints: fits });
}
