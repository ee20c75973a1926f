import { type ConfigMessage, configMessages } from "../../messages/config.messages.ts";
import { messageText } from "../../messages/define-messages.ts";
import { EVENT_IDS, type Language } from "../../notices/event-table.ts";
import { type JsonNode, type JsonObject, mapMembers, someText, toValue } from "../file/json-node.ts";
import { formatKeyPath, type KeyPath } from "../file/key-path.ts";

/** When a value counts at once. */
type Rule =
  /** Always: nobody but the user's own eyes can tell the difference. */
  | "any"
  /** `false`, which switches something off. */
  | "off"
  /** `null`, which sends none. */
  | "none"
  /** A list of which each entry is in force already. */
  | "fewer"
  /** A number that is not above the one in force. */
  | "lower"
  /** A number from the one in force up to {@link MAX_UNAPPROVED_DELAY_MS}. */
  | "later";

/** A longer delay would keep a notification back for good. */
export const MAX_UNAPPROVED_DELAY_MS = 60_000;

/**
 * What an unapproved project file may change (R26): it can make things quieter, and nothing else. Whatever is not in
 * this list waits, a key that is added one day included. `*` stands for any key or position.
 */
export const ALLOWLIST: Readonly<Record<string, Rule>> = {
  $schema: "any",
  $comment: "any",
  version: "any",
  enabled: "off",
  language: "any",
  "content.*": "off",
  "channels.*.id": "any",
  "channels.*.enabled": "off",
  "channels.*.events": "fewer",
  "channels.*.delayMs": "later",
  "channels.*.ntfy.priority": "lower",
  "channels.*.ntfy.icon": "none",
  "channels.*.ntfy.eventOptions.*.priority": "lower",
  "channels.*.ntfy.eventOptions.*.icon": "none",
};

/** A part of an unapproved file that does not count. */
export interface PendingKey {
  /** As in that file. */
  readonly path: KeyPath;
  readonly value: JsonNode;
}

export interface PendingOptions {
  /** What is in force at a path without the file. */
  readonly inForce: (path: KeyPath) => unknown;
  readonly defer: (key: PendingKey) => void;
}

/** Shown of a longer list. */
const SHOWN_KEYS = 3;

/** `channels[0].webhook, titles.agent-error and 2 more`; as in the file. */
export function listOfKeys(keys: readonly PendingKey[], language: Language): string {
  const shown = keys.slice(0, SHOWN_KEYS).map(({ path }) => formatKeyPath(path));
  const count = keys.length - shown.length;
  const message: ConfigMessage =
    count === 0 ? { id: "keys", values: { keys: shown } } : { id: "keysAndMore", values: { keys: shown, count } };
  return messageText(configMessages, message, language);
}

/** Takes out of an unapproved file, or of a part of it, whatever the allowlist does not let count. */
export function withoutPending(node: JsonObject, path: KeyPath, options: PendingOptions): JsonObject;
export function withoutPending(node: JsonNode, path: KeyPath, options: PendingOptions): JsonNode;
export function withoutPending(node: JsonNode, path: KeyPath, options: PendingOptions): JsonNode {
  return mapMembers(node, (member) => {
    const inner = [...path, member.key];
    const { value } = member;
    if (isAllowed(inner, value, options)) return member;
    if (value.kind !== "scalar" && mayHoldAllowed(inner)) {
      const rest = withoutPending(value, inner, options);
      // What has nothing left would still replace what it stands for.
      return isEmpty(rest) && !isEmpty(value) ? undefined : { ...member, value: rest };
    }
    options.defer({ path: inner, value });
    return undefined;
  });
}

function isEmpty(node: JsonNode): boolean {
  return node.kind === "array" ? node.items.length === 0 : node.kind === "object" && node.members.size === 0;
}

/** A dollar may begin a variable, so that such a text waits whatever its key. */
function isAllowed(path: KeyPath, value: JsonNode, { inForce }: PendingOptions): boolean {
  const rules = Object.entries(ALLOWLIST).filter(([pattern]) => {
    const keys = pattern.split(".");
    return keys.length === path.length && fits(keys, path);
  });
  if (rules.length === 0 || someText(value, (text) => text.includes("$"))) return false;
  const wanted = toValue(value);
  return rules.some(([, rule]) => rule === "any" || isQuieter(rule, wanted, inForce(path)));
}

/** What changes nothing is no louder either; nor is what the check of the whole refuses and names. */
function isQuieter(rule: Exclude<Rule, "any">, wanted: unknown, current: unknown): boolean {
  switch (rule) {
    case "off":
      return wanted !== true || current === true;
    case "none":
      return wanted === null;
    case "fewer":
      return !Array.isArray(wanted) || wanted.every((entry) => !isEvent(entry) || isIn(current, entry));
    case "lower":
      return !isNumber(wanted) || (isNumber(current) && wanted <= current);
    case "later":
      if (!isNumber(wanted)) return true;
      return (
        isNumber(wanted) &&
        isNumber(current) &&
        wanted >= current &&
        wanted <= Math.max(current, MAX_UNAPPROVED_DELAY_MS)
      );
  }
}

function isEvent(value: unknown): boolean {
  return EVENT_IDS.some((id) => id === value);
}

function isIn(list: unknown, entry: unknown): boolean {
  return Array.isArray(list) && list.includes(entry);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function mayHoldAllowed(path: KeyPath): boolean {
  return Object.keys(ALLOWLIST).some((pattern) => {
    const keys = pattern.split(".");
    return keys.length > path.length && fits(keys, path);
  });
}

function fits(pattern: readonly string[], path: KeyPath): boolean {
  return path.every((key, position) => pattern[position] === "*" || pattern[position] === key);
}
