import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpAnswer, type HttpReceiver, startHttpReceiver } from "../../rig/http-receiver.ts";
import { NtfyRefusal } from "../../rig/ntfy-errors.ts";
import { SELF_SIGNED } from "../../rig/self-signed.ts";
import { CHANNELS } from "../../src/channels/registry.ts";
import { statusLines } from "../../src/commands/status/status.ts";
import { testLines } from "../../src/commands/test/test.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { startSessionRuntime } from "../../src/runtime/session-runtime.ts";

/** Stands in every place that must not be told. */
const SECRET = "5ecret";

/** Long enough for the request to be on its way on a busy machine. */
const GIVES_UP_MS = 4000;

const reply = (status: number, body = ""): HttpAnswer => ({ kind: "reply", status, body });
const refusal = (code: ConstructorParameters<typeof NtfyRefusal>[0]): HttpAnswer => ({
  kind: "reply",
  ...new NtfyRefusal(code).toReply(),
});
const message = (more: object = {}) =>
  JSON.stringify({ id: "abcdefgh", event: "message", topic: SECRET, message: SECRET, ...more });
const NOT_NTFY = "failed (the reply is not an ntfy server's)";

interface Case {
  readonly answer: HttpAnswer | "refuse" | "redirect" | "self-signed" | "no TLS" | "no host";
  readonly outcome: string | RegExp;
  /** Requests that the server must have read at the end; 1 unless said otherwise. */
  readonly requests?: number;
  readonly timeoutMs?: number;
}

const CASES: Readonly<Record<string, Case>> = {
  "200-message": { answer: reply(200, message()), outcome: "accepted" },
  "201-message": { answer: reply(201, message({ extra: 1 })), outcome: "accepted" },
  "200-empty": { answer: reply(200), outcome: NOT_NTFY },
  "204": { answer: reply(204), outcome: NOT_NTFY },
  "200-web-page": { answer: reply(200, `<html>Log in, ${SECRET}</html>`), outcome: NOT_NTFY },
  "200-list": { answer: reply(200, `[${message()}]`), outcome: NOT_NTFY },
  "200-other-json": { answer: reply(200, '{"ok":true}'), outcome: NOT_NTFY },
  "200-other-event": { answer: reply(200, message({ event: "open" })), outcome: NOT_NTFY },
  "200-without-id": { answer: reply(200, message({ id: "" })), outcome: NOT_NTFY },
  "200-with-code": { answer: reply(200, `{"code":40301,"error":"${SECRET}"}`), outcome: "failed (error 40301)" },
  "400-attachment": { answer: refusal(40014), outcome: "failed (http 400, error 40014)" },
  "401": { answer: refusal(40101), outcome: "failed (http 401, error 40101)" },
  "403": { answer: refusal(40301), outcome: "failed (http 403, error 40301)" },
  "404": { answer: refusal(40401), outcome: "failed (http 404, error 40401)" },
  "404-web-page": { answer: reply(404, `<html>${SECRET}</html>`), outcome: "failed (http 404)" },
  "413": { answer: refusal(41301), outcome: "failed (http 413, error 41301)" },
  "429": { answer: refusal(42901), outcome: "failed (http 429, error 42901)" },
  "429-daily": { answer: refusal(42908), outcome: "failed (http 429, error 42908)" },
  "500": { answer: reply(500, SECRET), outcome: "failed (http 500)" },
  "502-text-code": { answer: reply(502, `{"code":"${SECRET}"}`), outcome: "failed (http 502)" },
  "503-retry-after": {
    answer: { kind: "reply", status: 503, headers: { "retry-after": "0" } },
    outcome: "failed (http 503)",
  },
  redirect: { answer: "redirect", outcome: "failed (redirect refused (302))" },
  reset: { answer: { kind: "reset" }, outcome: "failed (connection reset)" },
  close: { answer: { kind: "close" }, outcome: "failed (connection closed without a reply)" },
  garbage: { answer: { kind: "garbage" }, outcome: "failed (invalid reply)" },
  "broken-body": { answer: { kind: "broken-body" }, outcome: "failed (reply cut off)" },
  huge: { answer: { kind: "huge", bytes: 1 << 20 }, outcome: NOT_NTFY },
  hang: { answer: { kind: "hang" }, timeoutMs: GIVES_UP_MS, outcome: "timed-out (no-answer)" },
  trickle: { answer: { kind: "trickle" }, timeoutMs: GIVES_UP_MS, outcome: "timed-out (no-answer)" },
  refused: { answer: "refuse", outcome: "failed (connection refused)", requests: 0 },
  certificate: { answer: "self-signed", outcome: "failed (TLS certificate not accepted)", requests: 0 },
  "no-tls": { answer: "no TLS", outcome: "failed (TLS handshake failed)", requests: 0 },
  "no-host": { answer: "no host", outcome: /^failed \((?:host not found|name lookup failed)\)$/, requests: 0 },
};

describe("an ntfy server that does not do as it should", () => {
  const stack = new AsyncDisposableStack();
  const servers = new Map<string, HttpReceiver>();
  let elsewhere: HttpReceiver;
  let told: readonly string[] = [];
  let status: readonly string[] = [];
  const outages: string[] = [];

  async function addressOf(id: string, { answer }: Case): Promise<string> {
    const server = stack.use(await startHttpReceiver(answer === "self-signed" ? { tls: SELF_SIGNED } : {}));
    servers.set(id, server);
    if (answer === "redirect") server.answerWith({ kind: "redirect", to: elsewhere.url });
    else if (answer === "refuse") await server.refuse();
    else if (typeof answer === "object") server.answerWith(answer);
    if (answer === "no host") return `http://${SECRET}.invalid`;
    return answer === "no TLS" ? server.url.replace("http:", "https:") : server.url;
  }

  beforeAll(async () => {
    elsewhere = stack.use(await startHttpReceiver());
    const channels: object[] = [];
    for (const [id, one] of Object.entries(CASES)) {
      const serverUrl = `${await addressOf(id, one)}/${SECRET}`;
      const secrets = { topic: SECRET, token: `tk_${SECRET}`, click: `https://a.example/${SECRET}` };
      channels.push({ id, type: "ntfy", ntfy: { serverUrl, ...secrets, timeoutMs: one.timeoutMs ?? 30_000 } });
    }
    const file = JSON.stringify({ channels });
    const loaded = parseConfig(file, { file: "config.json", env: {}, channels: CHANNELS });
    // Without the built-in channels, which tell here.
    const config = { ...loaded.config, channels: loaded.config.channels.filter(({ type }) => type === "ntfy") };
    expect(config.channels.map(({ id }) => id).sort()).toEqual(Object.keys(CASES).sort());
    const runtime = startSessionRuntime({
      sessionKey: "s1",
      mode: "rpc",
      config,
      env: {},
      session: () => ({ cwd: "/work/project", sessionId: "s", host: "h" }),
      terminal: new PassThrough(),
      onFault: () => expect.unreachable("a fault of ours"),
      tell: (text) => outages.push(text),
    });
    told = await testLines(runtime, undefined);
    status = await statusLines(runtime, {
      project: { kind: "absent" },
      origins: { of: () => ["config.json"] },
      warnings: [],
    });
    runtime.send({ type: "session.ended" });
    await runtime.closed;
    for (const server of servers.values()) await server.waitForNoConnection();
  });
  afterAll(() => stack.disposeAsync());

  it.each(Object.entries(CASES))("%s: one attempt and its reason", (id, { outcome, requests = 1 }) => {
    const line = told.find((one) => one.startsWith(`${id}: `)) ?? "";
    if (typeof outcome === "string") expect(line).toBe(`${id}: ${outcome}`);
    else expect(line.slice(id.length + 2)).toMatch(outcome);
    expect(servers.get(id)?.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array(requests).fill(`POST /${SECRET}/${SECRET}`),
    );
  });

  it("makes no second connection, and follows no redirect", () => {
    const connections = [...servers].map(([id, server]) => [id, server.connections]);
    const expected = Object.entries(CASES).map(([id, { answer }]) => [id, answer === "no host" ? 0 : 1]);
    expect(Object.fromEntries(connections)).toEqual({ ...Object.fromEntries(expected), refused: 0 });
    expect(elsewhere.connections).toBe(0);
  });

  it("is told without topic, token, path or the server's words", () => {
    expect(told).toHaveLength(Object.keys(CASES).length);
    expect(outages).toHaveLength(told.filter((line) => !line.endsWith(": accepted")).length);
    expect(status.join("\n")).toContain("403: ntfy on 127.0.0.1:");
    // The host is no secret (R15), and this one was made up of it.
    const shown = [...told, ...status, ...outages].join("\n").replaceAll(`${SECRET}.invalid`, "");
    expect(shown).not.toContain(SECRET);
  });
});
