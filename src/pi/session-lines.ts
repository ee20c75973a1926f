import { resolveLanguage } from "../content/language.ts";
import { inLanguage, type Say } from "../messages/define-messages.ts";
import { sessionMessages } from "../messages/session.messages.ts";
import type { Language } from "../notices/event-table.ts";
import type { Environment } from "../ports/environment.ts";

/** Shows a line in Pi's UI. Does nothing once the session has ended. */
export type ShowLine = (text: string, level: "info" | "warning" | "error") => void;

/** The language before the configuration is read. Never throws, whatever the environment does (R12). */
export function languageOf(env: Environment): Language {
  try {
    return resolveLanguage("auto", env);
  } catch {
    return "en";
  }
}

/** The sentences of a session in one language. */
export function sessionSentences(language: Language): Say<typeof sessionMessages> {
  return inLanguage(sessionMessages, language);
}
