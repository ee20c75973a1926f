import type { ZodMiniType } from "zod/mini";
import { ruleOf } from "../../src/channels/schema-rule.ts";
import { messageText } from "../../src/messages/define-messages.ts";
import { ruleMessages } from "../../src/messages/rules.messages.ts";

/** What a schema says of a value: a line a problem, `path: message (unknown keys)`. */
export function schemaProblems(schema: ZodMiniType, value: unknown): string[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  return result.error.issues.map((issue) => {
    const keys = issue.code === "unrecognized_keys" ? ` (${issue.keys.join()})` : "";
    const rule = ruleOf(issue);
    const said = rule === undefined ? issue.message : messageText(ruleMessages, rule, "en");
    return `${issue.path.join(".")}: ${said}${keys}`;
  });
}
