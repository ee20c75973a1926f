import { serverUrlProblem } from "../../channels/ntfy/ntfy.schema.ts";
import { hookUrlProblem } from "../../channels/webhook/webhook.schema.ts";
import { type LanguageSetting, resolveLanguage } from "../../content/language.ts";
import { inLanguage, type Say } from "../../messages/define-messages.ts";
import { LANGUAGE_ANSWERS, LANGUAGE_QUESTION, setupMessages } from "../../messages/setup.messages.ts";
import type { Environment } from "../../ports/environment.ts";
import { randomTopic } from "./random-topic.ts";
import type { DesktopAnswer, PhoneAnswer, SetupAnswers, TerminalAnswer, WebhookAnswer } from "./setup-answers.ts";
import type { SetupDialogs } from "./setup-dialogs.ts";
import { SETUP_SERVICES, type SetupService } from "./setup-services.ts";

/** What there is to keep. */
export interface SetupBefore extends Pick<SetupAnswers, "terminal" | "desktop"> {
  readonly hasPhone: boolean;
  readonly hasWebhook: boolean;
  /** Inside tmux, and the file does not say how to write past it. */
  readonly asksTmux: boolean;
}

/** Pressed Escape: nothing is to be changed. */
class Cancelled extends Error {}

const LANGUAGES: Readonly<Record<string, LanguageSetting>> = {
  [LANGUAGE_ANSWERS.auto]: "auto",
  [LANGUAGE_ANSWERS.en]: "en",
  [LANGUAGE_ANSWERS["zh-CN"]]: "zh-CN",
};

export type SaySetup = Say<typeof setupMessages>;

/** Walks through the questions. @returns undefined when the user leaves one unanswered */
export async function askSetup(
  dialogs: SetupDialogs,
  { before, env }: { before: SetupBefore; env: Environment },
): Promise<SetupAnswers | undefined> {
  try {
    const language = await choose(dialogs, LANGUAGE_QUESTION, LANGUAGES);
    const say = inLanguage(setupMessages, resolveLanguage(language, env));
    const terminal = await choose<TerminalAnswer>(
      dialogs,
      say("terminal"),
      {
        [say("notificationAndBell")]: "notification-and-bell",
        [say("bellOnly")]: "bell",
        [say("nothingHere")]: "none",
      },
      before.terminal,
    );
    const asksTmux = before.asksTmux && terminal === "notification-and-bell";
    const tmux = asksTmux
      ? await choose(dialogs, say("tmux"), { [say("tmuxAuto")]: "auto", [say("tmuxKeep")]: "keep" } as const)
      : "keep";
    const desktop = await choose<DesktopAnswer>(
      dialogs,
      say("desktop"),
      {
        [say("desktopFallback")]: "fallback",
        [say("desktopAlways")]: "always",
        [say("desktopNo")]: "none",
      },
      before.desktop,
    );
    const phone = await askPhone(dialogs, say, before.hasPhone);
    const webhook = await askWebhook(dialogs, say, before.hasWebhook);
    return { language, terminal, desktop, tmux, phone, webhook };
  } catch (error) {
    if (error instanceof Cancelled) return undefined;
    throw error;
  }
}

async function askPhone(dialogs: SetupDialogs, say: SaySetup, hasPhone: boolean): Promise<PhoneAnswer> {
  const how = await choose<"keep" | "show" | "public" | "own">(
    dialogs,
    say("phone"),
    hasPhone
      ? {
          [say("phoneKeep")]: "keep",
          [say("phoneShow")]: "show",
          [say("phoneReplacePublic")]: "public",
          [say("phoneReplaceOwn")]: "own",
        }
      : { [say("phoneNo")]: "keep", [say("phonePublic")]: "public", [say("phoneOwn")]: "own" },
  );
  if (how === "keep" || how === "show") return { kind: how };
  const topic = randomTopic();
  if (how === "public") return { kind: "topic", topic };
  const serverUrl = await askUntil(dialogs, say, {
    question: say("serverUrl"),
    example: "https://ntfy.example.com",
    isRight: isServer,
    whatIsWrong: say("serverUrlWrong"),
  });
  return { kind: "topic", topic, serverUrl };
}

async function askWebhook(dialogs: SetupDialogs, say: SaySetup, hasWebhook: boolean): Promise<WebhookAnswer> {
  const chosen = await choose<SetupService | "keep" | "own">(dialogs, say("webhook"), {
    [hasWebhook ? say("webhookKeep") : say("webhookNo")]: "keep",
    ...Object.fromEntries(SETUP_SERVICES.map((service) => [service.name, service])),
    [say("webhookOwnJson")]: "own",
  });
  if (chosen === "keep") return { kind: "keep" };
  const askUrl = (example: string) =>
    askUntil(dialogs, say, { question: say("hookUrl"), example, isRight: isHook, whatIsWrong: say("hookUrlWrong") });
  if (chosen === "own") return { kind: "hook", url: await askUrl("https://…") };
  const url = await askUrl(chosen.address);
  const settings: Record<string, string> = {};
  for (const key of chosen.keys) {
    settings[key] = await askUntil(dialogs, say, {
      question: say("serviceKey", { key }),
      example: "",
      isRight: (text) => text !== "",
      whatIsWrong: say("serviceKeyWrong"),
    });
  }
  const secret = chosen.secret === undefined ? "" : await askSecret(dialogs, say, chosen.secret);
  return { kind: "hook", url, service: { preset: chosen.name, settings, ...(secret !== "" && { secret }) } };
}

function askSecret(dialogs: SetupDialogs, say: SaySetup, example: string): Promise<string> {
  const question = say("secret");
  return askUntil(dialogs, say, { question, example, isRight: () => true, whatIsWrong: say("controlCharacters") });
}

/** @param first the value of the option to stand first, which Enter chooses */
async function choose<T>(
  dialogs: SetupDialogs,
  title: string,
  options: Readonly<Record<string, T>>,
  first?: T,
): Promise<T> {
  const isFirst = (option: string) => first !== undefined && options[option] === first;
  const names = Object.keys(options);
  const chosen = await dialogs.select(title, [...names.filter(isFirst), ...names.filter((name) => !isFirst(name))]);
  const value = chosen === undefined ? undefined : options[chosen];
  if (value === undefined) throw new Cancelled();
  return value;
}

interface TextQuestion {
  readonly question: string;
  /** Becomes a part of the question, since Pi shows no placeholder; none where empty. */
  readonly example: string;
  readonly isRight: (text: string) => boolean;
  /** Added to the question after a wrong answer. */
  readonly whatIsWrong: string;
}

/** Asks until the text is right or the user gives up. */
async function askUntil(
  dialogs: SetupDialogs,
  say: SaySetup,
  { question, example, isRight, whatIsWrong }: TextQuestion,
): Promise<string> {
  const withExample = example === "" ? question : say("withExample", { question, example });
  let asked = withExample;
  for (;;) {
    const text = (await dialogs.input(asked))?.trim();
    if (text === undefined) throw new Cancelled();
    const isClean = !/\p{Cc}/u.test(text);
    if (isClean && isRight(text)) return text;
    asked = say("askAgain", { question: withExample, whatIsWrong: isClean ? whatIsWrong : say("controlCharacters") });
  }
}

function isServer(text: string): boolean {
  return serverUrlProblem(text) === undefined;
}

/** As the loader has it; what a variable holds shows only there. */
function isHook(text: string): boolean {
  return text.includes("$") ? /^(\$|https?:\/\/)/i.test(text) : hookUrlProblem(text) === undefined;
}
