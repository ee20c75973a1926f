import type { ConfigMessage } from "../../messages/config.messages.ts";
import type { Environment } from "../../ports/environment.ts";
import type { ExpansionProblem } from "../file/config-problem.ts";
import { type JsonNode, mapMembers } from "../file/json-node.ts";
import type { KeyPath } from "../file/key-path.ts";
import { expandText } from "./expand-environment.ts";

const LONGEST_NAME = 64;

/**
 * Expands every string below a node, keys excepted; one that cannot be expanded is taken out and reported.
 *
 * @param escapeValue as in {@link expandText}, for the string at a path.
 */
export function expandNode(
  node: JsonNode,
  path: KeyPath,
  env: Environment,
  report: (problem: ExpansionProblem) => void,
  escapeValue?: (value: string, path: KeyPath) => string,
): JsonNode | undefined {
  if (node.kind === "scalar") {
    if (typeof node.value !== "string") return node;
    const expansion = expandText(node.value, env, escapeValue && ((value) => escapeValue(value, path)));
    if (expansion.kind === "expanded") {
      return expansion.text === node.value ? node : { ...node, value: expansion.text, isInserted: true };
    }
    report({ offset: node.offset, path, what: whatIsWrong(expansion), unset: expansion.kind === "unset" });
    return undefined;
  }
  return mapMembers(node, (member) => {
    const value = expandNode(member.value, [...path, member.key], env, report, escapeValue);
    return value === undefined ? undefined : { ...member, value };
  });
}

function whatIsWrong(expansion: Exclude<ReturnType<typeof expandText>, { kind: "expanded" }>): ConfigMessage {
  if (expansion.kind === "malformed") return expansion.what;
  const [first = "", ...more] = expansion.names.map((name) => name.slice(0, LONGEST_NAME));
  return more.length === 0
    ? { id: "unsetVariable", values: { name: first, reference: `\${${first}:-default}` } }
    : { id: "unsetVariables", values: { names: [first, ...more] } };
}
