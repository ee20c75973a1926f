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
import { applyAnswers, channelsInFile, isEditable } from "./apply-answers.ts";
import { askSetup, type SaySetup } from "./ask-setup.ts";
import { configDifference } from "./config-difference.ts";
import { findSchemaLink } from "./schema-link.ts";
import type { PhoneAnswer } from "./setup-answers.ts";
import type { SetupDialogs } from "./setup-dialogs.ts";
import { drawCode, subscriptionLink } from "./subscription-code.ts";
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
  /** Sends a test with this text as the configuration; resolves with a line a channel. */
  readonly sendTest: (text: string) => Promise<readonly string[]>;
}

/**
 * `/notify setup`: questions, the difference, the file, a test.
 * Never overwrites what the user has not seen: it asks with the difference before it writes, and writes nothing when the
 * file has changed since.
 * @returns whether the file was written
 */
export async function runSetup(options: SetupOptions): Promise<boolean> {
  const { dialogs, path, env, say, language } = options;
  const file = basename(path);
  const local = inLanguage(setupMessages, language);
  if (dialogs === undefined) {
    say(local("noDialogs"), "error");
    return false;
  }
  const text = await readText(path);
  if (text !== undefined && !isEditable(text)) {
    say(local("broken", { file }), "error");
    return false;
  }
  const channels = channelsInFile(text);
  const has = (type: string) => channels?.some((channel) => channel.type === type) ?? false;
  const before = { hasPhone: has("ntfy"), hasWebhook: has("webhook") };
  const answers = await askSetup(dialogs, { before, env });
  const sentence = answers === undefined ? local : inLanguage(setupMessages, resolveLanguage(answers.language, env));
  if (answers === undefined) {
    say(sentence("cancelled"), "info");
    return false;
  }
  const after = applyAnswers({ text, answers, schemaLink: await findSchemaLink(import.meta.url) });
  if (after === text) {
    say(sentence("nothingToChange"), "info");
  } else {
    const question = text === undefined ? sentence("writeNew", { file }) : sentence("write", { file });
    const isAgreed = await dialogs.confirm(
      question,
      [...configDifference(text ?? "", after), ...warningsOf(after, file, env)].join("\n"),
    );
    if (!isAgreed) {
      say(sentence("cancelled"), "info");
      return false;
    }
    const problem = await write(path, text, after, sentence);
    if (problem !== undefined) {
      say(problem, "error");
      return false;
    }
    say(sentence("written", { path: shownPath(path) }), "info");
  }
  if (answers.phone.kind === "topic") say(subscription(answers.phone, sentence), "info");
  say([sentence("testSent"), ...(await options.sendTest(after))].join("\n"), "info");
  return after !== text;
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

function subscription({ topic, serverUrl }: Extract<PhoneAnswer, { kind: "topic" }>, sentence: SaySetup): string {
  const link = subscriptionLink(topic, serverUrl);
  return [sentence("subscribe", { topic }), link, ...drawCode(link)].join("\n");
}
