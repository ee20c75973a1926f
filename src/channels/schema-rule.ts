import * as z from "zod/mini";
import { type PlainRule, type RuleMessage, ruleMessages } from "../messages/rules.messages.ts";

/** Turns a function that names a problem into a check; no problem quotes a value (R15). */
export function holds<T>(problemOf: (value: T) => RuleMessage | undefined) {
  return z.check<T>((payload) => {
    const rule = problemOf(payload.value);
    if (rule !== undefined) payload.issues.push(ruleIssue(rule, payload.value));
  });
}

/** The form of a text, as a pattern that the JSON Schema can hold; it holds no function. */
export function formRule(pattern: RegExp, rule: PlainRule, options: { readonly abort?: boolean } = {}) {
  return z.regex(pattern, { error: rule, ...options });
}

/** An issue that says a rule; {@link ruleOf} finds it again. */
export function ruleIssue(rule: RuleMessage, input: unknown, path: PropertyKey[] = []) {
  return { code: "custom" as const, input, path, message: rule.id, params: { rule } };
}

/** The rule that an issue is about; undefined where a schema has words of its own, or none. */
export function ruleOf({ code, message, ...issue }: z.core.$ZodIssue): RuleMessage | undefined {
  const { params } = issue as { params?: { rule?: RuleMessage } };
  if (code === "custom" && params?.rule !== undefined) return params.rule;
  return isPlainRule(message) ? { id: message } : undefined;
}

/** What zod has for a rule is its id alone. */
function isPlainRule(message: string): message is PlainRule {
  return Object.hasOwn(ruleMessages, message);
}
