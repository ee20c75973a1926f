import type { Message } from "../../../content/message.ts";
import type { FailureReason } from "../../../messages/failure.messages.ts";
import type { RuleMessage } from "../../../messages/rules.messages.ts";
import type { Priority } from "../../../notices/event-table.ts";
import type { RefusalReader } from "../../check-reply.ts";
import type { JsonValue } from "../json-value.ts";

export interface PresetRequest<Settings = undefined> {
  readonly message: Message;
  readonly priority: Priority;
  readonly secret: string | undefined;
  /** When the attempt is made, epoch seconds. */
  readonly seconds: number;
  /** What the configuration has under the preset's own name. */
  readonly settings: Settings;
}

/** The parts of a webhook's configuration that a preset may have demands on. */
export interface PresetConfig<Settings> {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly settings: Settings | undefined;
}

/** `what` follows the name of the key and quotes no value (R15). */
export interface PresetProblem {
  readonly key: string;
  readonly what: RuleMessage;
}

/**
 * A service whose webhook wants its own form. To add one: a file beside this one and a line in `registry.ts`; a service
 * with settings of its own also adds their schema to `webhook.schema.ts`, under the preset's name.
 * `body` keeps within the service's limits and escapes the text, so that its words never mention anybody.
 */
export interface Preset<Settings = undefined> {
  body(request: PresetRequest<Settings>): JsonValue;
  /** Where to post, for a service that wants its signature in the query. */
  address?(url: string, request: PresetRequest<Settings>): string;
  /** Names in lower case. */
  headers?(request: PresetRequest<Settings>): Readonly<Record<string, string>>;
  /** What makes a configuration unusable for this service, although each key alone is right. */
  problem?(config: PresetConfig<Settings>): PresetProblem | undefined;
  /** `own`: the service has a signature of its own, so the Standard Webhooks headers are left out. */
  readonly signing: "own" | "standard";
  readonly readRefusal: RefusalReader;
  /** As `readRefusal`, for a reply that is no JSON object. */
  readTextRefusal?(reply: string): FailureReason | undefined;
}
