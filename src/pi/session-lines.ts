import { type LanguageSetting, resolveLanguage } from "../content/language.ts";
import { inLanguage, type Say } from "../messages/define-messages.ts";
import { sessionMessages } from "../messages/session.messages.ts";
import type { Language } from "../notices/event-table.ts";
import { PUBLISHED_LIMIT } from "../notices/notice.ts";
import type { Environment } from "../ports/environment.ts";
import { type Fault, levelOf } from "./fault.ts";

/** Shows a line in Pi's UI. Does nothing once the session has ended. */
export type ShowLine = (text: string, level: "info" | "warning" | "error") => void;

/** The language of an environment. Never throws, whatever the environment does (R12). */
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

/** The lines that a session shows by itself, apart from the answers of commands. */
export class SessionLines {
  readonly show: ShowLine;
  readonly #env: Environment;
  /** What was shown and is not shown again. */
  readonly #shown = new Set<string>();
  #setting: LanguageSetting = "auto";

  constructor(show: ShowLine, env: Environment) {
    this.show = show;
    this.#env = env;
  }

  /** The configuration's language once that is read, the environment's until then. */
  get language(): Language {
    return this.#setting === "auto" ? languageOf(this.#env) : this.#setting;
  }

  /** The configuration is read and has this for `language`. */
  setLanguage(setting: LanguageSetting): void {
    this.#setting = setting;
  }

  fault(fault: Fault): void {
    this.show(sessionSentences(this.language)(fault), levelOf(fault));
  }

  /** Once per session: one error of ours may come with every event. */
  internalError(): void {
    this.#showOnce(sessionSentences(this.language)("internalError"));
  }

  /** Once per session: a flood is no news after its first notification. */
  flooded(): void {
    this.#showOnce(sessionSentences(this.language)("flooded", { limit: PUBLISHED_LIMIT }));
  }

  /** Once per session and channel, without a word of the payload (R15). */
  invalidPayload(channel: string): void {
    this.#showOnce(sessionSentences(this.language)("invalidPayload", { channel }));
  }

  #showOnce(text: string): void {
    if (this.#shown.has(text)) return;
    this.#shown.add(text);
    this.show(text, "warning");
  }
}
