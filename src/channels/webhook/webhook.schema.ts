import * as z from "zod/mini";
import { headersProblem } from "./header-rules.ts";
import { PRESET_NAMES } from "./presets/registry.ts";
import { templateProblem } from "./render-template.ts";
import { secretProblem } from "./sign.ts";

const DEFAULT_TIMEOUT_MS = 5000;
const MAX_TIMEOUT_MS = 60_000;

/** Turns a function that names a problem into a check; no message quotes a value (R15). */
function holds<T>(problemOf: (value: T) => string | undefined) {
  return z.check<T>((payload) => {
    const message = problemOf(payload.value);
    if (message !== undefined) payload.issues.push({ code: "custom", input: payload.value, message });
  });
}

/** Stands apart from `urlProblem` because the JSON Schema can hold a pattern, but no function. */
const WEB_ADDRESS = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/\\?#]/;
const NO_WEB_ADDRESS = "must be a whole http:// or https:// address";

function urlProblem(url: string): string | undefined {
  if (/[\s\\]/.test(url) || !URL.canParse(url)) return NO_WEB_ADDRESS;
  const { username, password } = new URL(url);
  if (username !== "" || password !== "" || /^https?:\/\/[^/?#]*@/i.test(url)) {
    return "must not hold a user name or password; use headers for credentials";
  }
  if (url.includes("#")) return "must not hold a fragment (#…), which is never sent";
  return undefined;
}

/** The `webhook` part of a channel (SPEC 6). */
export const webhookSchema = z
  .strictObject({
    url: z.string().check(z.regex(WEB_ADDRESS, { error: NO_WEB_ADDRESS, abort: true }), holds(urlProblem)),
    /** Any JSON value with placeholders in its strings. Neither this nor `preset`: an object of all placeholders. */
    template: z.optional(z.unknown().check(holds(templateProblem))),
    preset: z.optional(z.enum(PRESET_NAMES)),
    headers: z.optional(z.record(z.string(), z.string()).check(holds(headersProblem))),
    /** Signs each request: by Standard Webhooks 1.0, or by the preset's own scheme where the service has one. */
    secret: z.optional(z.string().check(holds(secretProblem))),
    /** From connecting to the last byte of the reply, milliseconds. */
    timeoutMs: z._default(z.int().check(z.minimum(1), z.maximum(MAX_TIMEOUT_MS)), DEFAULT_TIMEOUT_MS),
  })
  .check(
    holds(({ template, preset }) =>
      template !== undefined && preset !== undefined ? "has both template and preset; keep one" : undefined,
    ),
  );

export type WebhookConfig = z.infer<typeof webhookSchema>;
