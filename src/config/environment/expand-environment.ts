import { expand } from "dotenv-expand";
import type { ConfigMessage } from "../../messages/config.messages.ts";
import type { Environment } from "../../ports/environment.ts";

export type Expansion =
  | { readonly kind: "expanded"; readonly text: string }
  /** It needs these variables, which are not set; `names` has at least one, each once. */
  | { readonly kind: "unset"; readonly names: readonly string[] }
  /** `what` quotes nothing of the text (R15). */
  | { readonly kind: "malformed"; readonly what: ConfigMessage };

/** Bounds the work: the library copies the whole text once a reference. */
const MAX_REFERENCES = 100;

/**
 * What counts in a text, tried in this order: an escaped dollar, the head of a braced reference, a bare reference,
 * a brace that opens no reference, any other dollar, any other backslash. `${}` and `${{` are plain text.
 */
const MARKUP = /\\\$|\$\{([A-Za-z_]\w*)(?=[}+-]|:[+-])|\$([A-Za-z_]\w*)|(\$\{)(?![{}]|$)|\$|\\/g;

/**
 * Inserts environment variables by the rules of dotenv-expand 13.0.0 (R27): `$VAR`, `${VAR}`, `${VAR:-default}`,
 * `${VAR:+other}`, and the same without the colon, which makes no difference there: an empty variable counts as unset
 * for the operators. Without an operator, empty inserts nothing and unset is reported.
 *
 * The library expands again what it has inserted, hangs on a `$&` that it inserts (from a default, too), takes
 * `$constructor` for a variable, and splits the name of `$nullable`. So it gets to see neither values nor names:
 * a variable becomes an alias, and its value, like every literal dollar and backslash, a mark that is exchanged
 * for the real text in one pass at the end. An unset variable without an operator gets a mark as its default;
 * if that mark is in the result, the variable was needed.
 *
 * @param escapeValue changes each value that is inserted, so that no reader of the result takes it for syntax.
 */
export function expandText(text: string, env: Environment, escapeValue?: (value: string) => string): Expansion {
  if (!text.includes("$")) return { kind: "expanded", text };
  const mark = pairNotIn(text);
  const literals = ["$", "\\"];
  const unset = new Map<number, string>();
  const aliases: Record<string, string> = {};
  const markFor = (literal: string): string => `${mark}${literals.push(literal) - 1}${mark}`;
  const [dollar, backslash] = [`${mark}0${mark}`, `${mark}1${mark}`];
  let references = 0;
  let malformed = false;

  const markup = text.replace(
    MARKUP,
    (found: string, braced: string | undefined, bare: string | undefined, brace: string | undefined, at: number) => {
      const name = braced ?? bare;
      if (name === undefined) {
        malformed ||= brace !== undefined;
        return found === "\\" ? backslash : dollar;
      }
      const alias = `V${references}`;
      references += 1;
      const value = Object.hasOwn(env, name) ? env[name] : undefined;
      if (value) aliases[alias] = markFor(escapeValue === undefined ? value : escapeValue(value));
      const plain = bare !== undefined || text[at + found.length] === "}";
      let head = `\${${alias}`;
      if (plain && value === undefined) {
        unset.set(literals.length, name);
        head += `:-${markFor("")}`;
      }
      return bare === undefined ? head : `${head}}`;
    },
  );
  if (malformed) return { kind: "malformed", what: { id: "badReference" } };
  if (references > MAX_REFERENCES) {
    return { kind: "malformed", what: { id: "tooManyReferences", values: { most: MAX_REFERENCES } } };
  }

  const result = expandMarkup(markup, aliases);
  if (result.includes("$")) return { kind: "malformed", what: { id: "openReference" } };
  const names = new Set<string>();
  const expanded = result.replace(new RegExp(`${mark}(\\d+)${mark}`, "g"), (_found, digits: string) => {
    const index = Number(digits);
    const name = unset.get(index);
    if (name !== undefined) names.add(name);
    return literals[index] ?? "";
  });
  return names.size > 0 ? { kind: "unset", names: [...names] } : { kind: "expanded", text: expanded };
}

/** The library writes to the environment it is given, so it gets one of its own and never the process's. */
function expandMarkup(markup: string, aliases: Readonly<Record<string, string>>): string {
  const parsed: Record<string, string> = { "": markup };
  expand({ parsed, processEnv: { ...aliases } });
  return parsed[""] ?? "";
}

/**
 * Two different private-use characters that do not stand side by side in the text; being different, they cannot form
 * the mark with a neighbour either. A text of at most 1 MiB has too few pairs to leave none.
 */
function pairNotIn(text: string): string {
  for (let first = FIRST_PRIVATE; first <= LAST_PRIVATE; first += 1) {
    const followers = new Set<number>();
    const character = String.fromCharCode(first);
    for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
      followers.add(text.charCodeAt(at + 1));
    }
    for (let second = FIRST_PRIVATE; second <= LAST_PRIVATE; second += 1) {
      if (second !== first && !followers.has(second)) return character + String.fromCharCode(second);
    }
  }
  throw new RangeError("every pair of private-use characters is taken");
}

const FIRST_PRIVATE = 0xe000;
const LAST_PRIVATE = 0xf8ff;
