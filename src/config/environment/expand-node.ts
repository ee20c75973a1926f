import type { ConfigMessage } from "../../messages/config.messages.ts";
import type { Environment } from "../../ports/environment.ts";
import type { ExpansionProblem } from "../file/config-problem.ts";
import { type JsonNode, mapMembers } from "../file/json-node.ts";
import type { KeyPath } from "../file/key-path.ts";
import { expandText, variablesIn } from "./expand-environment.ts";

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
      const isExpanded = variablesIn(node.value).length > 0;
      return { ...node, value: expansion.text, ...(isExpanded ? { isExpanded } : {}) };
    }
    report({
      offset: node.offset,
      path,
      what: whatIsWrong(expansion, mayHoldSecret(path)),
      unset: expansion.kind === "unset",
    });
    return undefined;
  }
  return mapMembers(node, (member) => {
    const value = expandNode(member.value, [...path, member.key], env, report, escapeValue);
    return value === undefined ? undefined : { ...member, value };
  });
}

/** Everything in a channel's own part: its tokens and addresses, and what a user may take for one (R15). */
function mayHoldSecret([first, position, part, ...more]: KeyPath): boolean {
  return (
    first === "channels" && typeof position === "number" && part !== "events" && part !== "modes" && more.length > 0
  );
}

/** What follows a dollar may be the rest of a password, so where it could be one, its name is not said (R15). */
function whatIsWrong(
  expansion: Exclude<ReturnType<typeof expandText>, { kind: "expanded" }>,
  isSecret: boolean,
): ConfigMessage {
  if (expansion.kind === "malformed") return expansion.what;
  if (isSecret) return { id: "unsetSecret" };
  const [first = "", ...more] = expansion.names.map((name) => name.slice(0, LONGEST_NAME));
  return more.length === 0
    ? { id: "unsetVariable", values: { name: first, reference: `\${${first}:-default}` } }
    : { id: "unsetVariables", values: { names: [first, ...more] } };
}
