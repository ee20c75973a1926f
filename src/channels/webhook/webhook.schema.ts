import * as z from "zod/mini";
import { addressProblem } from "../http-address.ts";
import { httpTimeoutSchema } from "../http-timeout.ts";
import { holds } from "../schema-rule.ts";
import { headersProblem } from "./header-rules.ts";
import { PRESET_NAMES } from "./presets/registry.ts";
import { templateProblem } from "./render-template.ts";
import { secretProblem } from "./sign.ts";

function urlProblem(url: string): string | undefined {
  return addressProblem(url, "use headers for credentials");
}

/** The `webhook` part of a channel (SPEC 6). */
export const webhookSchema = z
  .strictObject({
    url: z.string().check(holds(urlProblem)),
    /** Any JSON value with placeholders in its strings. Neither this nor `preset`: an object of all placeholders. */
    template: z.optional(z.unknown().check(holds(templateProblem))),
    preset: z.optional(z.enum(PRESET_NAMES)),
    headers: z.optional(z.record(z.string(), z.string()).check(holds(headersProblem))),
    /** Signs each request: by Standard Webhooks 1.0, or by the preset's own scheme where the service has one. */
    secret: z.optional(z.string().check(holds(secretProblem))),
    timeoutMs: httpTimeoutSchema,
  })
  .check(
    holds(({ template, preset }) =>
      template !== undefined && preset !== undefined ? "has both template and preset; keep one" : undefined,
    ),
  );

export type WebhookConfig = z.infer<typeof webhookSchema>;
