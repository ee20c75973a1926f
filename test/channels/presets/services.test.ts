import { describe, expect, it } from "vitest";
import { type HttpReceiver, startHttpReceiver } from "../../../rig/http-receiver.ts";
import { NO_PROGRAMS } from "../../../rig/off-desktop.ts";
import { HANG_LIMIT_MS, within } from "../../../rig/within.ts";
import { createHttpClient } from "../../../src/adapters/http/undici-http-client.ts";
import { PRESET_NAMES, type PresetName } from "../../../src/channels/webhook/presets/registry.ts";
import { webhookChannel } from "../../../src/channels/webhook/webhook.channel.ts";
import { webhookSchema } from "../../../src/channels/webhook/webhook.schema.ts";
import type { Message } from "../../../src/content/message.ts";
import type { AttemptResult } from "../../../src/notices/outcome.ts";
import { message, SECONDS, SETTINGS, USER_30 } from "./preset-cases.ts";
import { DOUBLES, PATHS, SIGNING_SECRET } from "./service-doubles.ts";

const SIGNED: readonly PresetName[] = ["feishu", "dingtalk"];

/** Sends through the real channel and the real HTTP client, with the configuration that a user would write. */
async function send(
  name: PresetName,
  receiver: HttpReceiver,
  of: Message,
  { path = PATHS[name], settings = SETTINGS[name] }: { path?: string; settings?: object | undefined } = {},
): Promise<AttemptResult> {
  const config = webhookSchema.parse({
    url: receiver.url + path,
    preset: name,
    ...(SIGNED.includes(name) && { secret: SIGNING_SECRET }),
    ...(settings && { [name]: settings }),
  });
  const ports = {
    http: createHttpClient({ env: {} }),
    programs: NO_PROGRAMS,
    now: () => SECONDS * 1000 + 999,
    terminal: { write: () => Promise.reject(new Error("a webhook writes nothing")) },
    ttys: { write: () => Promise.reject(new Error("a webhook writes nothing")) },
  };
  const notice = { id: "n1", event: "agent-completed", priority: 3, at: SECONDS * 1000 } as const;
  const request = { config, facts: {}, message: of, notice };
  const result = webhookChannel.attempt(request, ports, new AbortController().signal);
  return within(HANG_LIMIT_MS, `an attempt of the ${name} preset`, result);
}

/** How each service is made to refuse, and what is told of it. */
const REFUSALS: Readonly<Record<PresetName, readonly [wrong: { path?: string; settings?: object }, reason: string]>> = {
  slack: [{ path: "/services/T0/B0/s3cretWRONG" }, "http 404"],
  discord: [{ path: "/api/webhooks/1234/s3cretWRONG" }, "http 404, error 10015"],
  teams: [{ path: "/webhookb2/s3cretWRONG" }, "http 404"],
  telegram: [{ path: "/bot123456:s3cretWRONG/sendMessage" }, "http 401"],
  feishu: [{ path: "/open-apis/bot/v2/hook/s3cretWRONG" }, "error 19001"],
  dingtalk: [{ path: "/robot/send?access_token=s3cretWRONG" }, "error 300005"],
  wecom: [{ path: "/cgi-bin/webhook/send?key=s3cretWRONG" }, "error 93000"],
  bark: [{ settings: { deviceKey: "s3cretWRONG" } }, "http 400"],
  gotify: [{ settings: { token: "s3cretWRONG" } }, "http 401"],
  pushover: [
    { settings: { token: "s3cret".repeat(5), user: USER_30 } },
    "http 400, refused by pushover: token not valid",
  ],
};

describe.each(PRESET_NAMES)("%s, answering as the service does", (name) => {
  it("accepts what the preset sends, plain, hostile and far too long", async () => {
    await using receiver = await startHttpReceiver();
    receiver.answerWith({ kind: "compute", reply: DOUBLES[name] });
    const messages = [
      message("Pi finished", "Project: a"),
      message("T"),
      message('"\\ <b> @everyone\n', "等待 👨‍👩‍👧 \ud800"),
      message("T", "长".repeat(2000), "😀".repeat(5000)),
      message("<&>".repeat(2000), "<&>".repeat(2000)),
    ];
    for (const of of messages) expect(await send(name, receiver, of)).toEqual({ kind: "accepted" });
    const requests = await receiver.waitForRequests(messages.length);
    expect(requests).toHaveLength(messages.length);
    for (const { headers, body } of requests) {
      expect(headers).toMatchObject({ "content-type": "application/json", "webhook-id": "n1" });
      expect(headers).not.toHaveProperty("webhook-signature");
      expect(body).not.toMatch(/\\ud[89a-f]/i);
    }
  });

  it("refuses what is wrong, and the reason has neither secret nor words", async () => {
    await using receiver = await startHttpReceiver();
    receiver.answerWith({ kind: "compute", reply: DOUBLES[name] });
    const [wrong, reason] = REFUSALS[name];
    const result = await send(name, receiver, message("T", "a"), wrong);
    expect(result).toEqual({ kind: "failed", reason });
    expect(JSON.stringify(result)).not.toMatch(/s3cret/i);
  });

  it("is described by its host alone", () => {
    const url = `https://service.example${PATHS[name]}`;
    const config = webhookSchema.parse({ url, preset: name, ...(SETTINGS[name] && { [name]: SETTINGS[name] }) });
    expect(webhookChannel.describe(config, "en")).toBe(`webhook (${name}) to service.example`);
  });
});

it("dingtalk keeps the rest of the query beside its signature, and needs no secret", async () => {
  await using receiver = await startHttpReceiver();
  const part = { url: `${receiver.url}/robot/send?access_token=a%2Bb&x=1`, preset: "dingtalk" };
  const attempt = (config: object) =>
    webhookChannel.attempt(
      {
        config: webhookSchema.parse(config),
        facts: {},
        message: message("T"),
        notice: { id: "n1", event: "agent-completed", priority: 3, at: 0 },
      },
      {
        http: createHttpClient({ env: {} }),
        programs: NO_PROGRAMS,
        now: () => 1_700_000_000_999,
        terminal: { write: () => Promise.reject(new Error("a webhook writes nothing")) },
        ttys: { write: () => Promise.reject(new Error("a webhook writes nothing")) },
      },
      new AbortController().signal,
    );
  await attempt({ ...part, secret: "SEC1" });
  await attempt(part);
  const [signed, unsigned] = await receiver.waitForRequests(2);
  const query = new URL(signed?.path ?? "", "http://h").searchParams;
  expect(Object.fromEntries(query)).toEqual({
    access_token: "a+b",
    x: "1",
    timestamp: "1700000000000",
    sign: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
  });
  expect(unsigned?.path).toBe("/robot/send?access_token=a%2Bb&x=1");
});
