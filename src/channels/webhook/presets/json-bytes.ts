/** Bytes of UTF-8 that a text takes inside a JSON string, its quotes not counted. */
export function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}
