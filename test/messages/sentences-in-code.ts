import { type ParserOptions, parse } from "@babel/parser";
import type { Node } from "@babel/types";

/** A text in the code that reads as a sentence for people. */
export interface FoundSentence {
  readonly line: number;
  readonly text: string;
}

const OPTIONS: ParserOptions = { sourceType: "module", plugins: ["typescript"] };

/** Three words in a row, as prose has them, or two Chinese characters. */
const PROSE = /(?<![\w/.$@-])[A-Za-z][a-z'’]*[,;:]?\s+[A-Za-z][A-Za-z'’]*[,;:]?\s+[A-Za-z][A-Za-z'’]*(?![\w/=])/;
const CHINESE = /\p{Script=Han}.?\p{Script=Han}/u;

export function readsAsSentence(text: string): boolean {
  return PROSE.test(text) || CHINESE.test(text);
}

/**
 * The literals of a file that read as sentences. Left out is what no person sees: types, names of keys and modules,
 * and errors of ours, which reach nobody.
 */
export function sentencesIn(code: string): FoundSentence[] {
  const found: FoundSentence[] = [];
  visit(parse(code, OPTIONS).program, (node) => {
    if (IGNORED.has(node.type) || makesError(node)) return "skip";
    const text = textOf(node);
    if (text !== undefined && readsAsSentence(text)) found.push({ line: node.loc?.start.line ?? 0, text });
    return "descend";
  });
  return found;
}

const IGNORED: ReadonlySet<string> = new Set([
  "ImportDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "ThrowStatement",
  "TSTypeAnnotation",
  "TSTypeAliasDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeParameterInstantiation",
  "TSLiteralType",
]);

function makesError(node: Node): boolean {
  return node.type === "NewExpression" && node.callee.type === "Identifier" && node.callee.name.endsWith("Error");
}

/** A template stands with `{}` where it inserts something. */
function textOf(node: Node): string | undefined {
  if (node.type === "StringLiteral") return node.value;
  if (node.type !== "TemplateLiteral") return undefined;
  return node.quasis.map(({ value }) => value.cooked ?? value.raw).join("{}");
}

function visit(node: Node, look: (node: Node) => "descend" | "skip"): void {
  if (look(node) === "skip") return;
  for (const [key, value] of Object.entries(node)) {
    if (key === "loc" || key === "leadingComments" || key === "trailingComments" || key === "innerComments") continue;
    // The name of a member is no text for people.
    if (key === "key" && !("computed" in node && node.computed === true)) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, look);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
