import { type ConfigMessage, configMessages } from "../../messages/config.messages.ts";
import { messageText } from "../../messages/define-messages.ts";
import type { Language } from "../../notices/event-table.ts";
import { type JsonNode, type JsonObject, mapMembers, someText } from "../file/json-node.ts";
import { formatKeyPath, type KeyPath } from "../file/key-path.ts";

/** What a value must be to count at once. */
type Rule = "any" | "null";

/**
 * What an unapproved project file may change (R26): how much is told and when, never where to. Whatever
 * is not in this list waits, a key that is added one day included. `*` stands for any key or position.
 */
export const ALLOWLIST: Readonly<Record<string, Rule>> = {
  $schema: "any",
  $comment: "any",
  version: "any",
  enabled: "any",
  language: "any",
  "content.project": "any",
  "content.session": "any",
  "content.host": "any",
  "content.location": "any",
  "content.duration": "any",
  "content.details": "any",
  "titles.*": "any",
  "prompts.graceMs": "any",
  "channels.*.id": "any",
  "channels.*.enabled": "any",
  "channels.*.events": "any",
  "channels.*.delayMs": "any",
  "channels.*.ntfy.priority": "any",
  "channels.*.ntfy.icon": "null",
  "channels.*.ntfy.eventOptions.*.priority": "any",
  "channels.*.ntfy.eventOptions.*.icon": "null",
};

/** A part of an unapproved file that does not count. */
export interface PendingKey {
  /** As in that file. */
  readonly path: KeyPath;
  readonly value: JsonNode;
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

/** Takes out of an unapproved file, or of a part of it, what the allowlist does not have. */
export function withoutPending(node: JsonObject, path: KeyPath, defer: (key: PendingKey) => void): JsonObject;
export function withoutPending(node: JsonNode, path: KeyPath, defer: (key: PendingKey) => void): JsonNode;
export function withoutPending(node: JsonNode, path: KeyPath, defer: (key: PendingKey) => void): JsonNode {
  return mapMembers(node, (member) => {
    const inner = [...path, member.key];
    const { value } = member;
    if (isAllowed(inner, value)) return member;
    if (value.kind !== "scalar" && mayHoldAllowed(inner)) {
      const rest = withoutPending(value, inner, defer);
      // What has nothing left would still replace what it stands for.
      return isEmpty(rest) && !isEmpty(value) ? undefined : { ...member, value: rest };
    }
    defer({ path: inner, value });
    return undefined;
  });
}

function isEmpty(node: JsonNode): boolean {
  return node.kind === "array" ? node.items.length === 0 : node.kind === "object" && node.members.size === 0;
}

/** A dollar may begin a variable, so that such a text waits whatever its key. */
function isAllowed(path: KeyPath, value: JsonNode): boolean {
  const rules = Object.entries(ALLOWLIST).filter(([pattern]) => {
    const keys = pattern.split(".");
    return keys.length === path.length && fits(keys, path);
  });
  if (rules.length === 0 || someText(value, (text) => text.includes("$"))) return false;
  return rules.some(([, rule]) => rule === "any" || (value.kind === "scalar" && value.value === null));
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
