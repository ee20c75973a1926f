import * as z from "zod/mini";

/** What a topic is made of, as a pattern that the JSON Schema can hold. */
export const topicForm = z.regex(/^[-_A-Za-z0-9]{1,64}$/, {
  error: "must be 1 to 64 letters, digits, underscores or hyphens",
  abort: true,
});

/** Paths of the server itself, which it takes for no topic. */
const RESERVED_TOPICS = new Set([
  "docs",
  "static",
  "file",
  "app",
  "metrics",
  "account",
  "settings",
  "signup",
  "login",
  "v1",
]);

/** Why a topic of that form cannot be published to, or `undefined`. Quotes nothing: who knows a topic can read it (R15). */
export function topicProblem(topic: string): string | undefined {
  if (RESERVED_TOPICS.has(topic)) return "is a name that ntfy keeps for itself; choose another";
  return undefined;
}
