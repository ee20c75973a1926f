import { channelMessages } from "../../messages/channels.messages.ts";
import { inLanguage } from "../../messages/define-messages.ts";
import type { AttemptResult } from "../../notices/outcome.ts";
import type { AttemptRequest, Channel, ChannelPorts } from "../channel.ts";
import { postOnce } from "../post-once.ts";
import { checkNtfyReply } from "./check-ntfy-reply.ts";
import { composeRequest } from "./compose-request.ts";
import { plainHttpWarning } from "./credentials.ts";
import { type NtfyConfig, ntfySchema } from "./ntfy.schema.ts";

/** ntfy has nothing to find out before its attempt. */
export type NtfyFacts = Readonly<Record<string, never>>;

/** Publishes each notice to a topic of an ntfy server (R24). */
export const ntfyChannel: Channel<NtfyConfig, NtfyFacts> = {
  type: "ntfy",
  modes: { default: ["tui", "rpc", "print"], allowed: ["tui", "rpc", "json", "print"] },
  schema: ntfySchema,
  excludes: { token: ["username", "password"], username: ["token"], password: ["token"] },
  warning: (config) => plainHttpWarning(config.serverUrl, config),
  address: ({ serverUrl }) => serverUrl,
  timeoutMs: (config) => config.timeoutMs,
  warmUp: async ({ http }) => http.warmUp?.(),
  prepare: () => ({ kind: "ready", facts: {} }),
  attempt: publish,
  describe: ({ serverUrl }, language) =>
    inLanguage(channelMessages, language)("ntfy", { host: new URL(serverUrl).host }),
};

function publish(
  { config, message, notice }: AttemptRequest<NtfyConfig, NtfyFacts>,
  { http }: ChannelPorts,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { url, headers, body } = composeRequest(config, message, notice);
  // A compressed reply could not be read.
  const all = { "User-Agent": "pi-notify", "Accept-Encoding": "identity", ...headers };
  return postOnce(http, { url, headers: all, body }, signal, checkNtfyReply);
}
