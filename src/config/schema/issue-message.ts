import type { core } from "zod/mini";
import { ruleOf } from "../../channels/schema-rule.ts";
import { cutText } from "../../content/cut.ts";
import { sanitizeText } from "../../content/text.ts";
import type { ConfigMessage } from "../../messages/config.messages.ts";
import type { JsonNode } from "../file/json-node.ts";
import { withNearestWord } from "./nearest-word.ts";
import { childSchemas, describeForms, vocabularyOf } from "./schema-view.ts";

/** What `zod/mini` says where a schema has no words of its own. */
const NO_MESSAGE = "Invalid input";
const LONGEST_MESSAGE = 300;

/**
 * What is wrong at the place of an issue and what to write instead, to follow the key's name.
 * Quotes only our own vocabulary, never what was written (R15); the own words of a schema are taken as they are.
 *
 * @param node what stands there; undefined where something is missing
 */
export function issueMessage(issue: core.$ZodIssue, schema: core.$ZodType, node: JsonNode | undefined): ConfigMessage {
  const rule = ruleOf(issue);
  if (rule !== undefined) return rule;
  if (!issue.message.startsWith(NO_MESSAGE)) {
    const words = cutText(sanitizeText(issue.message), { codePoints: LONGEST_MESSAGE });
    return { id: "ownWords", values: { words } };
  }
  let schemas: readonly core.$ZodType[] = [schema];
  for (const key of issue.path) schemas = childSchemas(schemas, typeof key === "symbol" ? String(key) : key);
  const forms = describeForms(schemas);
  const [first, ...others] = forms;
  const form =
    first && others.reduce<ConfigMessage>((one, next) => ({ id: "formEither", values: { one, next } }), first);
  if (node === undefined) return form === undefined ? { id: "missing" } : { id: "missingForm", values: { form } };
  if (issue.code === "invalid_key") return { id: "forbiddenKey" };
  const kind = kindOf(node);
  const size = sizeMessage(issue, kind);
  if (size !== undefined) return size;
  if (first === undefined || form === undefined || issue.code === "invalid_format") return { id: "otherForm" };
  const text = node.kind === "scalar" && typeof node.value === "string" ? node.value : undefined;
  if (text !== undefined) {
    const isExpanded = node.kind === "scalar" && node.isExpanded === true;
    const isText = forms.some(({ id }) => id === "formText" || id === "formWord" || id === "formWords");
    // Without its quotes a reference is no JSON, and a text it stays.
    if (isExpanded && !isText) return { id: "noVariable", values: { what: { id: "mustBe", values: { form } } } };
    return textMessage(text, form, forms, vocabularyOf(schemas));
  }
  const isOfKind = first.id === kind.id || (kind.id === "formNumber" && forms.some(isNumber));
  return isOfKind ? { id: "mustBe", values: { form } } : { id: "mustBeNot", values: { form, kind } };
}

/** For a text or a list of the right kind, with too little or too much in it. */
function sizeMessage(issue: core.$ZodIssue, { id }: ConfigMessage): ConfigMessage | undefined {
  if (issue.code === "too_small") {
    const values = { least: String(issue.minimum) };
    if (id === "formText") return { id: "tooShort", values };
    if (id === "formList") return { id: "tooFew", values };
  }
  if (issue.code === "too_big") {
    const values = { most: String(issue.maximum) };
    if (id === "formText") return { id: "tooLong", values };
    if (id === "formList") return { id: "tooMany", values };
  }
  return undefined;
}

/** For a text where another value is wanted, or another text. */
function textMessage(
  text: string,
  form: ConfigMessage,
  forms: readonly ConfigMessage[],
  vocabulary: readonly string[],
): ConfigMessage {
  const what: ConfigMessage = { id: "mustBe", values: { form } };
  if (vocabulary.length > 0) return withNearestWord(what, text, vocabulary);
  const word = text.trim().toLowerCase();
  if (form.id === "formSwitch" && (word === "true" || word === "false")) {
    return { id: "withoutQuotes", values: { what, word } };
  }
  if (forms.some(isNumber) && /^\d+$/.test(word)) return { id: "unquoted", values: { what } };
  return form.id === "formText" ? what : { id: "mustBeNot", values: { form, kind: { id: "formText" } } };
}

const NUMBER_FORMS: ReadonlySet<ConfigMessage["id"]> = new Set([
  "formNumber",
  "formWholeNumber",
  "formBounded",
  "formBetween",
]);

function isNumber({ id }: ConfigMessage): boolean {
  return NUMBER_FORMS.has(id);
}

function kindOf(node: JsonNode): ConfigMessage {
  if (node.kind !== "scalar") return { id: node.kind === "array" ? "formList" : "formObject" };
  if (node.value === null) return { id: "formNull" };
  if (typeof node.value === "boolean") return { id: node.value ? "kindTrue" : "kindFalse" };
  return { id: typeof node.value === "number" ? "formNumber" : "formText" };
}
