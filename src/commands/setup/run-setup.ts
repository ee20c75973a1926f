import { basename } from "node:path";
import { CHANNELS } from "../../channels/registry.ts";
import { readConfigFile } from "../../config/file/read-config-file.ts";
import { parseConfig } from "../../config/parse-config.ts";
import { resolveLanguage } from "../../content/language.ts";
import type { Environment } from "../../ports/environment.ts";
import { applyAnswers, channelsInFile, isEditable } from "./apply-answers.ts";
import { askSetup } from "./ask-setup.ts";
import { configDifference } from "./config-difference.ts";
import { findSchemaLink } from "./schema-link.ts";
import type { PhoneAnswer } from "./setup-answers.ts";
import type { SetupDialogs } from "./setup-dialogs.ts";
import { SETUP_WORDS, type SetupWords } from "./setup-words.ts";
import { drawCode, subscriptionLink } from "./subscription-code.ts";
import { writeConfigFile } from "./write-config-file.ts";

export interface SetupOptions {
  /** Absent where this mode of Pi has none. */
  readonly dialogs: SetupDialogs | undefined;
  /** The global configuration's file, which need not exist. */
  readonly path: string;
  readonly env: Environment;
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
  const { dialogs, path, env, say } = options;
  const file = basename(path);
  const localWords = SETUP_WORDS[resolveLanguage("auto", env)];
  if (dialogs === undefined) {
    say(localWords.noDialogs, "error");
    return false;
  }
  const text = await readText(path);
  if (text !== undefined && !isEditable(text)) {
    say(localWords.broken(file), "error");
    return false;
  }
  const channels = channelsInFile(text);
  const has = (type: string) => channels?.some((channel) => channel.type === type) ?? false;
  const before = { hasPhone: has("ntfy"), hasWebhook: has("webhook") };
  const answers = await askSetup(dialogs, { before, env });
  const words = SETUP_WORDS[resolveLanguage(answers?.language ?? "auto", env)];
  if (answers === undefined) {
    say(words.cancelled, "info");
    return false;
  }
  const after = applyAnswers({ text, answers, schemaLink: await findSchemaLink(import.meta.url) });
  if (after === text) {
    say(words.nothingToChange, "info");
  } else {
    const question = text === undefined ? words.writeNew(file) : words.write(file);
    const isAgreed = await dialogs.confirm(
      question,
      [...configDifference(text ?? "", after), ...warningsOf(after, file, env)].join("\n"),
    );
    if (!isAgreed) {
      say(words.cancelled, "info");
      return false;
    }
    const problem = await write(path, text, after, words);
    if (problem !== undefined) {
      say(problem, "error");
      return false;
    }
    say(words.written(path), "info");
  }
  if (answers.phone.kind === "topic") say(subscription(answers.phone, words), "info");
  say([words.testSent, ...(await options.sendTest(after))].join("\n"), "info");
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

async function write(path: string, shown: string | undefined, after: string, words: SetupWords) {
  if ((await readText(path)) !== shown) return words.changedMeanwhile;
  try {
    await writeConfigFile(path, after);
    return undefined;
  } catch {
    return words.notWritten;
  }
}

function subscription({ topic, serverUrl }: Extract<PhoneAnswer, { kind: "topic" }>, words: SetupWords): string {
  const link = subscriptionLink(topic, serverUrl);
  return [words.subscribe(topic), link, ...drawCode(link)].join("\n");
}
