import type { PresetName } from "../../../src/channels/webhook/presets/registry.ts";
import { PRESETS } from "../../../src/channels/webhook/presets/registry.ts";
import type { Message } from "../../../src/content/message.ts";
import type { Priority } from "../../../src/notices/event-table.ts";

export const SECONDS = 1_700_000_000;
export const TOKEN_30 = "aB3".repeat(10);
export const USER_30 = "xY9".repeat(10);

/** What each preset needs from the configuration in order to work. */
export const SETTINGS: Readonly<Partial<Record<PresetName, object>>> = {
  telegram: { chatId: "-1001234567890" },
  bark: { deviceKey: "device1" },
  gotify: { token: "AbcD.1" },
  pushover: { token: TOKEN_30, user: USER_30 },
};

export function message(title: string, ...lines: string[]): Message {
  return { title, lines, fields: { label: "", project: "", session: "", host: "", location: "", duration: "" } };
}

/** What the preset makes of a message, as plain JSON. */
export function bodyOf(name: PresetName, of: Message, priority: Priority = 3): Json {
  const settings = SETTINGS[name];
  // Only what its own schema allows is handed to a preset.
  const body = PRESETS[name].body({ message: of, priority, secret: undefined, seconds: SECONDS, settings } as never);
  return JSON.parse(JSON.stringify(body)) as Json;
}

/** For tests that know the form; a wrong path throws, which fails the test. */
export type Json = {
  readonly [key: string]: Json;
} & Iterable<Json>;

/** The texts that a reader gets to see, as they were sent: title and lines, with a line break between them. */
export const SENT_TEXT: Readonly<Record<PresetName, (body: Json) => string>> = {
  slack: (body) => String(body.text),
  discord: (body) => String(body.content).replace(/^\*\*([\s\S]*?)\*\*(?=\n|$)/, "$1"),
  teams: (body) => textRuns(body).join("\n"),
  telegram: (body) => String(body.text),
  feishu: (body) => {
    const post = body.content?.post?.zh_cn;
    return [post?.title, ...Array.from(post?.content ?? [], (line) => Array.from(line, ({ text }) => text).join(""))]
      .filter((line) => line !== "")
      .join("\n");
  },
  dingtalk: (body) => String(body.text?.content),
  wecom: (body) => String(body.text?.content),
  bark: (body) => titled(body.title, body.body),
  gotify: (body) => titled(body.title, body.message),
  pushover: (body) => titled(body.title, body.message),
};

function titled(title: unknown, body: unknown): string {
  return title === undefined ? String(body) : `${title}\n${body}`;
}

function textRuns(body: Json): string[] {
  const [attachment] = body.attachments ?? [];
  return Array.from(attachment?.content?.body ?? [], ({ inlines }) =>
    Array.from(inlines ?? [], ({ text }) => text).join(""),
  );
}
