import { cutText } from "../content/cut.ts";
import { sanitizeText } from "../content/text.ts";

/** Longest label, in code points. */
const LABEL_CODE_POINTS = 100;

/** What herdr shows of a dialog: its title, safe to show; empty when it has none. */
export function herdrLabel(title: string | undefined): string {
  return cutText(sanitizeText(title ?? ""), { codePoints: LABEL_CODE_POINTS });
}
