import * as z from "zod/mini";
import type { RuleMessage } from "../../messages/rules.messages.ts";
import { EVENT_IDS, type EventId } from "../../notices/event-table.ts";
import { addressProblem, httpAddressForm, isWholeHttpAddress } from "../http-address.ts";
import { httpTimeoutSchema } from "../http-timeout.ts";
import { holds } from "../schema-rule.ts";
import { credentialsProblem, tokenProblem, usernameProblem } from "./credentials.ts";
import { topicForm, topicProblem } from "./topic-rule.ts";

/** The public server. */
export const DEFAULT_SERVER_URL = "https://ntfy.sh";

/** The topic is appended to it, so a query or fragment, an empty one too, would swallow the topic. */
export function serverUrlProblem(url: string): RuleMessage | undefined {
  const problem = addressProblem(url, { id: "credentialsToKeys" });
  if (problem !== undefined) return problem;
  return url.includes("?") ? { id: "noQuery" } : undefined;
}

function iconProblem(url: string): RuleMessage | undefined {
  return isWholeHttpAddress(url) ? undefined : { id: "iconAddress" };
}

function clickProblem(address: string): RuleMessage | undefined {
  const isWhole = URL.canParse(address) && !/[\s\x00-\x1f\x7f]/.test(address);
  return isWhole ? undefined : { id: "wholeAddress" };
}

function tagProblem(tag: string): RuleMessage | undefined {
  const isOne = tag.trim() !== "" && !/[,\x00-\x1f\x7f]/.test(tag);
  return isOne ? undefined : { id: "oneTag" };
}

const prioritySchema = z.optional(z.int().check(z.minimum(1), z.maximum(5)));
/** `null` sends none. */
const iconSchema = z.optional(z.nullable(z.string().check(holds(iconProblem))));

const eventOptionSchema = z.optional(z.strictObject({ priority: prioritySchema, icon: iconSchema }));
const eventOptionsShape = Object.fromEntries(EVENT_IDS.map((id) => [id, eventOptionSchema])) as Record<
  EventId,
  typeof eventOptionSchema
>;

/** The `ntfy` part of a channel. */
export const ntfySchema = z
  .strictObject({
    serverUrl: z._default(z.string().check(httpAddressForm, holds(serverUrlProblem)), DEFAULT_SERVER_URL),
    topic: z.string().check(topicForm, holds(topicProblem)),
    token: z.optional(z.string().check(holds(tokenProblem))),
    username: z.optional(z.string().check(holds(usernameProblem))),
    password: z.optional(z.string()),
    /** For all events; without it each event has its own. */
    priority: prioritySchema,
    icon: iconSchema,
    tags: z.optional(z.array(z.string().check(holds(tagProblem)))),
    /** What a tap on the notification opens. */
    click: z.optional(z.string().check(holds(clickProblem))),
    timeoutMs: httpTimeoutSchema,
    /** By event; wins over `priority` and `icon`. */
    eventOptions: z.optional(z.strictObject(eventOptionsShape)),
  })
  .check(holds(credentialsProblem));

export type NtfyConfig = z.infer<typeof ntfySchema>;
