import type { RuleMessage } from "../../messages/rules.messages.ts";
import { ESCAPE_MARK } from "./escaped-text.ts";
import type { JsonValue } from "./json-value.ts";
import { isPlaceholder, PLACEHOLDER_PATTERN, PLACEHOLDERS, type PlaceholderValues } from "./placeholders.ts";

/** Deeper templates are refused with the configuration. */
export const MAX_TEMPLATE_DEPTH = 64;

/** What is posted when the configuration names neither a template nor a preset: every value under its own name. */
export const DEFAULT_TEMPLATE: JsonValue = Object.fromEntries(PLACEHOLDERS.map((name) => [name, `{{${name}}}`]));

/**
 * Fills the placeholders in the string values of a template, keys excepted. It works on the parsed value, so no text
 * can break out of its JSON string, and goes over each string once, so text that looks like a placeholder stays text.
 * A string that is nothing but a placeholder of a number becomes that number. What `escapeText` has marked stays text.
 */
export function renderTemplate(template: unknown, values: PlaceholderValues): JsonValue {
  if (typeof template === "string") return fill(template, values);
  if (typeof template === "number" || typeof template === "boolean") return template;
  if (Array.isArray(template)) return template.map((item) => renderTemplate(item, values));
  if (typeof template !== "object" || template === null) return null;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, renderTemplate(value, values)]));
}

function fill(text: string, values: PlaceholderValues): string | number {
  const whole = /^\{\{\s*([^{}\s]+)\s*\}\}$/.exec(text)?.[1];
  if (whole !== undefined && isPlaceholder(whole)) return values[whole];
  return text.replace(PLACEHOLDER_OR_MARK, (found, inside: string | undefined) => {
    const name = inside?.trim();
    return name !== undefined && isPlaceholder(name) ? String(values[name]) : found.replaceAll(ESCAPE_MARK, "");
  });
}

const PLACEHOLDER_OR_MARK = new RegExp(`${PLACEHOLDER_PATTERN.source}|${ESCAPE_MARK}`, "g");

/** Why a template cannot be used, or `undefined`. Names an unknown placeholder, quotes nothing else. */
export function templateProblem(template: unknown, depth = 0): RuleMessage | undefined {
  if (depth > MAX_TEMPLATE_DEPTH) return { id: "templateDepth", values: { levels: MAX_TEMPLATE_DEPTH } };
  if (typeof template === "string") {
    for (const [, inside = ""] of template.matchAll(PLACEHOLDER_PATTERN)) {
      const name = inside.trim();
      if (!isPlaceholder(name) && !name.includes(ESCAPE_MARK)) return unknownPlaceholder(name);
    }
    return undefined;
  }
  if (typeof template !== "object" || template === null) return undefined;
  for (const value of Object.values(template)) {
    const problem = templateProblem(value, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Only what looks like a misspelt name is named; anything else could be somebody's text or secret (R15). */
function unknownPlaceholder(name: string): RuleMessage {
  const known = [...PLACEHOLDERS];
  return /^(?:[a-z][a-z_-]{0,19})?$/i.test(name)
    ? { id: "unknownPlaceholderNamed", values: { placeholder: `{{${name}}}`, known } }
    : { id: "unknownPlaceholder", values: { known } };
}
