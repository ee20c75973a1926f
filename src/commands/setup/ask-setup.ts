import { serverUrlProblem } from "../../channels/ntfy/ntfy.schema.ts";
import { hookUrlProblem } from "../../channels/webhook/webhook.schema.ts";
import { type LanguageSetting, resolveLanguage } from "../../content/language.ts";
import type { Environment } from "../../ports/environment.ts";
import { randomTopic } from "./random-topic.ts";
import type { PhoneAnswer, SetupAnswers, WebhookAnswer } from "./setup-answers.ts";
import type { SetupDialogs } from "./setup-dialogs.ts";
import { SETUP_SERVICES, type SetupService } from "./setup-services.ts";
import { SETUP_WORDS, type SetupWords } from "./setup-words.ts";

/** What there is to keep. */
export interface SetupBefore {
  readonly hasPhone: boolean;
  readonly hasWebhook: boolean;
}

/** Pressed Escape: nothing is to be changed. */
class Cancelled extends Error {}

const LANGUAGES: Readonly<Record<string, LanguageSetting>> = {
  "Automatic, by the locale / 自动，按系统语言": "auto",
  English: "en",
  简体中文: "zh-CN",
};

/** Walks through the questions. @returns undefined when the user leaves one unanswered */
export async function askSetup(
  dialogs: SetupDialogs,
  { before, env }: { before: SetupBefore; env: Environment },
): Promise<SetupAnswers | undefined> {
  try {
    const language = await choose(dialogs, "Language / 语言", LANGUAGES);
    const words = SETUP_WORDS[resolveLanguage(language, env)];
    const terminal = await choose(dialogs, words.terminal, {
      [words.notificationAndBell]: "notification and bell",
      [words.bellOnly]: "bell",
      [words.nothingHere]: "none",
    } as const);
    const phone = await askPhone(dialogs, words, before.hasPhone);
    const webhook = await askWebhook(dialogs, words, before.hasWebhook);
    return { language, terminal, phone, webhook };
  } catch (error) {
    if (error instanceof Cancelled) return undefined;
    throw error;
  }
}

async function askPhone(dialogs: SetupDialogs, words: SetupWords, hasPhone: boolean): Promise<PhoneAnswer> {
  const how = await choose(dialogs, words.phone, {
    [hasPhone ? words.phoneKeep : words.phoneNo]: "keep",
    [words.phonePublic]: "public",
    [words.phoneOwn]: "own",
  } as const);
  if (how === "keep") return { kind: "keep" };
  const topic = randomTopic();
  if (how === "public") return { kind: "topic", topic };
  const serverUrl = await write(dialogs, words.serverUrl, "https://ntfy.example.com", isServer, words.serverUrlWrong);
  return { kind: "topic", topic, serverUrl };
}

async function askWebhook(dialogs: SetupDialogs, words: SetupWords, hasWebhook: boolean): Promise<WebhookAnswer> {
  const chosen = await choose<SetupService | "keep" | "own">(dialogs, words.webhook, {
    [hasWebhook ? words.webhookKeep : words.webhookNo]: "keep",
    ...Object.fromEntries(SETUP_SERVICES.map((service) => [service.name, service])),
    [words.webhookOwnJson]: "own",
  });
  if (chosen === "keep") return { kind: "keep" };
  const askUrl = (example: string) => write(dialogs, words.hookUrl, example, isHook, words.hookUrlWrong);
  if (chosen === "own") return { kind: "hook", url: await askUrl("https://…") };
  const url = await askUrl(chosen.address);
  const settings: Record<string, string> = {};
  for (const key of chosen.keys) {
    settings[key] = await write(dialogs, words.serviceKey(key), "", (text) => text !== "", words.serviceKeyWrong);
  }
  return { kind: "hook", url, service: { preset: chosen.name, settings } };
}

async function choose<T>(dialogs: SetupDialogs, title: string, options: Readonly<Record<string, T>>): Promise<T> {
  const chosen = await dialogs.select(title, Object.keys(options));
  const value = chosen === undefined ? undefined : options[chosen];
  if (value === undefined) throw new Cancelled();
  return value;
}

/** Asks until the text is right or the user gives up. */
async function write(
  dialogs: SetupDialogs,
  title: string,
  placeholder: string,
  isRight: (text: string) => boolean,
  whatIsWrong: string,
): Promise<string> {
  let said = title;
  for (;;) {
    const text = (await dialogs.input(said, placeholder))?.trim();
    if (text === undefined) throw new Cancelled();
    if (isRight(text)) return text;
    said = `${title} — ${whatIsWrong}`;
  }
}

function isServer(text: string): boolean {
  return serverUrlProblem(text) === undefined;
}

/** As the loader has it; what a variable holds shows only there. */
function isHook(text: string): boolean {
  return text.includes("$") ? /^(\$|https?:\/\/)/i.test(text) : hookUrlProblem(text) === undefined;
}
