import type { Language } from "../../src/notices/event-table.ts";

/** The page speaks Chinese to those whose browser does. */
export function languageOf(wanted: readonly string[]): Language {
  return /^zh\b/i.test(wanted[0] ?? "") ? "zh-CN" : "en";
}
