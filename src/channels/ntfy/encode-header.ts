/** `=?charset?encoding?text?=` anywhere in a text (RFC 2047). */
const ENCODED_WORD = /=\?[^?]*\?[^?]*\?[^?]*\?=/;

/**
 * Makes any text fit for an HTTP header that ntfy decodes by RFC 2047: one word of base64 in UTF-8, however long.
 * Plain ASCII stays as it is, unless the server would take it for an encoded word.
 * A mail library for this line would bring the tables of every charset; the tests decode with one.
 */
export function encodeHeader(text: string): string {
  const plain = /^[\x20-\x7e]*$/.test(text) && !ENCODED_WORD.test(text);
  return plain ? text : `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;
}

/** An address in ASCII: older servers decode words in the title only, and refuse an icon that begins otherwise. */
export function encodeAddress(address: string): string {
  return encodeHeader(/^[\x20-\x7e]*$/.test(address) ? address : new URL(address).href);
}
