import type { Message } from "../../content/message.ts";
import type { AttemptRequest } from "../channel.ts";
import { wellFormed } from "./well-formed.ts";

/** What a template may name. */
export const PLACEHOLDERS = [
  "title",
  "body",
  "event",
  "priority",
  "project",
  "host",
  "session",
  "location",
  "duration",
  "label",
  "timestamp",
  "id",
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

export type PlaceholderValues = Readonly<Record<Placeholder, string | number>>;

export function isPlaceholder(name: string): name is Placeholder {
  return PLACEHOLDERS.some((known) => known === name);
}

/** `{{name}}`, spaces inside the braces allowed: the name is to be trimmed. Linear on any text. */
export const PLACEHOLDER_PATTERN = /\{\{([^{}]*)\}\}/g;

/**
 * The values for one notice. `priority` is a number, 1 to 5; `timestamp` is when Pi's event arrived, ISO 8601 in UTC;
 * a value that is absent or switched off is the empty string.
 */
export function placeholderValues(
  message: Message,
  notice: AttemptRequest<unknown, unknown>["notice"],
): PlaceholderValues {
  const { project, host, session, location, duration, label } = message.fields;
  const text = {
    title: message.title,
    body: message.lines.join("\n"),
    project,
    host,
    session,
    location,
    duration,
    label,
  };
  const safe = Object.fromEntries(Object.entries(text).map(([name, value]) => [name, wellFormed(value)]));
  return {
    ...(safe as typeof text),
    event: notice.event,
    priority: notice.priority,
    timestamp: new Date(notice.at).toISOString(),
    id: notice.id,
  };
}
