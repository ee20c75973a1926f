import type { core } from "zod/mini";
import * as z from "zod/mini";
import type { ChannelRegistry } from "../../channels/registry.ts";
import { sanitizeText } from "../../content/text.ts";
import { inLanguage, listText, type Say } from "../../messages/define-messages.ts";
import { trustMessages } from "../../messages/trust.messages.ts";
import type { Language } from "../../notices/event-table.ts";
import { variablesIn } from "../environment/expand-environment.ts";
import { type JsonNode, memberOf, toValue } from "../file/json-node.ts";
import { formatKeyPath, type KeyPath } from "../file/key-path.ts";
import { commonChannelSchema, fileSchema } from "../schema/config-schema.ts";
import { childSchemas, defaultOf, vocabularyOf } from "../schema/schema-view.ts";
import type { PendingKey } from "./allowlist.ts";
import { ADDRESS_KEYS } from "./merge-channel.ts";
import { type AddressHosts, possibleHosts } from "./possible-hosts.ts";

/** Keys whose text is an address that something opens. */
const OPENED_KEYS: ReadonlySet<string> = new Set([...ADDRESS_KEYS, "icon", "click"]);

interface PendingValue {
  readonly path: KeyPath;
  readonly node: JsonNode;
  /** The id of the new channel that it belongs to. */
  readonly channel: string | undefined;
}

/**
 * What a person has to see before approving: every host and every variable, whole and first, then each other value.
 * A text is quoted only where it is a word of our own, since any other might be a secret (R15).
 */
export function approvalLines(
  pending: readonly PendingKey[],
  registry: ChannelRegistry,
  language: Language,
): readonly string[] {
  const say = inLanguage(trustMessages, language);
  const values = pending.flatMap(valuesOf);
  const name = ({ path, channel }: Omit<PendingValue, "node">) => {
    const key = formatKeyPath(path);
    return channel === undefined ? key : say("keyOf", { key, channel });
  };
  const addresses = values.flatMap((value) => {
    const found = hostsOf(value);
    return found === undefined ? [] : [{ key: name(value), text: textOf(value.node), ...found }];
  });
  const ready = pending.flatMap((key) =>
    defaultAddresses(key, registry).map(({ path, host }) =>
      say("hostByDefault", { host, key: name({ path, channel: newChannelOf(key) }) }),
    ),
  );
  // What nobody can know comes first.
  const ordered = [
    ...addresses.filter(({ isUnknown }) => isUnknown),
    ...addresses.filter(({ isUnknown }) => !isUnknown),
  ];
  const hosts = [...ordered.flatMap((address) => hostLines(address, say, language)), ...ready];
  const variables = [...new Set(values.flatMap(({ node }) => variablesIn(textOf(node))))].map(
    (variable) => `$${variable}`,
  );
  const schemas = [fileSchema(registry)];
  const rest = values.map((value) => {
    const vocabulary = vocabularyOf(value.path.reduce<readonly core.$ZodType[]>(childSchemas, schemas));
    return `  ${say("value", { key: name(value), value: describe(value, vocabulary, say, language) })}`;
  });
  return [
    say(hosts.length === 0 ? "noHosts" : "hosts"),
    ...hosts.map((line) => `  ${line}`),
    variables.length === 0 ? say("noVariables") : say("variables", { variables: listText(variables, language) }),
    say("values"),
    ...rest,
  ];
}

function hostLines(
  { key, text, hosts, isUnknown }: AddressHosts & { readonly key: string; readonly text: string },
  say: Say<typeof trustMessages>,
  language: Language,
): readonly string[] {
  if (!isUnknown) return hosts.map((host) => say("host", { host, key }));
  const variables = listText(
    variablesIn(text).map((variable) => `$${variable}`),
    language,
  );
  return [say("hostUnknown", { key, variables }), ...hosts.map((host) => `  ${say("hostPossible", { host })}`)];
}

function hostsOf({ path, node }: PendingValue): AddressHosts | undefined {
  const text = textOf(node);
  return text === "" ? undefined : possibleHosts(text, OPENED_KEYS.has(String(path.at(-1))));
}

function textOf(node: JsonNode): string {
  return node.kind === "scalar" && typeof node.value === "string" ? node.value : "";
}

function valuesOf({ path, value }: PendingKey): readonly PendingValue[] {
  const channel = newChannelOf({ path, value });
  return valuesBelow(value)
    .filter(({ keys }) => channel === undefined || keys[0] !== "id")
    .map(({ keys, node }) => ({ path: [...path, ...keys], node, channel }));
}

/** The id of a channel that waits as a whole. A text that cannot be one might be anything (R15). */
function newChannelOf({ path, value }: PendingKey): string | undefined {
  const id = path.length === 2 ? memberOf(value, "id")?.value : undefined;
  const checked = z.safeParse(commonChannelSchema.shape.id, id && toValue(id));
  return checked.success ? checked.data : undefined;
}

/** A new channel that names no address may have one all the same. */
function defaultAddresses({ path, value }: PendingKey, registry: ChannelRegistry) {
  if (path[0] !== "channels" || path.length !== 2 || value.kind !== "object") return [];
  const type = memberOf(value, "type")?.value;
  const named = type === undefined ? undefined : textOf(type);
  return registry.flatMap((channel) => {
    // A type that a variable decides may be any.
    const isMeant = named?.includes("$") || named === channel.type || value.members.has(channel.type);
    const part = memberOf(value, channel.type)?.value;
    return ADDRESS_KEYS.flatMap((key) => {
      const host = defaultOf(childSchemas([channel.schema], key));
      if (!isMeant || typeof host !== "string" || (part && memberOf(part, key) !== undefined)) return [];
      return [{ path: [...path, channel.type, key], host }];
    });
  });
}

function valuesBelow(node: JsonNode): { readonly keys: readonly (string | number)[]; readonly node: JsonNode }[] {
  if (node.kind === "scalar") return [{ keys: [], node }];
  const members = node.kind === "array" ? node.items : [...node.members.values()];
  if (members.length === 0) return [{ keys: [], node }];
  return members.flatMap(({ key, value }) =>
    valuesBelow(value).map((below) => ({ ...below, keys: [key, ...below.keys] })),
  );
}

function describe(
  value: PendingValue,
  vocabulary: readonly string[],
  say: Say<typeof trustMessages>,
  language: Language,
): string {
  const { node } = value;
  if (node.kind !== "scalar") return say(node.kind === "array" ? "emptyList" : "emptyObject");
  if (typeof node.value !== "string") return String(node.value);
  if (vocabulary.includes(node.value)) return `"${node.value}"`;
  const found = hostsOf(value);
  const variables = variablesIn(node.value).map((variable) => `$${variable}`);
  if (found !== undefined && !found.isUnknown) {
    const host = sanitizeText(found.hosts.join(" "));
    return variables.length === 0 ? host : say("addressReading", { host, variables: listText(variables, language) });
  }
  return variables.length === 0 ? say("text") : say("textReading", { variables: listText(variables, language) });
}
