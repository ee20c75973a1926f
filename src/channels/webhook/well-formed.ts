/** Puts U+FFFD for every surrogate without its partner, so that the text survives UTF-8. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
