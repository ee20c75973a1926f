import type { Message } from "../../../content/message.ts";
import type { JsonValue } from "../json-value.ts";
import type { RefusalReader } from "../judge-reply.ts";

export interface PresetRequest {
  readonly message: Message;
  readonly secret: string | undefined;
  /** When the attempt is made, epoch seconds. */
  readonly seconds: number;
}

/**
 * A service whose webhook wants its own form. To add one: a file beside this one and a line in `registry.ts`.
 * `body` keeps within the service's limits and escapes the text, so that nobody is mentioned by what it happens to say.
 */
export interface Preset {
  body(request: PresetRequest): JsonValue;
  /** `own`: the service has a signature of its own in the body, so the Standard Webhooks headers are left out. */
  readonly signing: "own" | "standard";
  readonly readRefusal: RefusalReader;
}
