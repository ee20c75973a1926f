import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HttpAnswer, startHttpReceiver } from "../../rig/http-receiver.ts";
import { NO_PROGRAMS, OFF_DESKTOP } from "../../rig/off-desktop.ts";
import { openHandles, waitForHandles } from "../../rig/open-handles.ts";
import { SELF_SIGNED } from "../../rig/self-signed.ts";
import { HANG_LIMIT_MS, within } from "../../rig/within.ts";
import { createHttpClient } from "../../src/adapters/http/undici-http-client.ts";
import type { ChannelPorts } from "../../src/channels/channel.ts";
import { signatureHeaders } from "../../src/channels/webhook/sign.ts";
import { webhookChannel } from "../../src/channels/webhook/webhook.channel.ts";
import { type WebhookConfig, webhookSchema } from "../../src/channels/webhook/webhook.schema.ts";
import type { Message } from "../../src/content/message.ts";
import { HttpFault } from "../../src/ports/http-client.ts";

const NOW = 1_700_000_000_999;
const NOTICE = { id: "p1-s1-n1", event: "agent-completed", priority: 3, at: NOW - 5000 } as const;
const MESSAGE: Message = {
  title: "Pi 等待输入",
  lines: ["项目：a", "主机：b"],
  fields: { label: "", project: "a", session: "", host: "b", location: "", duration: "" },
};

function ports(http: ChannelPorts["http"] = createHttpClient({ env: {} })): ChannelPorts {
  const terminal = { write: () => Promise.reject(new Error("a webhook writes nothing")) };
  return { http, programs: NO_PROGRAMS, now: () => NOW, terminal, ttys: terminal };
}

function configOf(part: Record<string, unknown>): WebhookConfig {
  return webhookSchema.parse(part);
}

function attempt(
  part: Record<string, unknown>,
  more: { signal?: AbortSignal; message?: Message; http?: ChannelPorts["http"] } = {},
) {
  const request = { config: configOf(part), facts: {}, message: more.message ?? MESSAGE, notice: NOTICE };
  const result = webhookChannel.attempt(request, ports(more.http), more.signal ?? new AbortController().signal);
  return within(HANG_LIMIT_MS, "an attempt of the webhook channel", result);
}

let baseline: string[] = [];

describe("webhook channel on a real server", () => {
  beforeEach(() => {
    baseline = openHandles();
  });
  afterEach(async () => {
    await waitForHandles(baseline);
  });

  it("posts every value by default, and always its id", async () => {
    await using receiver = await startHttpReceiver();
    expect(await attempt({ url: `${receiver.url}/secret/path?x=1` })).toEqual({ kind: "accepted" });
    const [got, ...others] = await receiver.waitForRequests(1);
    expect(others).toEqual([]);
    expect(got).toMatchObject({ method: "POST", path: "/secret/path?x=1" });
    expect(got?.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "pi-notify",
      "accept-encoding": "identity",
      "webhook-id": "p1-s1-n1",
    });
    expect(got?.headers).not.toHaveProperty("webhook-signature");
    expect(JSON.parse(got?.body ?? "")).toMatchObject({ title: "Pi 等待输入", body: "项目：a\n主机：b", priority: 3 });
  });

  it("signs what it sends", async () => {
    await using receiver = await startHttpReceiver();
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    await attempt({ url: receiver.url, secret });
    const [got] = await receiver.waitForRequests(1);
    expect(got?.headers).toMatchObject(signatureHeaders(secret, "p1-s1-n1", 1_700_000_000, got?.body ?? ""));
  });

  it("sends configured headers once each, over its own", async () => {
    await using receiver = await startHttpReceiver();
    await attempt({ url: receiver.url, headers: { "X-Team": "é", "Content-Type": "application/x+json" } });
    const [got] = await receiver.waitForRequests(1);
    expect(got?.headers).toMatchObject({ "x-team": "é", "content-type": "application/x+json" });
  });

  it("posts a template that is null as it is", async () => {
    await using receiver = await startHttpReceiver();
    await attempt({ url: receiver.url, template: null });
    expect((await receiver.waitForRequests(1))[0]?.body).toBe("null");
  });

  it("posts feishu's form with feishu's signature and no other", async () => {
    await using receiver = await startHttpReceiver();
    receiver.answerWith({ kind: "reply", status: 200, body: '{"code":19021,"msg":"sign match fail"}' });
    const result = await attempt({ url: receiver.url, preset: "feishu", secret: "s" });
    expect(result).toEqual({ kind: "failed", reason: "error 19021" });
    const [got] = await receiver.waitForRequests(1);
    expect(JSON.parse(got?.body ?? "")).toMatchObject({ msg_type: "post", timestamp: "1700000000" });
    expect(got?.headers).not.toHaveProperty("webhook-signature");
    expect(got?.headers["webhook-id"]).toBe("p1-s1-n1");
  });

  it("posts slack's form", async () => {
    await using receiver = await startHttpReceiver();
    receiver.answerWith({ kind: "reply", status: 200, body: "ok" });
    expect(await attempt({ url: receiver.url, preset: "slack" })).toEqual({ kind: "accepted" });
    const [got] = await receiver.waitForRequests(1);
    expect(JSON.parse(got?.body ?? "")).toEqual({ text: "Pi 等待输入\n项目：a\n主机：b", mrkdwn: false });
  });

  it.each<[string, HttpAnswer, string]>([
    ["204", { kind: "reply", status: 204 }, "accepted"],
    ["an errcode", { kind: "reply", status: 200, body: '{"errcode":310000}' }, "error 310000"],
    ["500", { kind: "reply", status: 500 }, "http 500"],
    ["a redirect", { kind: "redirect", to: "http://127.0.0.1:1/" }, "redirect refused (302)"],
    ["a reset", { kind: "reset" }, "connection reset"],
    ["a huge body", { kind: "huge", bytes: 1024 * 1024 }, "accepted"],
  ])("meets %s with one request: %s", async (_name, answer, expected) => {
    await using receiver = await startHttpReceiver();
    receiver.answerWith(answer);
    const result = await attempt({ url: receiver.url });
    expect(result.kind === "failed" ? result.reason : result.kind).toBe(expected);
    await receiver.waitForNoConnection();
    expect(receiver.requests).toHaveLength(1);
  });

  it("fails on a refused connection and on an unknown certificate", async () => {
    await using gone = await startHttpReceiver();
    await gone.refuse();
    expect(await attempt({ url: gone.url })).toEqual({ kind: "failed", reason: "connection refused" });
    await using receiver = await startHttpReceiver({ tls: SELF_SIGNED });
    expect(await attempt({ url: receiver.url })).toEqual({ kind: "failed", reason: "TLS certificate not accepted" });
  });

  it("lets go of a server that hangs when its time is up", async () => {
    await using receiver = await startHttpReceiver();
    receiver.answerWith({ kind: "hang" });
    const aborter = new AbortController();
    const result = attempt({ url: receiver.url }, { signal: aborter.signal });
    await receiver.waitForRequests(1);
    aborter.abort();
    expect((await result).kind).toBe("failed");
    await receiver.waitForNoConnection();
  });

  it("does not send more than 256 KiB", async () => {
    await using receiver = await startHttpReceiver();
    const quotes = 2;
    const template = "a".repeat(256 * 1024 - quotes);
    const result = await attempt({ url: receiver.url, template: `${template}a` });
    expect(result).toEqual({ kind: "failed", reason: "request body over 256 KiB" });
    expect((await attempt({ url: receiver.url, template: "长".repeat(90_000) })).kind).toBe("failed");
    expect(receiver.connections).toBe(0);
    expect(await attempt({ url: receiver.url, template })).toEqual({ kind: "accepted" });
  });
});

describe("webhook channel", () => {
  it.each([
    [new HttpFault("host not found"), "host not found"],
    [new Error("connect to https://hunter2@host/secret failed"), "request failed"],
  ])("names a fault without quoting an unknown one", async (error, reason) => {
    const result = await attempt({ url: "https://example.com" }, { http: { post: () => Promise.reject(error) } });
    expect(result).toEqual({ kind: "failed", reason });
  });

  it.each([
    [{ url: "https://user.example.com:8443/secret?token=x" }, "webhook to user.example.com:8443"],
    [{ url: "https://hooks.slack.com/services/T/B/x", preset: "slack" }, "webhook (slack) to hooks.slack.com"],
  ])("describes %j by its host", (part, line) => {
    expect(webhookChannel.describe(configOf(part), "en")).toBe(line);
  });

  it("takes as long as its configuration allows, and no longer", () => {
    expect(webhookChannel.timeoutMs(configOf({ url: "https://example.com", timeoutMs: 1_234 }))).toBe(1_234);
  });

  it("is always ready, and never in json mode unless asked", () => {
    const config = configOf({ url: "https://example.com" });
    expect(webhookChannel.prepare({ config, env: {}, tmux: { kind: "unanswered" }, ...OFF_DESKTOP })).toEqual({
      kind: "ready",
      facts: {},
    });
    expect(webhookChannel.timeoutMs(config)).toBe(5000);
    expect(webhookChannel.address?.(config)).toBe("https://example.com");
    expect(webhookChannel.type).toBe("webhook");
    expect(webhookChannel.modes).toEqual({
      default: ["tui", "rpc", "print"],
      allowed: ["tui", "rpc", "json", "print"],
    });
  });
});
