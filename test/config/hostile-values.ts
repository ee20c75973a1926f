import type { core } from "zod/mini";
import * as z from "zod/mini";
import { CHANNELS } from "../../src/channels/registry.ts";
import { commonChannelSchema, documentSchema } from "../../src/config/schema/config-schema.ts";
import { childSchemas, formsOf, knownKeys } from "../../src/config/schema/schema-view.ts";

export type Keys = readonly (string | number)[];

/** Every place of the file where a value may stand, from the schemas, so that a new key is among them by itself. */
export function placesOf(schemas: readonly core.$ZodType[], path: Keys = []): readonly Keys[] {
  const forms = formsOf(schemas).map(({ _zod }) => _zod.def.type);
  const inner = [
    ...(knownKeys(schemas) ?? []),
    ...(forms.includes("record") ? ["any"] : []),
    ...(forms.includes("array") ? [0] : []),
  ].flatMap((key) => placesOf(childSchemas(schemas, key), [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

export function documentPlaces(): readonly Keys[] {
  return placesOf([documentSchema]).filter(([first]) => first !== "channels");
}

/** Below a channel of a type, with the keys that every channel has. */
export function channelPlaces(type: string): readonly Keys[] {
  const channel = CHANNELS.find((candidate) => candidate.type === type);
  if (channel === undefined) throw new Error(`no channel type ${type}`);
  return placesOf([z.object({ ...commonChannelSchema.shape, [type]: channel.schema })]);
}

/** `value` at a place, in objects and lists as the place needs them. */
export function at(place: Keys, value: unknown): object {
  return place.reduceRight<unknown>(
    (inner, key) => (typeof key === "number" ? [inner] : { [key]: inner }),
    value,
  ) as object;
}

/** Two objects in one, to the bottom. */
export function together(a: object, b: object): object {
  const result: Record<string, unknown> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const before = result[key];
    const both = isPlain(before) && isPlain(value);
    result[key] = both ? together(before, value) : value;
  }
  return result;
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
