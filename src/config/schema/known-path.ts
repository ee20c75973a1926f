import type { core } from "zod/mini";
import type { KeyPath } from "../file/key-path.ts";
import { REFUSED_KEYS } from "../file/parse-json.ts";
import { nearestWord } from "./nearest-word.ts";
import { childSchemas, knownKeys } from "./schema-view.ts";

/** Stands for a key that might be a text of somebody's own. */
const OTHER_KEY = "…";

/** A path of which only our own words are left, and what can only be a typing error in one. */
export function knownPath(path: KeyPath, schemas: readonly core.$ZodType[]): KeyPath {
  let inner = schemas;
  return path.map((key) => {
    const known = knownKeys(inner) ?? [];
    inner = childSchemas(inner, key);
    if (typeof key === "number" || known.includes(key) || REFUSED_KEYS.has(key)) return key;
    return nearestWord(key, known) === undefined ? OTHER_KEY : key;
  });
}
