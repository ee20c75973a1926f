import type { KeyPath } from "./key-path.ts";

/** A JSON value that still knows where in the file it stands. Offsets are UTF-16 units from the start. */
export type JsonNode = JsonObject | JsonArray | JsonScalar;

export interface JsonObject {
  readonly kind: "object";
  readonly offset: number;
  readonly members: ReadonlyMap<string, JsonMember>;
}

export interface JsonMember {
  /** A position in a list keeps its number when another is taken out. */
  readonly key: string | number;
  readonly keyOffset: number;
  readonly value: JsonNode;
}

export interface JsonArray {
  readonly kind: "array";
  readonly offset: number;
  readonly items: readonly JsonMember[];
}

export interface JsonScalar {
  readonly kind: "scalar";
  readonly offset: number;
  readonly value: string | number | boolean | null;
  /** Whether a variable of the environment stood in it. */
  readonly isExpanded?: true;
}

/** The plain value. Keys that would reach a prototype are none of its members: the parser refuses them. */
export function toValue(node: JsonNode): unknown {
  switch (node.kind) {
    case "scalar":
      return node.value;
    case "array":
      return node.items.map(({ value }) => toValue(value));
    case "object":
      return Object.fromEntries([...node.members].map(([key, { value }]) => [key, toValue(value)]));
  }
}

export function memberOf(node: JsonNode, key: string): JsonMember | undefined {
  return node.kind === "object" ? node.members.get(key) : undefined;
}

export interface NodePlace {
  /** Of the value, or of what would contain it where it is missing. */
  readonly offset: number;
  /** As in the file: list positions count what was taken out. */
  readonly path: KeyPath;
  /** Undefined where it is missing. */
  readonly node: JsonNode | undefined;
}

/** Finds the place of a path in `toValue(node)`. */
export function placeOf(node: JsonNode, path: KeyPath): NodePlace {
  let current: JsonNode = node;
  const found: (string | number)[] = [];
  for (const [depth, key] of path.entries()) {
    const member = childOf(current, key);
    if (member === undefined) {
      return { offset: current.offset, path: [...found, ...path.slice(depth)], node: undefined };
    }
    found.push(member.key);
    current = member.value;
  }
  return { offset: current.offset, path: found, node: current };
}

/** The same without what stands at a path of `toValue(node)`, or without the nearest thing around it. */
export function withoutPlace(node: JsonNode, path: KeyPath): JsonNode | undefined {
  const [key, ...rest] = path;
  const member = key === undefined ? undefined : childOf(node, key);
  if (member === undefined) return undefined;
  const replaced = withoutPlace(member.value, rest);
  return mapMembers(node, (candidate) => {
    if (candidate !== member) return candidate;
    return replaced === undefined ? undefined : { ...member, value: replaced };
  });
}

/** The same with each member changed, or taken out where `change` gives undefined. */
export function mapMembers(node: JsonNode, change: (member: JsonMember) => JsonMember | undefined): JsonNode {
  if (node.kind === "scalar") return node;
  const members = [...(node.kind === "array" ? node.items : node.members.values())].flatMap((member) => {
    const changed = change(member);
    return changed === undefined ? [] : [changed];
  });
  return node.kind === "array"
    ? { ...node, items: members }
    : { ...node, members: new Map(members.map((member) => [String(member.key), member])) };
}

function childOf(node: JsonNode, key: string | number): JsonMember | undefined {
  if (node.kind === "object") return node.members.get(String(key));
  return node.kind === "array" && typeof key === "number" ? node.items[key] : undefined;
}

/** The same with every offset moved. */
export function shifted(node: JsonObject, by: number): JsonObject;
export function shifted(node: JsonNode, by: number): JsonNode;
export function shifted(node: JsonNode, by: number): JsonNode {
  if (by === 0) return node;
  const moved = mapMembers(node, (member) => ({
    ...member,
    keyOffset: member.keyOffset + by,
    value: shifted(member.value, by),
  }));
  return { ...moved, offset: node.offset + by };
}

/** Whether a test holds for any text below a node, keys excepted. */
export function someText(node: JsonNode, test: (text: string) => boolean): boolean {
  if (node.kind === "scalar") return typeof node.value === "string" && test(node.value);
  const members = node.kind === "array" ? node.items : [...node.members.values()];
  return members.some(({ value }) => someText(value, test));
}
