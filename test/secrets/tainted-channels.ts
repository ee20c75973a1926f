import type { core } from "zod/mini";
import * as z from "zod/mini";
import { CHANNELS } from "../../src/channels/registry.ts";
import { PRESET_NAMES } from "../../src/channels/webhook/presets/registry.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { commonChannelSchema, documentSchema } from "../../src/config/schema/config-schema.ts";
import { childSchemas, formsOf } from "../../src/config/schema/schema-view.ts";
import { EVENT_IDS } from "../../src/notices/event-table.ts";
import { at, channelPlaces, documentPlaces, type Keys, together } from "../config/hostile-values.ts";
import type { Markers } from "./markers.ts";

/**
 * The texts that are no secrets: names and titles that people give, and that notices show. Every other key that takes a
 * free text gets a marker, one that is added some day included.
 */
const HARMLESS = new Set(["id", "type", ...EVENT_IDS.map((event) => `titles.${event}`)]);

/** Stands in addresses for the server until {@link atServer} names the real one. */
const SERVER = "http://127.0.0.1:1";

interface Kind {
  readonly type: string;
  /** What makes it this kind. */
  readonly part?: object;
  /** Whether a place must be filled before the whole can be right. */
  readonly needs: (place: string) => boolean;
}

const needing = (...places: readonly string[]) => ({ needs: (place: string) => places.includes(place) });

/** A channel of each kind, so that each key is right in at least one of them. */
const KINDS: Readonly<Record<string, Kind>> = {
  osc: { type: "osc", ...needing() },
  bell: { type: "bell", ...needing() },
  desktop: { type: "desktop", ...needing() },
  hook: { type: "webhook", ...needing("webhook.url") },
  ...Object.fromEntries(
    PRESET_NAMES.map((preset) => {
      const needs = (place: string) => place === "webhook.url" || place.startsWith(`webhook.${preset}.`);
      return [preset, { type: "webhook", part: { preset }, needs }];
    }),
  ),
  token: { type: "ntfy", ...needing("ntfy.topic", "ntfy.token") },
  password: { type: "ntfy", ...needing("ntfy.topic", "ntfy.username", "ntfy.password") },
};

export interface TaintedChannel {
  readonly id: string;
  readonly type: string;
  /** As in the file. */
  readonly entry: object;
  /** The places that hold a marker: `webhook.url`. */
  readonly places: readonly string[];
}

/** A channel of each kind with a marker in every key that can be right in it. */
export function taintedChannels(markers: Markers, suffix: string): readonly TaintedChannel[] {
  return Object.entries(KINDS).map(([kind, { type, part, needs }]) => {
    const id = `${kind}-${suffix}`;
    const free = freePlaces(channelPlaces(type), channelSchemas(type));
    const needed = free.filter((place) => needs(place.join(".")));
    let entry: object = { id, type, events: EVENT_IDS, ...(part && { [type]: part }) };
    for (const place of needed) entry = together(entry, filled(place, id, type, markers));
    assertRight(entry);
    const places = [...needed];
    for (const place of free.filter((candidate) => !needed.includes(candidate))) {
      const more = together(entry, filled(place, id, type, markers));
      if (faultsOf(more).length > 0) continue;
      entry = more;
      places.push(place);
    }
    return { id, type, entry, places: places.map((place) => place.join(".")) };
  });
}

/** What of the file stands beside its channels, with a marker wherever a free text may stand. */
export function taintedDocument(markers: Markers): object {
  return freePlaces(documentPlaces(), [documentSchema]).reduce<object>(
    (file, place) => together(file, at(place, markers.at(place.join(".")))),
    {},
  );
}

/** The keys of each channel type that take a free text and are not harmless. */
export function secretPlaces(type: string): readonly string[] {
  return freePlaces(channelPlaces(type), channelSchemas(type)).map((place) => place.join("."));
}

/** The same with the real server in every address. */
export function atServer(entry: object, url: string): object {
  return mapTexts(entry, (text) => text.replaceAll(SERVER, url));
}

/** The same with every text that holds a marker replaced by a variable, which is added to `env`. */
export function fromEnvironment(entry: object, markers: Markers, env: Record<string, string>): object {
  return mapTexts(entry, (text) => {
    if (markers.placesIn(text).length === 0) return text;
    const name = `TAINT_${Object.keys(env).length}`;
    env[name] = text;
    return `\${${name}}`;
  });
}

function mapTexts(entry: object, change: (text: string) => string): object {
  return JSON.parse(JSON.stringify(entry), (_key, value: unknown) =>
    typeof value === "string" ? change(value) : value,
  );
}

function channelSchemas(type: string): readonly core.$ZodType[] {
  const channel = CHANNELS.find((candidate) => candidate.type === type);
  return [z.object({ ...commonChannelSchema.shape, ...(channel && { [type]: channel.schema }) })];
}

/** Whatever is not closed by its schema may hold a secret. */
const CLOSED = new Set(["boolean", "number", "int", "enum", "literal", "null", "object", "array", "record"]);

function freePlaces(places: readonly Keys[], schemas: readonly core.$ZodType[]): readonly Keys[] {
  return places.filter((place) => {
    const forms = formsOf(schemasAt(schemas, place));
    return !HARMLESS.has(place.join(".")) && forms.some(({ _zod: { def } }) => !CLOSED.has(def.type));
  });
}

function schemasAt(schemas: readonly core.$ZodType[], place: Keys): readonly core.$ZodType[] {
  return place.reduce<readonly core.$ZodType[]>((outer, key) => childSchemas(outer, key), schemas);
}

/** A marker in the first shape that the key's own schema takes. */
function filled(place: Keys, id: string, type: string, markers: Markers): object {
  const marker = markers.at(`${id}: ${place.join(".")}`);
  const shapes = [marker, `@${marker}`, `${SERVER}/${marker}/push?k=${marker}`, `${SERVER}/${marker}`];
  const schemas = schemasAt(channelSchemas(type), place);
  const fitting = shapes.find((shape) => schemas.some((schema) => z.safeParse(schema, shape).success));
  if (fitting === undefined) throw new Error(`${place.join(".")}: no shape of a marker is right there; add one`);
  return at(place, fitting);
}

function faultsOf(entry: object): readonly string[] {
  const text = JSON.stringify({ channels: [entry] });
  return parseConfig(text, { file: "config.json", env: {}, channels: CHANNELS }).warnings.map(
    (warning) => warning.text,
  );
}

function assertRight(entry: object): void {
  const [fault] = faultsOf(entry);
  if (fault !== undefined) throw new Error(fault);
}
