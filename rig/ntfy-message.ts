import { randomBytes } from "node:crypto";
import { NtfyRefusal } from "./ntfy-errors.ts";
import type { NtfyParameters } from "./ntfy-parameters.ts";

/** A published message as the server tells it, to the publisher and to those who read the topic. */
export interface NtfyMessage {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly time: number;
  readonly event: "message";
  readonly topic: string;
  readonly title?: string;
  readonly message: string;
  readonly priority?: number;
  readonly tags?: readonly string[];
  readonly click?: string;
  readonly icon?: string;
  readonly actions?: readonly unknown[];
  readonly content_type?: string;
  readonly attachment?: { readonly name: string; readonly type: string; readonly size: number; readonly url: string };
}

export interface PublishRules {
  /** The longest attachment, bytes; undefined where attachments are off. */
  readonly attachmentLimit: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** From this size on a body is a file and no message. */
const MESSAGE_LIMIT = 4096;
const EMPTY_MESSAGE = "triggered";
const DELAY_SECONDS = { least: 10, most: 3 * 24 * 3600 };
const MAX_ACTIONS = 3;

const PRIORITIES: Readonly<Record<string, number>> = { min: 1, low: 2, default: 3, high: 4, max: 5, urgent: 5 };

/** Makes a message of a request, or refuses it. @throws {NtfyRefusal} */
export function toMessage(
  topic: string,
  parameters: NtfyParameters,
  bytes: Buffer,
  rules: PublishRules,
): { readonly message: NtfyMessage; readonly isCached: boolean } {
  const isCached = parameters.isOn(true, "x-cache", "cache");
  const title = parameters.read("x-title", "title", "t");
  const click = parameters.read("x-click", "click");
  const icon = parameters.read("x-icon", "icon");
  if (icon !== "" && !/^https?:\/\//.test(icon)) throw new NtfyRefusal(40021);
  const priority = priorityOf(parameters.read("x-priority", "priority", "prio", "p"));
  const tags = splitList(parameters.read("x-tags", "tags", "tag", "ta"));
  const delayed = timeOf(parameters.read("x-delay", "delay", "x-at", "at", "x-in", "in"), rules.now);
  if (delayed !== undefined && !isCached) throw new NtfyRefusal(40002);
  const actions = actionsOf(parameters.read("x-actions", "actions", "action"));
  const markdown = parameters.isOn(false, "x-markdown", "markdown", "md");
  const spoken = parameters.read("x-message", "message", "m").replaceAll("\\n", "\n");
  const id = randomBytes(9).toString("base64url").replaceAll(/[-_]/g, "A");
  const message: NtfyMessage = {
    id,
    time: delayed ?? Math.floor(rules.now / 1000),
    event: "message",
    topic,
    ...(title && { title }),
    ...bodyOf(id, bytes, spoken, rules),
    ...(priority && { priority }),
    ...(tags.length > 0 && { tags }),
    ...(click && { click }),
    ...(icon && { icon }),
    ...(actions.length > 0 && { actions }),
    ...(markdown && { content_type: "text/markdown" }),
  };
  return { message, isCached: isCached && delayed === undefined };
}

function bodyOf(
  id: string,
  bytes: Buffer,
  spoken: string,
  { attachmentLimit }: PublishRules,
): Pick<NtfyMessage, "message" | "attachment"> {
  const text = bytes.length < MESSAGE_LIMIT ? utf8(bytes) : undefined;
  if (text !== undefined) return { message: (bytes.length > 0 ? text.trim() : spoken) || EMPTY_MESSAGE };
  if (attachmentLimit === undefined) throw new NtfyRefusal(40014);
  if (bytes.length > attachmentLimit) throw new NtfyRefusal(41301);
  const [type, ending] = utf8(bytes) === undefined ? ["application/octet-stream", ".bin"] : ["text/plain", ".txt"];
  const name = `attachment${ending}`;
  const attachment = { name, type, size: bytes.length, url: `https://ntfy.example/file/${id}${ending}` };
  return { message: spoken || `You received a file: ${name}`, attachment };
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** 0 where none is given. */
function priorityOf(text: string): number {
  if (text === "") return 0;
  if (/^[1-5]$/.test(text)) return Number(text);
  const named = PRIORITIES[text.toLowerCase()];
  if (named === undefined) throw new NtfyRefusal(40007);
  return named;
}

/** Seconds since the epoch of a delayed message. */
function timeOf(text: string, now: number): number | undefined {
  if (text === "") return undefined;
  const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 24 * 3600 };
  const seconds = Math.floor(now / 1000);
  const [, amount, unit = ""] = /^(\d+)\s*([smhd])/.exec(text) ?? [];
  const isTimestamp = /^\d{9,}$/.test(text);
  if (amount === undefined && !isTimestamp) throw new NtfyRefusal(40004);
  const delay = isTimestamp ? Number(text) - seconds : Number(amount) * (units[unit] ?? 1);
  if (delay < DELAY_SECONDS.least) throw new NtfyRefusal(40005);
  if (delay > DELAY_SECONDS.most) throw new NtfyRefusal(40006);
  return seconds + delay;
}

/** In JSON, or in ntfy's short form, of which only the number of actions matters here. */
function actionsOf(text: string): readonly unknown[] {
  const actions = text.startsWith("[") ? parseList(text) : splitList(text, ";");
  if (actions === undefined || actions.length > MAX_ACTIONS) throw new NtfyRefusal(40018);
  return actions;
}

function parseList(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function splitList(text: string, separator = ","): readonly string[] {
  return text
    .split(separator)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}
