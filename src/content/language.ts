import type { Language } from "../notices/event-table.ts";
import type { Environment } from "../ports/environment.ts";

/** What the configuration may say (R21). */
export type LanguageSetting = "auto" | Language;

/** In the order in which POSIX lets them decide on messages. */
const LOCALE_VARIABLES = ["LC_ALL", "LC_MESSAGES", "LANG"] as const;

/** The language to speak: as configured, else Chinese under any Chinese locale and English under every other. */
export function resolveLanguage(setting: LanguageSetting, env: Environment): Language {
  if (setting !== "auto") return setting;
  const locale = LOCALE_VARIABLES.map((name) => env[name]).find((value) => value !== undefined && value !== "");
  return /^zh(?![a-z])/i.test(locale ?? "") ? "zh-CN" : "en";
}
