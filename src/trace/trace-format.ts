import * as z from "zod/mini";
import { EVENT_IDS } from "../notices/event-table.ts";
import { PI_MODES } from "../notices/notice.ts";
import { OUTCOME_KINDS } from "../notices/outcome.ts";
import { TRACE_FORMAT, TRACE_VERSION } from "./format-name.ts";

/** Names and types as our machines and their configuration make them: no white space, no control character. */
const name = z.string().check(z.regex(/^[A-Za-z0-9_.#/*:+-]{1,200}$/));
/** Far more than any of our charts has; readers compare them with each other. */
const states = z.array(name).check(z.maxLength(500));
/** Epoch milliseconds, in years of four digits. */
const instant = z.number().check(z.minimum(0), z.maximum(2.5e14));

/** One event that one actor has worked off. */
export const recordSchema = z.object({
  /** When it began with it, epoch milliseconds. */
  at: instant,
  /** Its place in the tree: `session`, `run#3/settled/terminal`. The same actor has the same name in every run of Pi. */
  actor: name,
  /** The id of its machine: `delivery`. */
  machine: name,
  /** The event's type as the machine knows it; `xstate.init` begins an actor. */
  event: name,
  /** The actor that sent it; absent where it came from Pi, or the command. A timer's event comes from the actor itself. */
  from: z.optional(name),
  /** The active leaf states before and after, each by its path in the chart: `pending.delay.over`. */
  before: z.optional(states),
  after: states,
  /** With the event that begins a notice. */
  notice: z.optional(z.object({ id: name, event: z.enum(EVENT_IDS) })),
  /** With the event that ends a delivery. */
  outcome: z.optional(z.enum(OUTCOME_KINDS)),
  /** Why: of the outcome, or what the event itself gives as its reason. */
  reason: z.optional(z.string().check(z.maxLength(200))),
});

export const traceSchema = z.object({
  format: z.literal(TRACE_FORMAT),
  version: z.literal(TRACE_VERSION),
  /** The version of pi-notify. */
  madeBy: z.string().check(z.maxLength(50)),
  mode: z.enum(PI_MODES),
  /** What the clock on that wall showed, ahead of UTC. */
  utcOffsetMinutes: z.int().check(z.minimum(-1_440), z.maximum(1_440)),
  /** `trace.keep` of the configuration. */
  keep: z.int().check(z.minimum(1)),
  /** Older records that were not kept. */
  dropped: z.int().check(z.minimum(0)),
  channels: z.array(z.object({ id: name, type: name })),
  /** In the order in which the actors began with the events. */
  records: z.array(recordSchema),
});

export type Trace = z.infer<typeof traceSchema>;
export type TraceRecord = z.infer<typeof recordSchema>;
