import type { LanguageSetting } from "../../content/language.ts";

/** What the user decided; `keep` leaves what the file has. */
export interface SetupAnswers {
  readonly language: LanguageSetting;
  readonly terminal: "notification and bell" | "bell" | "none";
  readonly phone: PhoneAnswer;
  readonly webhook: WebhookAnswer;
}

export type PhoneAnswer =
  | { readonly kind: "keep" }
  /** `serverUrl` is absent for the public server. */
  | { readonly kind: "topic"; readonly topic: string; readonly serverUrl?: string };

export type WebhookAnswer =
  | { readonly kind: "keep" }
  /** `preset` is absent for a hook that takes our own JSON; `url` may hold `${NAME}`. */
  | {
      readonly kind: "hook";
      readonly url: string;
      readonly preset?: string;
      readonly keys: Readonly<Record<string, string>>;
    };
