import * as z from "zod/mini";
import type { RuleMessage } from "../../messages/rules.messages.ts";
import { addressProblem, httpAddressForm } from "../http-address.ts";
import { httpTimeoutSchema } from "../http-timeout.ts";
import { holds, ruleIssue } from "../schema-rule.ts";
import { headersProblem } from "./header-rules.ts";
import { barkSettings } from "./presets/bark.ts";
import { gotifySettings } from "./presets/gotify.ts";
import type { Preset, PresetProblem } from "./presets/preset.ts";
import { pushoverSettings } from "./presets/pushover.ts";
import { PRESET_NAMES, PRESETS } from "./presets/registry.ts";
import { telegramSettings } from "./presets/telegram.ts";
import { templateProblem } from "./render-template.ts";
import { secretProblem } from "./sign.ts";

/** Why a webhook's address cannot be posted to, or `undefined`. */
export function hookUrlProblem(url: string): RuleMessage | undefined {
  return addressProblem(url, { id: "credentialsToHeaders" });
}

/** The `webhook` part of a channel. */
export const webhookSchema = z
  .strictObject({
    url: z.string().check(httpAddressForm, holds(hookUrlProblem)),
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
    timeoutMs: httpTimeoutSchema,
  })
  .check(
    holds(({ template, preset }) =>
      template !== undefined && preset !== undefined ? { id: "templateAndPreset" } : undefined,
    ),
    z.check((payload) => {
      const problem = presetProblem(payload.value);
      if (problem === undefined) return;
      payload.issues.push(ruleIssue(problem.what, payload.value, [problem.key]));
    }),
  );

type Settings = Partial<Record<(typeof SETTINGS_KEYS)[number], unknown>>;
/** Each belongs to the preset of its name. */
export const SETTINGS_KEYS = ["telegram", "bark", "gotify", "pushover"] as const;

interface PresetChoice extends Settings {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly preset?: keyof typeof PRESETS | undefined;
}

/** Never asked about a url that is no address: a problem of one key alone keeps the whole from being looked at. */
function presetProblem(config: PresetChoice): PresetProblem | undefined {
  const foreign = SETTINGS_KEYS.find((key) => config[key] !== undefined && key !== config.preset);
  if (foreign !== undefined) {
    return { key: foreign, what: { id: "presetNotChosen", values: { preset: foreign } } };
  }
  const preset: Preset<unknown> | undefined = config.preset && PRESETS[config.preset];
  return preset?.problem?.({ url: config.url, headers: config.headers, settings: presetSettings(config) });
}

/** What stands under the name of the chosen preset. */
export function presetSettings(config: Pick<PresetChoice, "preset"> & Settings): unknown {
  const key = SETTINGS_KEYS.find((name) => name === config.preset);
  return key && config[key];
}

export type WebhookConfig = z.infer<typeof webhookSchema>;
