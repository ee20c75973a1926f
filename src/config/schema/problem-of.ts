import type * as z from "zod/mini";
import type { ConfigProblem } from "../file/config-problem.ts";
import { type JsonNode, placeOf } from "../file/json-node.ts";
import type { KeyPath } from "../file/key-path.ts";
import { issueMessage } from "./issue-message.ts";

/** @param base the path of `node` in the file */
export function problemOf(
  issue: z.core.$ZodIssue,
  schema: z.core.$ZodType,
  node: JsonNode,
  base: KeyPath,
): ConfigProblem {
  const place = placeOf(node, keysOfIssue(issue));
  return { offset: place.offset, path: [...base, ...place.path], what: issueMessage(issue, schema, place.node) };
}

export function keysOfIssue(issue: z.core.$ZodIssue): KeyPath {
  return issue.path.map((key) => (typeof key === "symbol" ? String(key) : key));
}
