import { applyEdits, type JSONPath, modify, type ParseError, parse } from "jsonc-parser";
import { DEFAULT_SERVER_URL } from "../../channels/ntfy/ntfy.schema.ts";
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

/** The channels that are built in; naming one of them in a file is naming all that is to tell here (R25). */
const LOCAL_TYPES: readonly string[] = ["osc", "bell", "desktop"];

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
    const phone = existing.findIndex(({ type }) => type === "ntfy");
    existing.forEach((channel, index) => {
      const wanted = index === phone && answers.phone.kind === "topic" ? true : isWanted(channel, answers);
      if (wanted !== undefined && wanted !== (channel.enabled !== false)) set(["channels", index, "enabled"], wanted);
      for (const [keys, value] of newSettings(channel, answers, index === phone)) {
        set(["channels", index, ...keys], value);
      }
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

/** How things stand here without a question being answered, for the answers to begin with what changes nothing. */
export function localBefore(
  channels: readonly WrittenChannel[] | undefined,
): Pick<SetupAnswers, "terminal" | "desktop"> {
  const named = channels?.filter(({ type }) => LOCAL_TYPES.includes(String(type))) ?? [];
  if (named.length === 0) return { terminal: "notification-and-bell", desktop: "fallback" };
  const isOn = (type: string) => named.some((channel) => channel.type === type && channel.enabled !== false);
  const desktop = named.find(({ type }) => type === "desktop");
  const { when } = isRecord(desktop?.desktop) ? desktop.desktop : {};
  // A file that was written before there was a desktop channel says nothing about it.
  const off = desktop === undefined ? "fallback" : "none";
  return {
    terminal: isOn("osc") ? "notification-and-bell" : isOn("bell") ? "bell" : "none",
    desktop: isOn("desktop") ? (when === "always" ? "always" : "fallback") : off,
  };
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

/** Whether a channel of this machine is to be on; undefined where setup has nothing to say about it. */
function isWanted({ type }: WrittenChannel, { terminal, desktop }: SetupAnswers): boolean | undefined {
  if (type === "osc") return terminal === "notification-and-bell";
  if (type === "bell") return terminal !== "none";
  if (type === "desktop") return desktop !== "none";
  return undefined;
}

/** What the answers change inside a channel that there is; undefined takes a key away. */
function newSettings(
  channel: WrittenChannel,
  { desktop, tmux, phone }: SetupAnswers,
  isPhone: boolean,
): (readonly [JSONPath, unknown])[] {
  const part = (type: string) => (isRecord(channel[type]) ? channel[type] : {});
  if (channel.type === "osc" && tmux === "auto") return [[["osc", "tmux"], "auto"]];
  if (channel.type === "desktop" && desktop !== "none") {
    return desktop === (part("desktop").when ?? "fallback") ? [] : [[["desktop", "when"], desktop]];
  }
  if (!isPhone || phone.kind !== "topic") return [];
  const before = part("ntfy");
  const { topic, serverUrl } = phone;
  // What one server takes for a password is nothing for another server to see.
  const isSameServer = (before.serverUrl ?? DEFAULT_SERVER_URL) === (serverUrl ?? DEFAULT_SERVER_URL);
  if (isSameServer) return [[["ntfy", "topic"], topic]];
  const credentials = ["token", "username", "password"].filter((key) => key in before);
  const takenAway = credentials.map((key): readonly [JSONPath, unknown] => [["ntfy", key], undefined]);
  return [[["ntfy", "topic"], topic], [["ntfy", "serverUrl"], serverUrl], ...takenAway];
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
  const { terminal, desktop, tmux, phone, webhook } = answers;
  if (terminal === "notification-and-bell" && !has("osc")) {
    add("terminal", { type: "osc", ...(tmux === "auto" && { osc: { tmux } }) });
  }
  if (terminal !== "none" && !has("bell")) add("bell", { type: "bell" });
  if (desktop !== "none" && !has("desktop")) {
    // As the built-in one: without `modes` a named channel would pop up once per `pi -p`.
    const modes = ["tui", "rpc"];
    add("desktop", { type: "desktop", modes, ...(desktop === "always" && { desktop: { when: desktop } }) });
  }
  // A file that names none of the three leaves the built-in ones in force (R25).
  const isSilent = terminal === "none" && desktop === "none";
  if (isSilent && !LOCAL_TYPES.some(has)) add("bell", { type: "bell", enabled: false });
  if (phone.kind === "topic" && !has("ntfy")) {
    const { topic, serverUrl } = phone;
    add("phone", { type: "ntfy", ntfy: { ...(serverUrl === undefined ? {} : { serverUrl }), topic } });
  }
  if (webhook.kind === "hook") {
    const { url, service } = webhook;
    add(service?.preset ?? "hook", { type: "webhook", webhook: { url, ...(service && presetPart(service)) } });
  }
  return channels;
}

function presetPart({ preset, settings, secret }: ServiceAnswer): WrittenChannel {
  return {
    preset,
    ...(Object.keys(settings).length > 0 && { [preset]: settings }),
    ...(secret !== undefined && { secret }),
  };
}

function freeId(wanted: string, taken: ReadonlySet<unknown>): string {
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.has(id)) return id;
  }
}
