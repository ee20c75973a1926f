import * as z from "zod/mini";
import type { ChannelRegistry } from "../../channels/registry.ts";
import { formRule } from "../../channels/schema-rule.ts";
import { EVENT_IDS } from "../../notices/event-table.ts";
import { PI_MODES } from "../../notices/notice.ts";

/** The configuration format that this program reads. */
export const CONFIG_VERSION = 1;

/** 24 hours: far below the 2^31 milliseconds at which a timer of Node fires at once. */
export const MAX_DELAY_MS = 24 * 60 * 60 * 1000;

/** Some ten megabytes of records. */
export const MAX_TRACE_KEEP = 1_000;

const delaySchema = z.int().check(z.minimum(0), z.maximum(MAX_DELAY_MS));
const switchSchema = z.optional(z.boolean());

const titlesShape = Object.fromEntries(
  EVENT_IDS.map((id) => [id, z.optional(z.string().check(formRule(/\S/, "notEmpty")))]),
);

/** The file, without its channels. Every key may be absent, so that a bad one can be taken out alone (R17). */
export const documentSchema = z.strictObject({
  $schema: z.optional(z.string()),
  /** Stands in files that people copied from elsewhere. */
  $comment: z.optional(z.string()),
  version: z.optional(z.int().check(z.minimum(1))),
  enabled: switchSchema,
  language: z.optional(z.enum(["auto", "en", "zh-CN"])),
  content: z.optional(
    z.strictObject({
      project: switchSchema,
      session: switchSchema,
      host: switchSchema,
      location: switchSchema,
      duration: switchSchema,
      promptTitle: switchSchema,
      fullPath: switchSchema,
      details: switchSchema,
    }),
  ),
  titles: z.optional(z.strictObject(titlesShape)),
  herdr: z.optional(z.strictObject({ enabled: switchSchema })),
  prompts: z.optional(
    z.strictObject({
      notify: z.optional(z.enum(["during-run", "always"])),
      graceMs: z.optional(delaySchema),
    }),
  ),
  attention: z.optional(
    z.strictObject({
      childProcesses: z.optional(z.enum(["silent", "notify"])),
      backgroundWork: z.optional(z.enum(["ignore", "hold"])),
      backgroundWorkMaxMs: z.optional(delaySchema),
    }),
  ),
  trace: z.optional(z.strictObject({ keep: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_TRACE_KEEP))) })),
  channels: z.optional(z.array(z.unknown())),
});
export type ConfigDocument = z.infer<typeof documentSchema>;

/** Every notice starts a delivery a channel at once: more than anybody has would only make Pi wait (R12). */
export const MAX_CHANNELS = 50;

export const eventSchema = z.enum(EVENT_IDS);

/** 1 to 64 characters that can be seen, and blanks between them. */
const CHANNEL_ID = /^(?=.{1,64}$)[^\p{Cc}\p{Cf}\p{Cs}\p{Z}]+(?: +[^\p{Cc}\p{Cf}\p{Cs}\p{Z}]+)*$/u;

/** What every channel has, whatever its type. */
export const commonChannelSchema = z.strictObject({
  id: z.string().check(z.trim(), formRule(CHANNEL_ID, "channelIdForm")),
  type: z.string(),
  enabled: z._default(z.boolean(), true),
  events: z.optional(z.array(eventSchema)),
  modes: z.optional(z.array(z.enum(PI_MODES))),
  delayMs: z._default(delaySchema, 0),
  /** Only for a type that can take something back. */
  withdraw: switchSchema,
});

/** The whole file, with every channel type's part in each channel: for what reads the schema, not for checking. */
export function fileSchema(registry: ChannelRegistry): z.ZodMiniType {
  const parts = Object.fromEntries(registry.map(({ type, schema }) => [type, schema]));
  const type = z.literal(registry.map((channel) => channel.type));
  const channel = z.object({ ...commonChannelSchema.shape, ...parts, type });
  return z.object({ ...documentSchema.shape, channels: z.array(channel) });
}
