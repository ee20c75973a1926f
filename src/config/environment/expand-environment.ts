import { expand } from "dotenv-expand";
import type { ConfigMessage } from "../../messages/config.messages.ts";
import type { Environment } from "../../ports/environment.ts";

export type Expansion =
  | { readonly kind: "expanded"; readonly text: string }
  /** It needs these variables, which are not set; `names` has at least one, each once. */
  | { readonly kind: "unset"; readonly names: readonly string[] }
  /** `what` quotes nothing of the text (R15). */
  | { readonly kind: "malformed"; readonly what: ConfigMessage };

/** More than anybody needs; bounds what the library does again for each reference. */
const MAX_REFERENCES = 100;

/**
 * What counts in a text, tried in this order: an escaped dollar, a braced reference up to its operator or end, a bare
 * reference, a brace that opens no reference, any other brace, dollar or backslash. `${}` and `${{` are plain text.
 */
const MARKUP = /\\\$|\$\{([A-Za-z_]\w*)(\}|:?[+-])|\$([A-Za-z_]\w*)|(\$\{)(?![{}]|$)|[{}]|\$|\\/g;

/** The variables that a text may read, each once, also those that only a default of another names. */
export function variablesIn(text: string): readonly string[] {
  const names = [...text.matchAll(MARKUP)].flatMap(([, braced, , bare]) => braced ?? bare ?? []);
  return [...new Set(names)];
}

/**
 * Inserts environment variables by the rules of dotenv-expand 13.0.0 (R27): `$VAR`, `${VAR}`, `${VAR:-default}`,
 * `${VAR:+other}`, and the same without the colon, which makes no difference there: an empty variable counts as unset
 * for the operators. Without an operator, empty inserts nothing and unset is reported.
 *
 * The library expands again what it has inserted, hangs on a `$&` that it inserts (from a default, too), takes
 * `$constructor` for a variable, splits the name of `$nullable`, and copies the whole text once a reference. So it gets
 * to see nothing but the structure: a variable becomes an alias, and its value, like every run of literal text, a mark
 * that is exchanged for the real text in one pass at the end. An unset variable without an operator gets a mark as its
 * default; if that mark is in the result, the variable was needed.
 *
 * @param escapeValue changes each value that is inserted, so that no reader of the result takes it for syntax.
 */
export function expandText(text: string, env: Environment, escapeValue?: (value: string) => string): Expansion {
  if (!text.includes("$")) return { kind: "expanded", text };
  const markup = toMarkup(text, env, escapeValue);
  if (markup.kind === "malformed") return markup;
  const { literals, unset } = markup;
  const names = new Set<string>();
  const expanded = expandMarkup(markup.text, markup.aliases).replace(/#(\d+)#/g, (_found, digits: string) => {
    const index = Number(digits);
    const name = unset.get(index);
    if (name !== undefined) names.add(name);
    return literals[index] ?? "";
  });
  return names.size > 0 ? { kind: "unset", names: [...names] } : { kind: "expanded", text: expanded };
}

interface Markup {
  readonly kind: "markup";
  /** References to aliases, and marks: `#0#${V0:-#1#}`. */
  readonly text: string;
  /** The mark of each variable that is set and not empty. */
  readonly aliases: Readonly<Record<string, string>>;
  /** What the marks stand for. */
  readonly literals: readonly string[];
  /** The variable that is needed if the mark of this number is in the result. */
  readonly unset: ReadonlyMap<number, string>;
}

function toMarkup(
  text: string,
  env: Environment,
  escapeValue: ((value: string) => string) | undefined,
): Markup | Extract<Expansion, { kind: "malformed" }> {
  const literals: string[] = [];
  const unset = new Map<number, string>();
  const aliases: Record<string, string> = {};
  const pieces: string[] = [];
  const markFor = (literal: string): string => `#${literals.push(literal) - 1}#`;
  let literal = "";
  let depth = 0;
  let references = 0;
  let isBad = false;
  let isOpen = false;
  const syntax = (piece: string): void => {
    if (literal !== "") pieces.push(markFor(literal));
    literal = "";
    pieces.push(piece);
  };
  let from = 0;
  for (const { 0: found, 1: braced, 2: operator, 3: bare, 4: brace, index } of text.matchAll(MARKUP)) {
    literal += text.slice(from, index);
    from = index + found.length;
    const name = braced ?? bare;
    if (name !== undefined) {
      const alias = `V${references}`;
      references += 1;
      const value = Object.hasOwn(env, name) ? env[name] : undefined;
      if (value) aliases[alias] = markFor(escapeValue === undefined ? value : escapeValue(value));
      const isPlain = bare !== undefined || operator === "}";
      const needed = isPlain && value === undefined;
      if (needed) unset.set(literals.length, name);
      syntax(`\${${alias}${needed ? `:-${markFor("")}` : ""}${isPlain ? "}" : operator}`);
      if (!isPlain) depth += 1;
    } else if (found === "}" && depth > 0) {
      syntax("}");
      depth -= 1;
    } else {
      isBad ||= brace !== undefined;
      isOpen ||= found === "{" && depth > 0;
      literal += found === "\\$" ? "$" : found;
    }
  }
  literal += text.slice(from);
  syntax("");
  if (isBad) return { kind: "malformed", what: { id: "badReference" } };
  if (references > MAX_REFERENCES) {
    return { kind: "malformed", what: { id: "tooManyReferences", values: { most: MAX_REFERENCES } } };
  }
  if (isOpen || depth > 0) return { kind: "malformed", what: { id: "openReference" } };
  return { kind: "markup", text: pieces.join(""), aliases, literals, unset };
}

/** The library writes to the environment it is given, so it gets one of its own and never the process's. */
function expandMarkup(markup: string, aliases: Readonly<Record<string, string>>): string {
  const parsed: Record<string, string> = { "": markup };
  expand({ parsed, processEnv: { ...aliases } });
  return parsed[""] ?? "";
}
