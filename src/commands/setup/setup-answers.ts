import type { PresetName } from "../../channels/webhook/presets/registry.ts";
import type { LanguageSetting } from "../../content/language.ts";

/** What the user decided; `keep` leaves what the file has. */
export interface SetupAnswers {
  readonly language: LanguageSetting;
  readonly terminal: TerminalAnswer;
  readonly desktop: DesktopAnswer;
  /** Whether notifications reach the terminal also where tmux does not let them through. */
  readonly tmux: "auto" | "keep";
  readonly phone: PhoneAnswer;
  readonly webhook: WebhookAnswer;
}

export type TerminalAnswer = "notification-and-bell" | "bell" | "none";

/** `fallback`: where the terminal itself shows nothing. */
export type DesktopAnswer = "fallback" | "always" | "none";

export type PhoneAnswer =
  | { readonly kind: "keep" }
  /** Keeps it too, and shows its code once more. */
  | { readonly kind: "show" }
  /** Takes the place of the topic that there is. `serverUrl` is absent for the public server. */
  | { readonly kind: "topic"; readonly topic: string; readonly serverUrl?: string };

export type WebhookAnswer =
  | { readonly kind: "keep" }
  /** `url` may hold `${NAME}`; without a service the hook takes our own JSON. */
  | { readonly kind: "hook"; readonly url: string; readonly service?: ServiceAnswer };

export interface ServiceAnswer {
  readonly preset: PresetName;
  /** What the preset needs beside the address. */
  readonly settings: Readonly<Record<string, string>>;
  /** With which the service checks who sends. */
  readonly secret?: string;
}
