import type { core } from "zod/mini";
import { cutText } from "../../content/cut.ts";
import { sanitizeText } from "../../content/text.ts";
import type { JsonNode } from "../file/json-node.ts";
import { didYouMean } from "./nearest-word.ts";
import { childSchemas, describeForms, vocabularyOf } from "./schema-view.ts";

/** What `zod/mini` says where a schema has no words of its own. */
const NO_MESSAGE = "Invalid input";
const LONGEST_MESSAGE = 300;

/**
 * What is wrong at the place of an issue and what to write instead, to follow the key's name.
 * Quotes only our own vocabulary, never what was written (R15); a schema's own message is taken as it is.
 *
 * @param node what stands there; undefined where something is missing
 */
export function issueText(issue: core.$ZodIssue, schema: core.$ZodType, node: JsonNode | undefined): string {
  if (!issue.message.startsWith(NO_MESSAGE)) {
    return cutText(sanitizeText(issue.message), { codePoints: LONGEST_MESSAGE });
  }
  let schemas: readonly core.$ZodType[] = [schema];
  for (const key of issue.path) schemas = childSchemas(schemas, typeof key === "symbol" ? String(key) : key);
  const wanted = describeForms(schemas);
  if (node === undefined) return `is missing; write ${wanted ?? "a value"}`;
  const written = kindOf(node);
  if (issue.code === "invalid_key") return "is a key that is not allowed here";
  if (issue.code === "too_small" && written === "a text") return `must have at least ${issue.minimum} characters`;
  if (issue.code === "too_big" && written === "a text") return `must have at most ${issue.maximum} characters`;
  if (issue.code === "too_small" && written === "a list") return `must have at least ${issue.minimum} entries`;
  if (issue.code === "too_big" && written === "a list") return `must have at most ${issue.maximum} entries`;
  if (wanted === undefined || issue.code === "invalid_format") return "has a form that is not allowed";
  const text = node.kind === "scalar" && typeof node.value === "string" ? node.value : undefined;
  if (text === undefined) return `must be ${wanted}${sameKind(wanted, written) ? "" : `, not ${written}`}`;
  return `must be ${wanted}${adviceOnText(text, wanted, schemas)}`;
}

function adviceOnText(text: string, wanted: string, schemas: readonly core.$ZodType[]): string {
  const vocabulary = vocabularyOf(schemas);
  if (vocabulary.length > 0) return didYouMean(text, vocabulary);
  const word = text.trim().toLowerCase();
  if (wanted === "true or false" && (word === "true" || word === "false")) return `; write ${word} without quotes`;
  if (wanted.includes("number") && /^\d+$/.test(word)) return "; write it without quotes";
  return wanted === "a text" ? "" : ", not a text";
}

/** Whether the kind is right and only the value is not. */
function sameKind(wanted: string, written: string): boolean {
  return wanted.startsWith(written) || (written === "a number" && wanted.includes("number"));
}

function kindOf(node: JsonNode): string {
  if (node.kind !== "scalar") return node.kind === "array" ? "a list" : "an object";
  if (node.value === null) return "null";
  if (typeof node.value === "boolean") return String(node.value);
  return typeof node.value === "number" ? "a number" : "a text";
}
