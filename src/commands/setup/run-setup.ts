import { basename } from "node:path";
import { CHANNELS } from "../../channels/registry.ts";
import { readConfigFile } from "../../config/file/read-config-file.ts";
import { parseConfig } from "../../config/parse-config.ts";
import { resolveLanguage } from "../../content/language.ts";
import { shownPath } from "../../content/shown-path.ts";
import { inLanguage } from "../../messages/define-messages.ts";
import { setupMessages } from "../../messages/setup.messages.ts";
import type { Language } from "../../notices/event-table.ts";
import type { Environment } from "../../ports/environment.ts";
import { isRecord } from "../../ports/unknown-value.ts";
import { applyAnswers, channelsInFile, isEditable, localBefore, type WrittenChannel } from "./apply-answers.ts";
import { askSetup, type SaySetup, type SetupBefore } from "./ask-setup.ts";
import { configDifference } from "./config-difference.ts";
import { redactConfig } from "./redact-config.ts";
import { findSchemaLink } from "./schema-link.ts";
import type { SetupDialogs } from "./setup-dialogs.ts";
import { type Subscription, showCode } from "./show-code.ts";
import { subscriptionLink } from "./subscription-code.ts";
import { writeConfigFile } from "./write-config-file.ts";

export interface SetupOptions {
  /** Absent where this mode of Pi has none. */
  readonly dialogs: SetupDialogs | undefined;
  /** The global configuration's file, which need not exist. */
  readonly path: string;
  readonly env: Environment;
  /** Until another one is chosen. */
  readonly language: Language;
  readonly say: (text: string, level: "info" | "warning" | "error") => void;
  /** Where the code for the phone is drawn; undefined where there is no screen. */
  readonly screen: { readonly rows: number; readonly columns: number } | undefined;
  /** Sends a test with this text as the configuration; resolves with a line a channel. */
  readonly sendTest: (text: string) => Promise<readonly string[]>;
}

/** What was written, told, and in which language. */
export interface SetupResults {
  readonly lines: readonly string[];
  readonly language: Language;
}

/**
 * `/notify setup`: questions, the difference, the file, the code for the phone, a test.
 * Never overwrites what the user has not seen: it asks with the difference before it writes, and writes nothing when the
 * file has changed since.
 * @returns what to tell once the file is in force; undefined where it was not written, and everything has been told
 */
export async function runSetup(options: SetupOptions): Promise<SetupResults | undefined> {
  const { dialogs, path, env, say, screen } = options;
  const file = basename(path);
  const local = inLanguage(setupMessages, options.language);
  const stop = (text: string, level: "info" | "error" = "error") => {
    say(text, level);
    return undefined;
  };
  if (dialogs === undefined) return stop(local("noDialogs"));
  const text = await readText(path);
  if (text !== undefined && !isEditable(text)) return stop(local("broken", { file }));
  const channels = channelsInFile(text);
  const answers = await askSetup(dialogs, { before: beforeOf(channels, env), env });
  if (answers === undefined) return stop(local("cancelled"), "info");

  const language = resolveLanguage(answers.language, env);
  const sentence = inLanguage(setupMessages, language);
  const after = applyAnswers({ text, answers, schemaLink: await findSchemaLink(import.meta.url) });
  if (after !== text) {
    const question = text === undefined ? sentence("writeNew", { file }) : sentence("write", { file });
    const difference = configDifference(text ?? "", after, (shown) => redactConfig(shown, env));
    const isAgreed = await dialogs.confirm(question, [...difference, ...warningsOf(after, file, env)].join("\n"));
    if (!isAgreed) return stop(sentence("cancelled"), "info");
    const problem = await write(path, text, after, sentence);
    if (problem !== undefined) return stop(problem);
  }
  const subscription = answers.phone.kind === "keep" ? undefined : subscriptionIn(after, env);
  if (subscription !== undefined) await showCode(dialogs, sentence, subscription, screen);
  const lines = [
    after === text ? sentence("nothingToChange") : sentence("written", { path: shownPath(path) }),
    ...(subscription === undefined
      ? []
      : [sentence("subscribedTo", { topic: subscription.topic }), linkOf(subscription)]),
    ...[sentence("testSent"), ...(await options.sendTest(after))],
  ];
  if (after === text) return stop(lines.join("\n"), "info");
  return { lines, language };
}

function beforeOf(channels: readonly WrittenChannel[] | undefined, env: Environment): SetupBefore {
  const has = (type: string) => channels?.some((channel) => channel.type === type) ?? false;
  const saysTmux =
    channels?.some(({ type, osc }) => type === "osc" && isRecord(osc) && osc.tmux !== undefined) ?? false;
  return {
    ...localBefore(channels),
    hasPhone: has("ntfy"),
    hasWebhook: has("webhook"),
    asksTmux: (env.TMUX ?? "") !== "" && !saysTmux,
  };
}

/** The first topic in the file, its variables inserted. */
function subscriptionIn(text: string, env: Environment): Subscription | undefined {
  const { config } = parseConfig(text, { file: "", env, channels: CHANNELS });
  const phone = config.channels.find(({ type }) => type === "ntfy")?.config;
  if (!isRecord(phone) || typeof phone.topic !== "string") return undefined;
  return { topic: phone.topic, ...(typeof phone.serverUrl === "string" && { serverUrl: phone.serverUrl }) };
}

function linkOf({ topic, serverUrl }: Subscription): string {
  return subscriptionLink(topic, serverUrl);
}

/** What the loader would say. */
function warningsOf(text: string, file: string, env: Environment): string[] {
  return parseConfig(text, { file, env, channels: CHANNELS }).warnings.map((warning) => warning.text);
}

async function readText(path: string): Promise<string | undefined> {
  const content = await readConfigFile(path);
  if (content === undefined) return undefined;
  // What cannot be read is not to be replaced either: it is refused as broken JSON is.
  return content.kind === "text" ? content.text : "refused";
}

async function write(path: string, shown: string | undefined, after: string, sentence: SaySetup) {
  if ((await readText(path)) !== shown) return sentence("changedMeanwhile");
  try {
    await writeConfigFile(path, after);
    return undefined;
  } catch {
    return sentence("notWritten");
  }
}
