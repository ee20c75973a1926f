import { fitText } from "./fit-text.ts";
import { jsonBytes } from "./json-bytes.ts";

/**
 * As many lines as fit into so many bytes of JSON; the last one is cut where there is room for a part of it.
 *
 * @param overhead bytes that each line costs besides its text.
 */
export function fitLines(lines: readonly string[], limit: number, overhead: number): string[] {
  const fitted: string[] = [];
  let room = limit;
  for (const line of lines) {
    room -= overhead;
    if (room < jsonBytes("…")) break;
    const cut = fitText(line, room, jsonBytes);
    fitted.push(cut);
    if (cut !== line) break;
    room -= jsonBytes(cut);
  }
  return fitted;
}
