import type { core } from "zod/mini";
import * as z from "zod/mini";
import type { ChannelRegistry } from "../../channels/registry.ts";
import type { Config, ResolvedChannel } from "../../config/config.ts";
import type { ConfigOrigins } from "../../config/file/config-origins.ts";
import type { KeyPath } from "../../config/file/key-path.ts";
import { commonChannelSchema, documentSchema } from "../../config/schema/config-schema.ts";
import { childSchemas, knownKeys } from "../../config/schema/schema-view.ts";
import { isRecord } from "../../ports/unknown-value.ts";
import { type ShownWords, shownValue } from "./shown-value.ts";

/** One key that is in force. */
export interface EffectiveKey {
  /** As in the file, below its channel where it is one of a channel. */
  readonly key: string;
  /** Safe to show (R15). */
  readonly value: string;
  /** The files that it comes from, the lowest first; none where it is the default. */
  readonly files: readonly string[];
}

export interface EffectiveConfig {
  /** All but the channels. */
  readonly document: readonly EffectiveKey[];
  readonly channels: readonly EffectiveChannel[];
}

export interface EffectiveChannel {
  readonly id: string;
  /** A variable that it needs is not set, so that its own part counts for nothing. */
  readonly isUnusable: boolean;
  readonly keys: readonly EffectiveKey[];
}

/** Every key in force with its value, redacted, and where it comes from (R15). */
export function effectiveConfig(
  config: Config,
  origins: ConfigOrigins,
  registry: ChannelRegistry,
  words: ShownWords,
): EffectiveConfig {
  const { channels, ...document } = config;
  const keysBelow = (value: object, schema: core.$ZodType, prefix: KeyPath): readonly EffectiveKey[] =>
    leavesOf(value, [schema], []).map((leaf) => ({
      key: leaf.path.join("."),
      value: shownValue(leaf.value, [...prefix, ...leaf.path], leaf.schemas, words),
      files: origins.of([...prefix, ...leaf.path]),
    }));
  return {
    document: keysBelow(document, documentSchema, []),
    channels: channels.map((channel) => ({
      id: channel.id,
      isUnusable: channel.unusable !== undefined,
      keys: keysBelow(valuesOf(channel, registry), channelSchema(channel.type, registry), ["channels", channel.id]),
    })),
  };
}

/** As the file has them; the id is the channel's name already. */
function valuesOf(channel: ResolvedChannel, registry: ChannelRegistry): object {
  const { type, enabled, events, modes, delayMs, config } = channel;
  const canDismiss = registry.some((candidate) => candidate.type === type && candidate.dismiss !== undefined);
  const withdraw = canDismiss ? channel.withdraw : undefined;
  return { type, enabled, events, modes, delayMs, withdraw, ...(config !== undefined && { [type]: config }) };
}

function channelSchema(type: string, registry: ChannelRegistry): core.$ZodType {
  const channel = registry.find((candidate) => candidate.type === type);
  const types = z.literal(registry.map((candidate) => candidate.type));
  const part = channel === undefined ? {} : { [type]: channel.schema };
  return z.object({ ...commonChannelSchema.shape, type: types, ...part });
}

interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly schemas: readonly core.$ZodType[];
}

/** What has keys that a schema names is shown key by key; everything else, a list or a template, as one value. */
function leavesOf(value: unknown, schemas: readonly core.$ZodType[], path: readonly string[]): readonly Leaf[] {
  const hasKeys = isRecord(value);
  if (!hasKeys || knownKeys(schemas) === undefined) return [{ path, value, schemas }];
  return Object.entries(value).flatMap(([key, inner]) =>
    inner === undefined ? [] : leavesOf(inner, childSchemas(schemas, key), [...path, key]),
  );
}
