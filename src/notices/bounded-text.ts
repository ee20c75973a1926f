/**
 * Longest text of others that is kept until it is cleaned and cut for show, in UTF-16 units: far more than is ever shown,
 * so that the cut does not show even where many of them are escape sequences.
 */
export const TEXT_LIMIT = 16_384;

/**
 * Cuts a text as soon as it comes in, because cleaning takes time and memory by its length.
 * A cut text is a copy: V8's slice would keep the whole text alive for as long as its beginning.
 */
export function boundedText(text: string, limit = TEXT_LIMIT): string {
  if (text.length <= limit) return text;
  // By UTF-16, because text that comes in may hold half a surrogate pair.
  return Buffer.from(text.slice(0, limit), "utf16le").toString("utf16le");
}
