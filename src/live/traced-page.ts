import type { Trace } from "../trace/trace-format.ts";

/**
 * The viewer's page with a trace in it, as its last element.
 * @returns undefined for a text that is no page
 */
export function tracedPage(page: string, trace: Trace): string | undefined {
  const end = page.toLowerCase().lastIndexOf("</body>");
  if (end === -1) return undefined;
  // A browser reads a script's text up to the first `</script`, JSON or not.
  const json = JSON.stringify(trace).replaceAll("<", "\\u003c");
  return `${page.slice(0, end)}<script type="application/json" id="trace">${json}</script>\n${page.slice(end)}`;
}
