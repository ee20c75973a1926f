import type { RuleMessage } from "../../messages/rules.messages.ts";
import { formRule } from "../schema-rule.ts";

/** What a topic is made of, as a pattern that the JSON Schema can hold. */
export const topicForm = formRule(/^[-_A-Za-z0-9]{1,64}$/, "topicForm", { abort: true });

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
export function topicProblem(topic: string): RuleMessage | undefined {
  if (RESERVED_TOPICS.has(topic)) return { id: "topicReserved" };
  return undefined;
}
