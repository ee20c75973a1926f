/** Gives every `<at` a full-width bracket: Feishu and Teams call people by `<at …>` tags in a text. */
export function withoutAtTags(text: string): string {
  return text.replace(/<(?=\s*\/?\s*at\b)/gi, "＜");
}
