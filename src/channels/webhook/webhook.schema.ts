import * as z from "zod/mini";
import { headersProblem } from "./header-rules.ts";
import { barkSettings } from "./presets/bark.ts";
import { gotifySettings } from "./presets/gotify.ts";
import type { Preset } from "./presets/preset.ts";
import { pushoverSettings } from "./presets/pushover.ts";
import { PRESET_NAMES, PRESETS } from "./presets/registry.ts";
import { telegramSettings } from "./presets/telegram.ts";
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

function urlProblem(url: string): string | undefined {
  if (!/^https?:\/\/[^/\\?#]/i.test(url) || /[\s\\]/.test(url) || !URL.canParse(url)) {
    return "must be a whole http:// or https:// address";
  }
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
    url: z.string().check(holds(urlProblem)),
    /** Any JSON value with placeholders in its strings. Neither this nor `preset`: an object of all placeholders. */
    template: z.optional(z.unknown().check(holds(templateProblem))),
    preset: z.optional(z.enum(PRESET_NAMES)),
    /** What a preset needs besides the address, under the preset's name. */
    telegram: z.optional(telegramSettings),
    bark: z.optional(barkSettings),
    gotify: z.optional(gotifySettings),
    pushover: z.optional(pushoverSettings),
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
    z.check((payload) => {
      const problem = presetProblem(payload.value);
      if (problem === undefined) return;
      payload.issues.push({ code: "custom", input: payload.value, path: [problem.key], message: problem.what });
    }),
  );

type Settings = Partial<Record<(typeof SETTINGS_KEYS)[number], unknown>>;
const SETTINGS_KEYS = ["telegram", "bark", "gotify", "pushover"] as const;

interface PresetChoice extends Settings {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly preset?: keyof typeof PRESETS | undefined;
}

function presetProblem(config: PresetChoice) {
  const foreign = SETTINGS_KEYS.find((key) => config[key] !== undefined && key !== config.preset);
  if (foreign !== undefined) return { key: foreign, what: `belongs to preset "${foreign}", which is not chosen` };
  // What is no address has been told already.
  if (!URL.canParse(config.url)) return undefined;
  const preset: Preset<unknown> | undefined = config.preset && PRESETS[config.preset];
  return preset?.problem?.({ url: config.url, headers: config.headers, settings: presetSettings(config) });
}

/** What stands under the name of the chosen preset. */
export function presetSettings(config: Pick<PresetChoice, "preset"> & Settings): unknown {
  const key = SETTINGS_KEYS.find((name) => name === config.preset);
  return key && config[key];
}

export type WebhookConfig = z.infer<typeof webhookSchema>;
