import type { core } from "zod/mini";
import { ESCAPE_MARK } from "../../channels/webhook/escaped-text.ts";
import type { KeyPath } from "../../config/file/key-path.ts";
import { formsOf, vocabularyOf } from "../../config/schema/schema-view.ts";
import { cutText } from "../../content/cut.ts";
import { sanitizeText } from "../../content/text.ts";

/** What stands in place of a value, in the user's language. */
export interface ShownWords {
  /** There is one, which may be a secret. */
  readonly set: string;
  /** An empty list or object. */
  readonly none: string;
}

/** Texts of the user's own that every notice shows to everybody anyway; `*` stands for any key. */
const SHOWN_TEXTS: ReadonlySet<string> = new Set(["titles.*"]);

/** Of these the host is shown, and never more (R15). */
const ADDRESSES: ReadonlySet<string> = new Set([
  "channels.*.webhook.url",
  "channels.*.ntfy.serverUrl",
  "channels.*.ntfy.icon",
  "channels.*.ntfy.click",
  "channels.*.ntfy.eventOptions.*.icon",
]);

const LONGEST = { codePoints: 100 };

/**
 * A value of the configuration as it may be shown. Whatever could be a secret is only said to be `set` (R15): that is
 * everything but what has no free text by its schema and the keys named above.
 *
 * @param path as in `Config`, channels by id
 */
export function shownValue(
  value: unknown,
  path: KeyPath,
  schemas: readonly core.$ZodType[],
  { set, none }: ShownWords,
): string {
  if (value === null) return "null";
  if (typeof value === "object" && Object.keys(value).length === 0) return none;
  if (Array.isArray(value)) {
    const items = schemas.flatMap((schema) => formsOf([schema])).map(({ _zod: { def } }) => def);
    const inner = items.flatMap((def) => (def.type === "array" ? [def.element] : []));
    const isOnlyList = items.every((def) => def.type === "array");
    return isOnlyList && value.every((item) => isOfClosedForm(item, inner)) ? value.join(", ") : set;
  }
  if (isOfClosedForm(value, schemas)) return String(value);
  if (typeof value !== "string") return set;
  if (isIn(ADDRESSES, path)) return hostOf(value) ?? set;
  return isIn(SHOWN_TEXTS, path) ? `"${asLine(value)}"` : set;
}

/** A key that takes a free text besides does not tell its numbers either. */
function isOfClosedForm(value: unknown, schemas: readonly core.$ZodType[]): boolean {
  const forms = formsOf(schemas).map(({ _zod: { def } }) => def.type);
  if (forms.length === 0 || !forms.every((type) => CLOSED_FORMS.has(type))) return false;
  if (typeof value === "string") return vocabularyOf(schemas).includes(value);
  return typeof value === "boolean" || typeof value === "number";
}

const CLOSED_FORMS: ReadonlySet<string> = new Set(["boolean", "number", "enum", "literal", "null"]);

function hostOf(address: string): string | undefined {
  const [, scheme = "", rest = ""] = /^(https?):\/\/(.*)$/is.exec(address) ?? [];
  // A variable that was not inserted may stand for more than a host.
  if (scheme === "" || /^[^/?#]*[$\\]/.test(rest) || !URL.canParse(address)) return undefined;
  return `${scheme.toLowerCase()}://${asLine(new URL(address).host)}`;
}

function isIn(patterns: ReadonlySet<string>, path: KeyPath): boolean {
  return [...patterns].some((pattern) => {
    const keys = pattern.split(".");
    return keys.length === path.length && keys.every((key, position) => key === "*" || key === path[position]);
  });
}

function asLine(text: string): string {
  return cutText(sanitizeText(text.replaceAll(ESCAPE_MARK, "")), LONGEST);
}
