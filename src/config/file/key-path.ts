import { cutText } from "../../content/cut.ts";
import { sanitizeText } from "../../content/text.ts";

/** Keys and list positions from the root of the configuration. */
export type KeyPath = readonly (string | number)[];

const LONGEST_KEY = 40;
const LONGEST_PATH_KEYS = 8;

/** `channels[0].webhook.headers["X-Team"]`. Keys are a user's text: they come out on one line and cut. */
export function formatKeyPath(path: KeyPath): string {
  const shown = path.slice(0, LONGEST_PATH_KEYS).map((key, position) => {
    if (typeof key === "number") return `[${key}]`;
    if (!/^[A-Za-z_$][\w$-]*$/.test(key) || key.length > LONGEST_KEY) return `[${formatKey(key)}]`;
    return position === 0 ? key : `.${key}`;
  });
  return shown.join("") + (path.length > LONGEST_PATH_KEYS ? "…" : "");
}

/** A key in quotes, safe to show. */
export function formatKey(key: string): string {
  return `"${cutText(sanitizeText(key), { codePoints: LONGEST_KEY }).replaceAll('"', "'")}"`;
}

/** What stands at a path of a plain value; undefined where nothing does. */
export function valueAt(value: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Readonly<Record<string, unknown>>)[key]
        : undefined,
    value,
  );
}
