import * as z from "zod/mini";
import type { ConfigProblem } from "../file/config-problem.ts";
import { type JsonNode, mapMembers, placeOf, toValue } from "../file/json-node.ts";
import type { KeyPath } from "../file/key-path.ts";
import { keysOfIssue } from "./problem-of.ts";

export interface WithinLimits {
  readonly node: JsonNode;
  readonly clamped: readonly ConfigProblem[];
}

/** Takes the limit in place of each number above it, reporting each once (R17). @param base the path of `node` in the file */
export function withinLimits(node: JsonNode, schema: z.core.$ZodType, base: KeyPath): WithinLimits {
  const result = z.safeParse(schema, toValue(node));
  if (result.success) return { node, clamped: [] };
  const limits = new Map<string, { readonly path: KeyPath; readonly most: number }>();
  for (const issue of result.error.issues) {
    const path = keysOfIssue(issue);
    const place = placeOf(node, path).node;
    const most = limitOf(issue);
    if (most === undefined || place?.kind !== "scalar" || typeof place.value !== "number") continue;
    // A number above what a whole number can be is above its own limit as well.
    const key = JSON.stringify(path);
    limits.set(key, { path, most: Math.min(most, limits.get(key)?.most ?? most) });
  }
  let within = node;
  const clamped: ConfigProblem[] = [];
  for (const { path, most } of limits.values()) {
    const place = placeOf(node, path);
    clamped.push({
      ...{ offset: place.offset, path: [...base, ...place.path] },
      ...{ what: { id: "overLimit" }, effect: { id: "limitCounts", values: { most } } },
    });
    within = withValue(within, path, most);
  }
  return { node: within, clamped };
}

function limitOf(issue: z.core.$ZodIssue): number | undefined {
  return issue.code === "too_big" ? Number(issue.maximum) : undefined;
}

function withValue(node: JsonNode, path: KeyPath, value: number): JsonNode {
  const [key, ...rest] = path;
  if (key === undefined) return node.kind === "scalar" ? { ...node, value } : node;
  let position = -1;
  return mapMembers(node, (member) => {
    position += 1;
    const isMeant = node.kind === "array" ? position === key : member.key === key;
    return isMeant ? { ...member, value: withValue(member.value, rest, value) } : member;
  });
}
