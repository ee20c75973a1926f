import type { core } from "zod/mini";
import type { ReportProblem } from "../file/config-problem.ts";
import { type JsonNode, mapMembers } from "../file/json-node.ts";
import type { KeyPath } from "../file/key-path.ts";
import { withNearestWord } from "./nearest-word.ts";
import { childSchemas, knownKeys } from "./schema-view.ts";

/** Takes out the keys that a schema does not know, reporting each. */
export function withoutUnknownKeys(
  node: JsonNode,
  path: KeyPath,
  schemas: readonly core.$ZodType[],
  report: ReportProblem,
): JsonNode {
  if (schemas.length === 0 || node.kind === "scalar") return node;
  const known = knownKeys(schemas);
  return mapMembers(node, (member) => {
    const { key, keyOffset, value } = member;
    if (known !== undefined && typeof key === "string" && !known.includes(key)) {
      const what = withNearestWord({ id: "unknownKey" }, key, known);
      report({ offset: keyOffset, path: [...path, key], what, effect: { id: "keyIgnored" } });
      return undefined;
    }
    return { ...member, value: withoutUnknownKeys(value, [...path, key], childSchemas(schemas, key), report) };
  });
}
