/**
 * The JSON Schema of the configuration file, made from the schemas that the loader itself uses, and the list of all
 * keys with their defaults and notes. A new key or channel type appears in both by itself.
 */
import * as z from "zod/mini";
import type { KeyNote, KeyNotes } from "../src/channels/key-note.ts";
import { CHANNEL_KEY_NOTES } from "../src/channels/key-notes.ts";
import { CHANNELS } from "../src/channels/registry.ts";
import { DEFAULT_CONFIG } from "../src/config/config.ts";
import {
  CONFIG_VERSION,
  commonChannelSchema,
  documentSchema,
  MAX_CHANNELS,
} from "../src/config/schema/config-schema.ts";
import { COMMON_CHANNEL_KEYS, DOCUMENT_KEYS } from "../src/config/schema/document-keys.ts";

/** As far as this file has to look into one. */
export interface JsonSchema {
  type?: string | readonly string[];
  description?: string;
  default?: unknown;
  enum?: readonly unknown[];
  const?: unknown;
  pattern?: string;
  properties?: Record<string, JsonSchema | false>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  required?: string[];
  anyOf?: JsonSchema[];
  [keyword: string]: unknown;
}

/** One key as documents show it. */
export interface ConfigKey {
  /** `content.host`, `channels.delayMs`, `channels.osc.protocol`; `*` where any key may stand. */
  readonly path: string;
  readonly note: KeyNote | undefined;
  /** What is in force without the key, where that is one plain value. */
  readonly fallback: unknown;
  /** What may stand there, without its inner keys. */
  readonly schema: JsonSchema;
  /** Whether what stands around it must have it. */
  readonly isRequired: boolean;
}

/** What an editor must not call wrong: the loader inserts the variable before it checks. */
export const WITH_VARIABLE: JsonSchema = { type: "string", pattern: "\\$[A-Za-z_{]" };

export function configSchema(): JsonSchema {
  const document = documentPart();
  document.properties = { ...document.properties, channels: { ...documentChannels(document), items: channelSchema() } };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "pi-notify configuration",
    description: "config.json in Pi's agent directory, and .pi/pi-notify.json of a project, which changes parts of it.",
    ...document,
    // Understood by the JSON language service of VS Code and its relatives.
    allowComments: true,
    allowTrailingCommas: true,
  };
}

/** Every key of the file, those of each channel type included, in the order of the schemas. */
export function configKeys(): readonly ConfigKey[] {
  return [
    ...keysIn(documentPart(), "", DOCUMENT_KEYS),
    ...keysIn(commonPart(), "channels.", COMMON_CHANNEL_KEYS),
    ...CHANNELS.flatMap(({ type }) => keysIn(channelPart(type), `channels.${type}.`, notesOf(type))),
  ];
}

function keysIn(schema: JsonSchema, prefix: string, notes: KeyNotes): readonly ConfigKey[] {
  const visit = (node: JsonSchema, keys: readonly string[], isRequired: boolean): readonly ConfigKey[] => {
    const isNeeded = (key: string) => node.required?.includes(key) ?? false;
    const inner = childrenOf(node).flatMap(([key, child]) => visit(child, [...keys, key], isNeeded(key)));
    if (keys.length === 0) return inner;
    const key = keys.join(".");
    return [
      { path: prefix + key, note: noteOf(key, notes), fallback: node.default, schema: node, isRequired },
      ...inner,
    ];
  };
  return visit(schema, [], false);
}

/** The document's part, with the defaults that are in force. */
function documentPart(): JsonSchema {
  const schema = annotated(toJsonSchema(documentSchema), DOCUMENT_KEYS);
  const { version } = schema.properties ?? {};
  if (typeof version !== "object") throw new Error("the document has no version");
  schema.properties = { ...schema.properties, version: { const: CONFIG_VERSION, description: version.description } };
  setDefaults(schema, { version: CONFIG_VERSION, ...DEFAULT_CONFIG, channels: undefined });
  return schema;
}

function documentChannels(document: JsonSchema): JsonSchema {
  const { channels } = document.properties ?? {};
  if (typeof channels !== "object") throw new Error("the document has no channels");
  return { ...channels, maxItems: MAX_CHANNELS };
}

/**
 * An entry of `channels`. An overlay names only what it changes, so that no type is demanded; an entry that names its
 * type must have what that type needs, and nothing of another type.
 */
function channelSchema(): JsonSchema {
  const parts = CHANNELS.map((channel) => ({ channel, part: channelPart(channel.type) }));
  const common = commonPart();
  return {
    type: "object",
    required: ["id"],
    properties: {
      ...common.properties,
      ...Object.fromEntries(parts.map(({ channel, part }) => [channel.type, { ...part, required: undefined }])),
    },
    additionalProperties: false,
    allOf: parts.map(({ channel, part }) => ({
      if: { properties: { type: { const: channel.type } }, required: ["type"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: {
        ...(part.required?.length ? { required: [channel.type] } : {}),
        properties: {
          ...Object.fromEntries(CHANNELS.map(({ type }) => [type, false]).filter(([type]) => type !== channel.type)),
          ...(part.required?.length ? { [channel.type]: { required: part.required } } : {}),
          modes: { items: orVariable({ enum: [...channel.modes.allowed] }) },
          ...(channel.dismiss === undefined ? { withdraw: false } : {}),
        },
      },
    })),
  };
}

function commonPart(): JsonSchema {
  const schema = annotated(toJsonSchema(commonChannelSchema), COMMON_CHANNEL_KEYS);
  const { type } = schema.properties ?? {};
  if (typeof type !== "object") throw new Error("a channel has no type");
  const types = orVariable({ type: "string", enum: CHANNELS.map((channel) => channel.type) });
  schema.properties = { ...schema.properties, type: { ...types, description: type.description } };
  return schema;
}

function channelPart(type: string): JsonSchema {
  const channel = CHANNELS.find((candidate) => candidate.type === type);
  if (channel === undefined) throw new Error(`there is no channel type ${type}`);
  return annotated(toJsonSchema(channel.schema), notesOf(type));
}

function notesOf(type: string): KeyNotes {
  return CHANNEL_KEY_NOTES[type] ?? {};
}

function toJsonSchema(schema: z.core.$ZodType): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest as JsonSchema;
}

/** Adds the notes, and lets a variable stand wherever a text has a fixed form. */
function annotated(schema: JsonSchema, notes: KeyNotes): JsonSchema {
  const visit = (node: JsonSchema, keys: readonly string[]): JsonSchema => {
    const key = keys.join(".");
    const note = noteOf(key, notes);
    const { properties, additionalProperties, items, propertyNames, default: fallback, ...own } = node;
    const isForReaders = key.startsWith("$");
    return {
      ...(isForReaders ? own : orVariable(own)),
      ...(note === undefined ? {} : { description: note.en }),
      ...(fallback === undefined ? {} : { default: fallback }),
      ...(properties === undefined
        ? {}
        : { properties: mapValues(properties, (child, name) => visit(child, [...keys, name])) }),
      ...(typeof additionalProperties === "object"
        ? { additionalProperties: visit(additionalProperties, [...keys, "*"]) }
        : additionalProperties === undefined
          ? {}
          : { additionalProperties }),
      ...(items === undefined ? {} : { items: visit(items, keys.concat("[]")) }),
    };
  };
  return visit(schema, []);
}

function orVariable(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: schema.anyOf.map(orVariable) };
  const isText = schema.type === "string" || schema.enum?.every((value) => typeof value === "string");
  const hasForm = Object.keys(schema).some((keyword) => keyword !== "type");
  return isText && hasForm ? { anyOf: [schema, WITH_VARIABLE] } : schema;
}

/** A note of its own, or that of `titles.*` for `titles.agent-error`. */
function noteOf(key: string, notes: KeyNotes): KeyNote | undefined {
  const keys = key.split(".");
  const starred = keys.map((_key, position) => keys.with(position, "*").join("."));
  return [key, ...starred].map((candidate) => notes[candidate]).find((note) => note !== undefined);
}

function setDefaults(schema: JsonSchema, values: object): void {
  for (const [key, value] of Object.entries(values)) {
    const child = schema.properties?.[key];
    if (typeof child !== "object" || value === undefined) continue;
    if (typeof value === "object" && Object.keys(value).length > 0) setDefaults(child, value);
    else child.default = value;
  }
}

/** Those that may stand there by name. */
function childrenOf(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const { properties = {}, additionalProperties } = schema;
  const named = Object.entries(properties).filter((entry): entry is [string, JsonSchema] => entry[1] !== false);
  const inner = typeof additionalProperties === "object" ? childrenOf(additionalProperties) : [];
  return [...named, ...inner.map(([key, child]) => [`*.${key}`, child] as const)];
}

function mapValues<T>(
  values: Readonly<Record<string, T | false>>,
  change: (value: T, key: string) => T,
): Record<string, T | false> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value === false ? value : change(value, key)]),
  );
}
