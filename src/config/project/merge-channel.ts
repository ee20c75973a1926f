import type { core } from "zod/mini";
import type { Channel } from "../../channels/channel.ts";
import type { Environment } from "../../ports/environment.ts";
import { expandText } from "../environment/expand-environment.ts";
import { type JsonMember, type JsonNode, type JsonObject, memberOf, someText, toValue } from "../file/json-node.ts";
import { childSchemas, defaultOf, formsOf } from "../schema/schema-view.ts";

type AnyChannel = Channel<unknown, unknown>;

/** What stays of a channel whose type an overlay changes (R26). */
const TYPELESS_KEYS = ["id", "enabled", "events"];

/** The keys that say where a channel sends to. */
export const ADDRESS_KEYS: readonly string[] = ["url", "serverUrl"];

/** Texts that are no credentials. One that holds a variable stays behind all the same, except for the topic. */
const PLAIN_KEYS: ReadonlySet<string> = new Set(["topic", "template", "tags", "click", "icon"]);

export interface MergeOptions {
  /** What the channel is when merged. */
  readonly channel: AnyChannel;
  /** Whether the overlay leaves the type as it was. */
  readonly keepsType: boolean;
  readonly env: Environment;
}

/**
 * A channel of the global file with what an overlay says of it: objects merge key by key, everything else is replaced.
 * What belonged to another type stays behind, and where the overlay leads to another host, so does everything
 * inherited that might be a secret.
 */
export function mergeChannel(base: JsonObject, overlay: JsonObject, options: MergeOptions): JsonObject {
  const { channel, keepsType } = options;
  const inherited = keepsType ? base : only(base, TYPELESS_KEYS);
  const merged: JsonObject = { ...overlay, members: new Map([...inherited.members, ...overlay.members]) };
  const part = memberOf(inherited, channel.type);
  const own = memberOf(overlay, channel.type);
  if (part?.value.kind !== "object" || own?.value.kind !== "object") return merged;
  const left = withoutExcluded(part.value, own.value, channel);
  const carried = leadsElsewhere(part.value, own.value, options) ? withoutSecrets(left, channel.schema) : left;
  const value = mergeObjects(carried, own.value, [channel.schema]);
  return withMember(merged, { ...own, value });
}

function only(node: JsonObject, keys: readonly string[]): JsonObject {
  return { ...node, members: new Map([...node.members].filter(([key]) => keys.includes(key))) };
}

/** Only what a schema describes merges: a template, which may be anything, is replaced as a whole. */
function mergeObjects(base: JsonObject, overlay: JsonObject, schemas: readonly core.$ZodType[]): JsonObject {
  const members = new Map<string, JsonMember>(base.members);
  for (const [key, member] of overlay.members) {
    const inherited = members.get(key)?.value;
    const inner = childSchemas(schemas, key);
    const merges = inherited?.kind === "object" && member.value.kind === "object" && holdsKeys(inner);
    members.set(key, merges ? { ...member, value: mergeObjects(inherited, member.value, inner) } : member);
  }
  return { ...overlay, members };
}

function holdsKeys(schemas: readonly core.$ZodType[]): boolean {
  return formsOf(schemas).some(({ _zod: { def } }) => def.type === "object" || def.type === "record");
}

/** A key that says what was said before excludes nothing. */
function withoutExcluded(inherited: JsonObject, overlay: JsonObject, { excludes = {} }: AnyChannel): JsonObject {
  const says = (node: JsonObject, key: string) => {
    const member = memberOf(node, key);
    return member && JSON.stringify(toValue(member.value));
  };
  const changed = [...overlay.members.keys()].filter((key) => says(overlay, key) !== says(inherited, key));
  const excluded = new Set(changed.flatMap((key) => excludes[key] ?? []));
  return { ...inherited, members: new Map([...inherited.members].filter(([key]) => !excluded.has(key))) };
}

/** An address that cannot be known for the same is another one; so is the same host without encryption. */
function leadsElsewhere(inherited: JsonObject, overlay: JsonObject, { channel, env }: MergeOptions): boolean {
  return ADDRESS_KEYS.some((key) => {
    const changed = memberOf(overlay, key);
    if (changed === undefined) return false;
    const before = memberOf(inherited, key)?.value ?? addressByDefault(channel, key);
    const origin = originOf(before, env);
    return origin === undefined || origin !== originOf(changed.value, env);
  });
}

function addressByDefault(channel: AnyChannel, key: string): JsonNode | undefined {
  const value = defaultOf(childSchemas([channel.schema], key));
  return typeof value === "string" ? { kind: "scalar", offset: 0, value } : undefined;
}

function originOf(node: JsonNode | undefined, env: Environment): string | undefined {
  if (node?.kind !== "scalar" || typeof node.value !== "string") return undefined;
  const expansion = expandText(node.value, env);
  return expansion.kind === "expanded" && URL.canParse(expansion.text) ? new URL(expansion.text).origin : undefined;
}

/** Keeps what by its schema cannot be a free text, and the texts that are known to be no secret. */
function withoutSecrets(node: JsonObject, schema: core.$ZodType): JsonObject {
  const keep = (current: JsonObject, schemas: readonly core.$ZodType[]): JsonObject => ({
    ...current,
    members: new Map(
      [...current.members].flatMap(([key, member]): [string, JsonMember][] => {
        const inner = childSchemas(schemas, key);
        const { value } = member;
        if (PLAIN_KEYS.has(key)) return key === "topic" || !hasVariable(value) ? [[key, member]] : [];
        if (value.kind === "object" && holdsKeys(inner)) {
          const kept = keep(value, inner);
          return kept.members.size === 0 ? [] : [[key, { ...member, value: kept }]];
        }
        return isFreeText(value, inner) ? [] : [[key, member]];
      }),
    ),
  });
  return keep(node, [schema]);
}

function isFreeText(value: JsonNode, schemas: readonly core.$ZodType[]): boolean {
  const isClosed = formsOf(schemas).every(({ _zod: { def } }) => CLOSED_FORMS.has(def.type));
  return !isClosed && someText(value, () => true);
}

const CLOSED_FORMS: ReadonlySet<string> = new Set(["boolean", "number", "enum", "literal", "null"]);

function hasVariable(node: JsonNode): boolean {
  return someText(node, (text) => text.includes("$"));
}

function withMember(node: JsonObject, member: JsonMember): JsonObject {
  return { ...node, members: new Map(node.members).set(String(member.key), member) };
}
