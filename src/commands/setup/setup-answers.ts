import type { PresetName } from "../../channels/webhook/presets/registry.ts";
import type { LanguageSetting } from "../../content/language.ts";

/** What the user decided; `keep` leaves what the file has. */
export interface SetupAnswers {
  readonly language: LanguageSetting;
  readonly terminal: "notification-and-bell" | "bell" | "none";
  readonly phone: PhoneAnswer;
  readonly webhook: WebhookAnswer;
}

export type PhoneAnswer =
  | { readonly kind: "keep" }
  /** `serverUrl` is absent for the public server. */
  | { readonly kind: "topic"; readonly topic: string; readonly serverUrl?: string };

export type WebhookAnswer =
  | { readonly kind: "keep" }
  /** `url` may hold `${NAME}`; without a service the hook takes our own JSON. */
  | { readonly kind: "hook"; readonly url: string; readonly service?: ServiceAnswer };

export interface ServiceAnswer {
  readonly preset: PresetName;
  /** What the preset needs beside the address. */
  readonly settings: Readonly<Record<string, string>>;
}
