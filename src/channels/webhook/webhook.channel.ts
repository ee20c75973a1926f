import { channelMessages } from "../../messages/channels.messages.ts";
import { inLanguage } from "../../messages/define-messages.ts";
import type { AttemptResult } from "../../notices/outcome.ts";
import type { AttemptRequest, Channel, ChannelPorts } from "../channel.ts";
import { checkReply, readErrcode } from "../check-reply.ts";
import { failed } from "../failed.ts";
import { postOnce } from "../post-once.ts";
import { escapeText } from "./escaped-text.ts";
import { placeholderValues } from "./placeholders.ts";
import type { Preset } from "./presets/preset.ts";
import { PRESET_NAMES, PRESETS } from "./presets/registry.ts";
import { DEFAULT_TEMPLATE, renderTemplate } from "./render-template.ts";
import { signatureHeaders } from "./sign.ts";
import { presetSettings, SETTINGS_KEYS, type WebhookConfig, webhookSchema } from "./webhook.schema.ts";

/** A webhook has nothing to find out before its attempt. */
export type WebhookFacts = Readonly<Record<string, never>>;

const MAX_BODY_BYTES = 256 * 1024;

/** Posts one JSON body a notice (R24). */
export const webhookChannel: Channel<WebhookConfig, WebhookFacts> = {
  type: "webhook",
  presets: PRESET_NAMES,
  modes: { default: ["tui", "rpc", "print"], allowed: ["tui", "rpc", "json", "print"] },
  schema: webhookSchema,
  excludes: { template: ["preset", ...SETTINGS_KEYS], preset: ["template", ...SETTINGS_KEYS] },
  escapeInserted: (value, [key]) => (key === "template" ? escapeText(value) : value),
  address: ({ url }) => url,
  timeoutMs: (config) => config.timeoutMs,
  warmUp: async ({ http }) => http.warmUp?.(),
  prepare: () => ({ kind: "ready", facts: {} }),
  attempt: post,
  describe({ url, preset }, language) {
    const say = inLanguage(channelMessages, language);
    const { host } = new URL(url);
    return preset === undefined ? say("webhook", { host }) : say("webhookPreset", { preset, host });
  },
};

async function post(
  request: AttemptRequest<WebhookConfig, WebhookFacts>,
  ports: ChannelPorts,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { config, notice, message } = request;
  const { secret } = config;
  const preset: Preset<unknown> | undefined = config.preset && PRESETS[config.preset];
  const seconds = Math.floor(ports.now() / 1000);
  const settings = presetSettings(config);
  const forPreset = { message, priority: notice.priority, secret, seconds, settings };
  const value = preset
    ? preset.body(forPreset)
    : renderTemplate(templateOf(config), placeholderValues(message, notice));
  const body = JSON.stringify(value);
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) return failed("request body over 256 KiB");

  const headers = {
    "content-type": "application/json",
    "user-agent": "pi-notify",
    // A compressed reply would hide the error code that a service puts into its body.
    "accept-encoding": "identity",
    ...lowerCaseNames(config.headers ?? {}),
    ...preset?.headers?.(forPreset),
    "webhook-id": notice.id,
    ...(secret !== undefined && preset?.signing !== "own" && signatureHeaders(secret, notice.id, seconds, body)),
  };
  const url = preset?.address?.(config.url, forPreset) ?? config.url;
  return postOnce(ports.http, { url, headers, body }, signal, (reply) =>
    checkReply(reply, preset?.readRefusal ?? readErrcode, preset?.readTextRefusal),
  );
}

/** `null` is a template too. */
function templateOf(config: WebhookConfig): unknown {
  return config.template === undefined ? DEFAULT_TEMPLATE : config.template;
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
