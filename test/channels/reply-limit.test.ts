import { expect, it } from "vitest";
import { NO_PROGRAMS } from "../../rig/off-desktop.ts";
import { webhookChannel } from "../../src/channels/webhook/webhook.channel.ts";
import { webhookSchema } from "../../src/channels/webhook/webhook.schema.ts";
import type { AttemptResult } from "../../src/notices/outcome.ts";
import type { HttpClient, HttpRequest } from "../../src/ports/http-client.ts";
import { attemptNtfy, ntfyMessage } from "./ntfy-attempt.ts";

const REPLY_LIMIT_BYTES = 64 * 1024;

function attemptWebhook(http: HttpClient): Promise<AttemptResult> {
  const terminal = { write: () => Promise.reject(new Error("a webhook writes nothing")) };
  return webhookChannel.attempt(
    {
      config: webhookSchema.parse({ url: "http://127.0.0.1:1/" }),
      facts: {},
      message: ntfyMessage(),
      notice: { id: "p1-s1-n1", event: "agent-completed", priority: 3, at: 0 },
    },
    { http, programs: NO_PROGRAMS, now: () => 0, terminal, ttys: terminal },
    new AbortController().signal,
  );
}

it.each<[string, (http: HttpClient) => Promise<AttemptResult>]>([
  ["ntfy", (http) => attemptNtfy({ topic: "t" }, { http })],
  ["webhook", attemptWebhook],
])("%s reads at most 64 KiB of a reply, so that no server can fill Pi's memory", async (_type, attempt) => {
  const requests: HttpRequest[] = [];
  const http: HttpClient = {
    post: async (request) => {
      requests.push(request);
      return { status: 200, body: '{"id":"a","event":"message"}' };
    },
  };
  await attempt(http);
  expect(requests.map(({ maxReplyBytes }) => maxReplyBytes)).toEqual([REPLY_LIMIT_BYTES]);
});
