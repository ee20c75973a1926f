import { applyEdits, type JSONPath, modify, type ParseError, parse } from "jsonc-parser";
import { isRecord } from "../../ports/unknown-value.ts";
import type { ServiceAnswer, SetupAnswers } from "./setup-answers.ts";

/** One channel as the file has it; whatever is odd about it is the loader's to tell. */
export type WrittenChannel = Readonly<Record<string, unknown>>;

export interface ApplyAnswersOptions {
  /** The file as an editable document; undefined where there is no file. */
  readonly text: string | undefined;
  readonly answers: SetupAnswers;
  /** For the editor's completion; put into a file that has none. */
  readonly schemaLink: string | undefined;
}

const FORMATTING = { formattingOptions: { tabSize: 2, insertSpaces: true, eol: "\n" } };
const PARSING = { allowTrailingComma: true, allowEmptyContent: true };

/**
 * The file with the answers in it. Comments, order and whatever the answers do not concern stay as they are.
 */
export function applyAnswers({ text, answers, schemaLink }: ApplyAnswersOptions): string {
  const before = text === undefined || text.trim() === "" ? "{}\n" : text;
  const document = parseObject(before) ?? {};
  let after = before;
  const set = (path: JSONPath, value: unknown) => {
    after = applyEdits(after, modify(after, path, value, FORMATTING));
  };
  if (document.$schema === undefined && schemaLink !== undefined) set(["$schema"], schemaLink);
  if (document.version === undefined) set(["version"], 1);
  if (answers.language !== (document.language ?? "auto")) set(["language"], answers.language);

  const existing = writtenChannels(document.channels);
  if (existing === undefined) set(["channels"], newChannels([], answers));
  else {
    existing.forEach((channel, index) => {
      const wanted = isWanted(channel, answers);
      if (wanted !== undefined && wanted !== (channel.enabled !== false)) set(["channels", index, "enabled"], wanted);
    });
    newChannels(existing, answers).forEach((channel, index) => {
      set(["channels", existing.length + index], channel);
    });
  }
  return after.endsWith("\n") ? after : `${after}\n`;
}

/** Whether a text is a JSON object, so that answers can be put into it. */
export function isEditable(text: string): boolean {
  return parseObject(text) !== undefined;
}

/** The channels of a file; undefined where it names none, so that the built-in ones are in force. */
export function channelsInFile(text: string | undefined): readonly WrittenChannel[] | undefined {
  return text === undefined ? undefined : writtenChannels(parseObject(text)?.channels);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, PARSING);
  if (errors.length > 0) return undefined;
  if (value === undefined) return {};
  return isRecord(value) ? value : undefined;
}

function writtenChannels(value: unknown): readonly WrittenChannel[] | undefined {
  return Array.isArray(value) ? value.map((channel) => (isRecord(channel) ? channel : {})) : undefined;
}

/** Whether a channel of the terminal is to be on; undefined where setup has nothing to say about it. */
function isWanted({ type }: WrittenChannel, { terminal }: SetupAnswers): boolean | undefined {
  if (type === "osc") return terminal === "notification-and-bell";
  if (type === "bell") return terminal !== "none";
  return undefined;
}

function newChannels(existing: readonly WrittenChannel[], answers: SetupAnswers): WrittenChannel[] {
  const taken = new Set(existing.map(({ id }) => id));
  const has = (type: string) => existing.some((channel) => channel.type === type);
  const channels: WrittenChannel[] = [];
  const add = (id: string, rest: WrittenChannel) => {
    const free = freeId(id, taken);
    taken.add(free);
    channels.push({ id: free, ...rest });
  };
  const { terminal, phone, webhook } = answers;
  if (terminal === "notification-and-bell" && !has("osc")) add("terminal", { type: "osc" });
  if (terminal !== "none" && !has("bell")) add("bell", { type: "bell" });
  if (phone.kind === "topic") {
    const { topic, serverUrl } = phone;
    add("phone", { type: "ntfy", ntfy: { ...(serverUrl === undefined ? {} : { serverUrl }), topic } });
  }
  if (webhook.kind === "hook") {
    const { url, service } = webhook;
    add(service?.preset ?? "hook", { type: "webhook", webhook: { url, ...(service && presetPart(service)) } });
  }
  return channels;
}

function presetPart({ preset, settings }: ServiceAnswer): WrittenChannel {
  return { preset, ...(Object.keys(settings).length > 0 && { [preset]: settings }) };
}

function freeId(wanted: string, taken: ReadonlySet<unknown>): string {
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.has(id)) return id;
  }
}
