import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { ConfigMessage } from "../../messages/config.messages.ts";
import type { JsonMember, JsonNode } from "./json-node.ts";
import { formatKey, type KeyPath } from "./key-path.ts";

export type ParsedJson =
  | { readonly kind: "parsed"; readonly root: JsonNode; readonly faults: readonly KeyFault[] }
  /** `what` quotes nothing of the file. */
  | { readonly kind: "broken"; readonly offset: number; readonly what: ConfigMessage };

/** A key that JSON allows and we do not. The tree no longer has it, or has it once. */
export interface KeyFault {
  readonly kind: "refused" | "repeated";
  readonly offset: number;
  readonly path: KeyPath;
  readonly what: ConfigMessage;
}

/** A template may have 64 levels, and stands four deep. */
const MAX_DEPTH = 80;

/** Far more than anybody needs; keeps a hostile file from holding up Pi (R12). */
const MAX_TOKENS = 50_000;

/** Keys that reach into an object's prototype. */
export const REFUSED_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

const OPENING = ["{", "["];
const CLOSING = ["}", "]"];

/** In the words of somebody who edits the file. */
const BROKEN: Readonly<Partial<Record<ReturnType<typeof printParseErrorCode>, ConfigMessage>>> = {
  InvalidSymbol: { id: "jsonSymbol" },
  InvalidNumberFormat: { id: "jsonNumber" },
  PropertyNameExpected: { id: "jsonKey" },
  ValueExpected: { id: "jsonValue" },
  ColonExpected: { id: "jsonColon" },
  CommaExpected: { id: "jsonComma" },
  CloseBraceExpected: { id: "jsonBrace" },
  CloseBracketExpected: { id: "jsonBracket" },
  EndOfFileExpected: { id: "jsonEnd" },
  InvalidCommentToken: { id: "jsonComment" },
  UnexpectedEndOfComment: { id: "jsonCommentEnd" },
  UnexpectedEndOfString: { id: "jsonTextEnd" },
  UnexpectedEndOfNumber: { id: "jsonNumberEnd" },
  InvalidUnicode: { id: "jsonUnicode" },
  InvalidEscapeCharacter: { id: "jsonEscape" },
  InvalidCharacter: { id: "jsonControl" },
};

/** Parses JSON with comments and trailing commas. */
export function parseJson(text: string): ParsedJson {
  const excess = findExcess(text);
  if (excess !== undefined) return { kind: "broken", ...excess };
  const errors: ParseError[] = [];
  const { json, numbers } = withoutForeignNumbers(text);
  const tree = parseTree(json, errors, { allowTrailingComma: true });
  const [first] = errors.toSorted((a, b) => a.offset - b.offset);
  if (first !== undefined || tree === undefined) {
    const empty = tree === undefined && text.trim() === "";
    const known = first && BROKEN[printParseErrorCode(first.error)];
    return {
      kind: "broken",
      offset: first?.offset ?? 0,
      what: empty ? { id: "jsonEmpty" } : (known ?? { id: "jsonInvalid" }),
    };
  }
  const faults: KeyFault[] = [];
  return { kind: "parsed", root: toNode(tree, [], faults, numbers), faults };
}

/** Numbers that other languages write and JSON does not have; one of them must not cost the whole file. */
const FOREIGN_NUMBERS: ReadonlyMap<string, number> = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
]);

/** The same text with a string of the same length in place of each such number, so that every offset stays. */
function withoutForeignNumbers(text: string): { readonly json: string; readonly numbers: ReadonlyMap<number, number> } {
  const numbers = new Map<number, number>();
  if (!/NaN|Infinity/.test(text)) return { json: text, numbers };
  const pieces: string[] = [];
  const scanner = createScanner(text, true);
  let from = 0;
  for (let at = -1; scanner.getPosition() > at; ) {
    at = scanner.getPosition();
    scanner.scan();
    const offset = scanner.getTokenOffset();
    const token = text.slice(offset, offset + scanner.getTokenLength());
    const number = FOREIGN_NUMBERS.get(token);
    if (number === undefined) continue;
    numbers.set(offset, number);
    pieces.push(text.slice(from, offset), `"${"-".repeat(token.length - 2)}"`);
    from = offset + token.length;
  }
  return { json: pieces.join("") + text.slice(from), numbers };
}

/** The parser is recursive, so that it overflows the stack on a file of brackets. */
function findExcess(text: string): { readonly offset: number; readonly what: ConfigMessage } | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  let tokens = 0;
  for (let from = -1; scanner.getPosition() > from; tokens += 1) {
    from = scanner.getPosition();
    scanner.scan();
    const offset = scanner.getTokenOffset();
    const token = scanner.getTokenLength() === 1 ? (text[offset] ?? "") : "";
    if (CLOSING.includes(token)) depth -= 1;
    if (OPENING.includes(token)) depth += 1;
    if (depth > MAX_DEPTH) return { offset, what: { id: "jsonDepth", values: { levels: MAX_DEPTH } } };
    if (tokens > MAX_TOKENS) return { offset, what: { id: "jsonSize" } };
  }
  return undefined;
}

function toNode(node: Node, path: KeyPath, faults: KeyFault[], numbers: ReadonlyMap<number, number>): JsonNode {
  const { offset, children = [] } = node;
  if (node.type === "array") {
    const items = children.map((child, key) => ({
      key,
      keyOffset: child.offset,
      value: toNode(child, [...path, key], faults, numbers),
    }));
    return { kind: "array", offset, items };
  }
  if (node.type === "object") return { kind: "object", offset, members: toMembers(children, path, faults, numbers) };
  const value = numbers.get(offset) ?? node.value;
  // A number too large for JavaScript is above every limit, and no schema measures Infinity.
  return { kind: "scalar", offset, value: value === Number.POSITIVE_INFINITY ? Number.MAX_VALUE : value };
}

/** The last of several equal keys counts, as in `JSON.parse`. */
function toMembers(
  properties: readonly Node[],
  path: KeyPath,
  faults: KeyFault[],
  numbers: ReadonlyMap<number, number>,
): ReadonlyMap<string, JsonMember> {
  const members = new Map<string, JsonMember>();
  for (const { children: [keyNode, valueNode] = [] } of properties) {
    if (keyNode === undefined || valueNode === undefined) continue;
    const key = String(keyNode.value);
    const fault = { offset: keyNode.offset, path: [...path, key] };
    if (REFUSED_KEYS.has(key)) {
      faults.push({ ...fault, kind: "refused", what: { id: "refusedKey", values: { key: formatKey(key) } } });
      continue;
    }
    if (members.has(key)) faults.push({ ...fault, kind: "repeated", what: { id: "repeatedKey" } });
    members.set(key, { key, keyOffset: keyNode.offset, value: toNode(valueNode, fault.path, faults, numbers) });
  }
  return members;
}
