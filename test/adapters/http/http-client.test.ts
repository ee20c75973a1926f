import { execFile, spawn } from "node:child_process";
import tls from "node:tls";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startDnsServer } from "../../../rig/dns-server.ts";
import { startFullServer } from "../../../rig/full-server.ts";
import { startHttpProxy } from "../../../rig/http-proxy.ts";
import { type HttpAnswer, startHttpReceiver } from "../../../rig/http-receiver.ts";
import { openHandles, waitForHandles } from "../../../rig/open-handles.ts";
import { SELF_SIGNED } from "../../../rig/self-signed.ts";
import { HANG_LIMIT_MS, within } from "../../../rig/within.ts";
import { createHttpClient } from "../../../src/adapters/http/undici-http-client.ts";
import { HttpFault, type HttpReply, type HttpRequest } from "../../../src/ports/http-client.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";

const MAX_REPLY_BYTES = 64 * 1024;

function request(url: string, more: Partial<HttpRequest> = {}): HttpRequest {
  return {
    url,
    headers: { "content-type": "application/json" },
    body: '{"a":1}',
    maxReplyBytes: MAX_REPLY_BYTES,
    ...more,
  };
}

function post(url: string, more: { env?: Record<string, string>; signal?: AbortSignal } = {}): Promise<HttpReply> {
  const client = createHttpClient({ env: more.env ?? {} });
  return within(HANG_LIMIT_MS, "the request", client.post(request(url), more.signal ?? new AbortController().signal));
}

async function faultOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    expect(error).toBeInstanceOf(HttpFault);
    return (error as HttpFault).reason;
  }
  throw new Error("no fault");
}

let baseline: string[] = [];

describe("undici HTTP client", () => {
  beforeEach(async () => {
    await createHttpClient({ env: {} })
      .post(request("http://127.0.0.1:1/"), new AbortController().signal)
      .catch(() => {});
    baseline = openHandles();
  });
  afterEach(async () => {
    await waitForHandles(baseline);
  });

  it("posts the body with its headers and returns the reply", async () => {
    await using receiver = await startHttpReceiver();
    receiver.answerWith({ kind: "reply", status: 201, body: "好 ok" });
    expect(await post(`${receiver.url}/hook?x=1`)).toEqual({ status: 201, body: "好 ok" });
    const [got] = await receiver.waitForRequests(1);
    expect(got).toMatchObject({ method: "POST", path: "/hook?x=1", body: '{"a":1}' });
    expect(got?.headers).toMatchObject({ "content-type": "application/json", "content-length": "7" });
    await receiver.waitForNoConnection();
    expect(receiver.connections).toBe(1);
  });

  it.each<[string, HttpAnswer, number]>([
    ["200", { kind: "reply", status: 200 }, 200],
    ["204 without a body", { kind: "reply", status: 204 }, 204],
    ["404", { kind: "reply", status: 404, body: "no" }, 404],
    ["500", { kind: "reply", status: 500, body: "no" }, 500],
    ["503 with Retry-After", { kind: "reply", status: 503, headers: { "retry-after": "0" } }, 503],
  ])("hands over status %s and does not retry", async (_name, answer, status) => {
    await using receiver = await startHttpReceiver();
    receiver.answerWith(answer);
    expect((await post(receiver.url)).status).toBe(status);
    await receiver.waitForNoConnection();
    expect(receiver.requests).toHaveLength(1);
    expect(receiver.connections).toBe(1);
  });

  it.each([301, 302, 303, 307, 308])("does not follow a %i", async (status) => {
    await using target = await startHttpReceiver();
    await using receiver = await startHttpReceiver();
    receiver.answerWith({ kind: "redirect", to: `${target.url}/elsewhere`, status });
    expect((await post(receiver.url)).status).toBe(status);
    expect(receiver.requests).toHaveLength(1);
    expect(target.connections).toBe(0);
  });

  it("names a refused connection", async () => {
    await using receiver = await startHttpReceiver();
    await receiver.refuse();
    expect(await faultOf(post(receiver.url))).toBe("connection refused");
  });

  it("names a refused connection when a name has several addresses", async () => {
    await using receiver = await startHttpReceiver();
    await receiver.refuse();
    expect(await faultOf(post(`http://localhost:${receiver.port}/`))).toBe("connection refused");
  });

  it("names an unknown host without quoting it", async () => {
    const reason = await faultOf(post("http://secret-token.invalid/path"));
    expect(["host not found", "name lookup failed"]).toContain(reason);
  });

  it.each<[HttpAnswer["kind"], HttpAnswer, string]>([
    ["reset", { kind: "reset" }, "connection reset"],
    ["close", { kind: "close" }, "connection closed without a reply"],
    ["garbage", { kind: "garbage" }, "invalid reply"],
    ["broken-body", { kind: "broken-body" }, "reply cut off"],
  ])("names what a server did that answered with %s, in one connection", async (_kind, answer, reason) => {
    await using receiver = await startHttpReceiver();
    receiver.answerWith(answer);
    expect(await faultOf(post(receiver.url))).toBe(reason);
    await receiver.waitForNoConnection();
    expect(receiver.requests).toHaveLength(1);
    expect(receiver.connections).toBe(1);
  });

  it.each<[HttpAnswer["kind"], HttpAnswer]>([
    ["hang", { kind: "hang" }],
    ["trickle", { kind: "trickle" }],
  ])("lets go of a server that answers with %s when its signal aborts", async (_kind, answer) => {
    await using receiver = await startHttpReceiver();
    receiver.answerWith(answer);
    const aborter = new AbortController();
    const reply = faultOf(post(receiver.url, { signal: aborter.signal }));
    await receiver.waitForRequests(1);
    expect(receiver.openConnections).toBe(1);
    aborter.abort();
    expect(await reply).toBe("aborted");
    await receiver.waitForNoConnection();
    expect(receiver.requests).toHaveLength(1);
  });

  it("sends nothing when the signal has aborted before", async () => {
    await using receiver = await startHttpReceiver();
    expect(await faultOf(post(receiver.url, { signal: AbortSignal.abort() }))).toBe("aborted");
    expect(receiver.connections).toBe(0);
  });

  it("lets go of a connection that is not accepted yet", async () => {
    await using blocked = await startFullServer();
    const aborter = new AbortController();
    const reply = faultOf(post(`http://127.0.0.1:${blocked.port}/`, { signal: aborter.signal }));
    await waitUntil("the socket to connect", () => process.getActiveResourcesInfo().includes("ConnectWrap"));
    aborter.abort();
    expect(await reply).toBe("aborted");
  });

  it("lets go of a proxy that is not accepted yet", async () => {
    await using blocked = await startFullServer();
    const aborter = new AbortController();
    const env = { https_proxy: `http://127.0.0.1:${blocked.port}` };
    const reply = faultOf(post("https://example.invalid/", { env, signal: aborter.signal }));
    await waitUntil("the socket to connect", () => process.getActiveResourcesInfo().includes("ConnectWrap"));
    aborter.abort();
    expect(await reply).toBe("aborted");
    await waitUntil("the socket to go", () => !process.getActiveResourcesInfo().includes("ConnectWrap"));
  });

  it("reads a reply up to the limit and then closes", async () => {
    await using receiver = await startHttpReceiver();
    const bytes = 50 * 1024 * 1024;
    receiver.answerWith({ kind: "huge", bytes });
    const reply = await post(receiver.url);
    expect(reply.status).toBe(200);
    expect(reply.body).toBe("x".repeat(MAX_REPLY_BYTES));
    await receiver.waitForNoConnection();
    expect(receiver.bytesSent).toBeLessThan(bytes);
  });

  it("reads a reply of exactly the limit and one of 1 MB", async () => {
    await using receiver = await startHttpReceiver();
    for (const bytes of [MAX_REPLY_BYTES, 1024 * 1024]) {
      receiver.answerWith({ kind: "huge", bytes });
      expect((await post(receiver.url)).body).toHaveLength(MAX_REPLY_BYTES);
    }
    await receiver.waitForNoConnection();
  });

  it("does not accept a self-signed certificate", async () => {
    await using receiver = await startHttpReceiver({ tls: SELF_SIGNED });
    expect(await faultOf(post(receiver.url))).toBe("TLS certificate not accepted");
    expect(receiver.requests).toHaveLength(0);
  });

  it("names a server that does not speak TLS", async () => {
    await using receiver = await startHttpReceiver();
    expect(await faultOf(post(receiver.url.replace("http:", "https:")))).toBe("TLS handshake failed");
  });

  it.each([
    ["line break in a value", { "x-a": "a\r\nx-b: c" }, "header value cannot be sent"],
    ["character above U+00FF", { "x-a": "好" }, "header value cannot be sent"],
    ["space in a name", { "x a": "a" }, "header name cannot be sent"],
  ])("refuses a header with a %s before anything is sent", async (_name, headers, reason) => {
    await using receiver = await startHttpReceiver();
    const client = createHttpClient({ env: {} });
    const sent = client.post(request(receiver.url, { headers }), new AbortController().signal);
    expect(await faultOf(sent)).toBe(reason);
    expect(receiver.connections).toBe(0);
  });

  it.each(["not an address", "ftp://example.com/", "https://"])("refuses the address %j", async (url) => {
    expect(await faultOf(post(url))).toBe("invalid address");
  });

  it("reaches a living IPv4 address behind a dead IPv6 one", async () => {
    await using receiver = await startHttpReceiver();
    await using _dead = await startFullServer("::1", receiver.port);
    await using names = await startDnsServer({ A: ["127.0.0.1"], AAAA: ["::1"] });
    const client = createHttpClient({
      env: {},
      names: {
        servers: [names.address],
        system: async () => ["::1", "127.0.0.1"],
      },
    });
    const reply = await client.post(request(`http://two.example:${receiver.port}/`), new AbortController().signal);
    expect(reply.status).toBe(200);
    expect(receiver.requests).toHaveLength(1);
  });

  it("reaches a living IPv4 address behind a dead IPv6 one as a name server gives them, past one that is silent", async () => {
    await using receiver = await startHttpReceiver();
    await using _dead = await startFullServer("::1", receiver.port);
    await using silent = await startDnsServer("silent");
    await using names = await startDnsServer({ A: ["127.0.0.1"], AAAA: ["::1"] });
    const client = createHttpClient({ env: {}, names: { servers: [silent.address, names.address], headStartMs: 20 } });
    const reply = await client.post(request(`http://two.example:${receiver.port}/`), new AbortController().signal);
    expect(reply.status).toBe(200);
    expect(receiver.requests).toHaveLength(1);
  });

  // The smallest `timeoutMs` that people set. Again where the machine itself was too busy for it.
  it("half a second is enough for a living IPv4 address behind a dead IPv6 one", { retry: 3 }, async () => {
    await using receiver = await startHttpReceiver();
    await using _dead = await startFullServer("::1", receiver.port);
    await using names = await startDnsServer({ A: ["127.0.0.1"], AAAA: ["::1"] });
    const system = async () => ["::1", "127.0.0.1"];
    const client = createHttpClient({ env: {}, names: { servers: [names.address], system } });
    const url = `http://two.example:${receiver.port}/`;
    const reply = await client.post(request(url), AbortSignal.timeout(500));
    expect(reply.status).toBe(200);
  });

  it.each(["http", "https"])("gives up the look-up of a host for %s when its signal aborts", async (scheme) => {
    await using silent = await startDnsServer("silent");
    const aborter = new AbortController();
    const client = createHttpClient({ env: {}, names: { servers: [silent.address] } });
    const reply = faultOf(client.post(request(`${scheme}://hook.example/`), aborter.signal));
    await silent.waitForQuestions(2);
    aborter.abort();
    expect(await reply).toBe("aborted");
    expect(silent.answered).toBe(0);
  });

  it("leaves no look-up behind that would keep its process from ending", async () => {
    await using silent = await startDnsServer("silent");
    const module = fileURLToPath(new URL("../../../src/adapters/http/undici-http-client.ts", import.meta.url));
    const script = `
      import { pathToFileURL } from "node:url";
      const { createHttpClient } = await import(pathToFileURL(process.argv[1]));
      const aborter = new AbortController();
      process.stdin.once("data", () => { process.stdin.destroy(); aborter.abort(); });
      const client = createHttpClient({ env: {}, names: { servers: [process.argv[2]], headStartMs: 60_000 } });
      const request = { url: "http://hook.example/", headers: {}, body: "x", maxReplyBytes: 1 };
      await client.post(request, aborter.signal).catch((fault) => console.log(fault.reason));`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script, module, silent.address]);
    try {
      let said = "";
      child.stdout.on("data", (bytes) => {
        said += bytes;
      });
      await silent.waitForQuestions(2);
      child.stdin.write("end\n");
      await waitUntil("the request to be aborted", () => said === "aborted\n", 5_000);
      await waitUntil("the process to end after its only request was aborted", () => child.exitCode !== null, 5_000);
      expect(silent.answered).toBe(0);
    } finally {
      child.kill("SIGKILL");
    }
  });

  it("gives up the look-up of a proxy when its signal aborts", async () => {
    await using silent = await startDnsServer("silent");
    const aborter = new AbortController();
    const env = { https_proxy: "http://proxy.example:3128" };
    const client = createHttpClient({ env, names: { servers: [silent.address] } });
    const reply = faultOf(client.post(request("https://hook.example/"), aborter.signal));
    await silent.waitForQuestions(2);
    aborter.abort();
    expect(await reply).toBe("aborted");
    expect(new Set(silent.questions)).toEqual(new Set(["A proxy.example", "AAAA proxy.example"]));
  });

  it("says that a look-up failed when its name servers could not say in time", async () => {
    await using silent = await startDnsServer("silent");
    await using other = await startDnsServer("servfail");
    const client = createHttpClient({ env: {}, names: { servers: [silent.address, other.address], headStartMs: 20 } });
    const reason = faultOf(client.post(request("http://hook.example/"), new AbortController().signal));
    await other.waitForQuestions(2);
    silent.answerWith("servfail");
    expect(await reason).toBe("name lookup failed");
  });

  it("leaves the dispatchers and the fetch of its process alone, from the first load on", async () => {
    const client = fileURLToPath(new URL("../../../src/adapters/http/undici-http-client.ts", import.meta.url));
    const script = `
      const key = Symbol.for("undici.globalDispatcher.1");
      globalThis[key] = "Pi's own";
      const { fetch } = globalThis;
      const { createHttpClient } = await import(process.argv[1]);
      const request = { url: "http://127.0.0.1:1/", headers: {}, body: "x", maxReplyBytes: 1 };
      const reason = await createHttpClient({ env: {} }).post(request, new AbortController().signal).catch((e) => e.reason);
      console.log(JSON.stringify([reason, globalThis[key], globalThis.fetch === fetch]));`;
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script, client]);
    expect(JSON.parse(stdout)).toEqual(["connection refused", "Pi's own", true]);
  });

  describe("behind a proxy", () => {
    it.each(["http_proxy", "HTTP_PROXY"])("sends http requests through %s", async (name) => {
      await using proxy = await startHttpProxy();
      await using receiver = await startHttpReceiver();
      const env = { [name]: `http://user:p%40ss@${proxy.host}` };
      expect((await post(`${receiver.url}/hook`, { env })).status).toBe(200);
      expect(proxy.asked).toEqual([`POST ${receiver.url}/hook`]);
      expect(proxy.credentials).toEqual([`Basic ${Buffer.from("user:p@ss").toString("base64")}`]);
      expect(receiver.requests).toHaveLength(1);
      expect(receiver.requests[0]?.headers["proxy-authorization"]).toBeUndefined();
    });

    it("takes a proxy without a scheme", async () => {
      await using proxy = await startHttpProxy();
      await using receiver = await startHttpReceiver();
      await post(receiver.url, { env: { http_proxy: proxy.host } });
      expect(proxy.asked).toHaveLength(1);
    });

    it.each(["https_proxy", "HTTPS_PROXY"])("sends https requests through %s, by tunnel", async (name) => {
      const trusted = tls.getCACertificates("default");
      tls.setDefaultCACertificates([...trusted, SELF_SIGNED.cert]);
      try {
        await using proxy = await startHttpProxy();
        await using receiver = await startHttpReceiver({ tls: SELF_SIGNED });
        const env = { [name]: `http://${proxy.host}` };
        expect((await post(`${receiver.url}/hook`, { env })).status).toBe(200);
        expect(proxy.asked).toEqual([`CONNECT 127.0.0.1:${receiver.port}`]);
        expect(receiver.requests).toHaveLength(1);
        await receiver.waitForNoConnection();
      } finally {
        tls.setDefaultCACertificates(trusted);
      }
    });

    it.each([
      ["no_proxy", "127.0.0.1"],
      ["NO_PROXY", "example.com, 127.0.0.1"],
      ["no_proxy", "*"],
    ])("goes past the proxy when %s is %s", async (name, value) => {
      await using proxy = await startHttpProxy();
      await using receiver = await startHttpReceiver();
      expect((await post(receiver.url, { env: { http_proxy: `http://${proxy.host}`, [name]: value } })).status).toBe(
        200,
      );
      expect(proxy.asked).toEqual([]);
    });

    it("does not look at this process's own environment", async () => {
      await using proxy = await startHttpProxy();
      await using receiver = await startHttpReceiver();
      process.env.http_proxy = `http://${proxy.host}`;
      try {
        expect((await post(receiver.url)).status).toBe(200);
      } finally {
        delete process.env.http_proxy;
      }
      expect(proxy.asked).toEqual([]);
    });

    it.each([403, 407, 502])("names a proxy that refuses a tunnel with %i", async (status) => {
      await using proxy = await startHttpProxy();
      proxy.refuseWith(status);
      await using receiver = await startHttpReceiver({ tls: SELF_SIGNED });
      expect(await faultOf(post(receiver.url, { env: { https_proxy: `http://${proxy.host}` } }))).toBe("proxy refused");
      expect(receiver.connections).toBe(0);
    });

    it("names a proxy that wants a login for http", async () => {
      await using proxy = await startHttpProxy();
      proxy.refuseWith(407);
      await using receiver = await startHttpReceiver();
      expect(await faultOf(post(receiver.url, { env: { http_proxy: `http://${proxy.host}` } }))).toBe("proxy refused");
    });

    it.each(["http", "https"])("says that it is the proxy that refuses connections, for %s", async (scheme) => {
      await using gone = await startHttpReceiver();
      await gone.refuse();
      const env = { http_proxy: gone.url, https_proxy: gone.url };
      expect(await faultOf(post(`${scheme}://example.invalid/`, { env }))).toBe("proxy: connection refused");
    });

    it.each([
      ["http://user:secret@[", "proxy setting is not an address"],
      ["http://user:%zz@127.0.0.1:1", "proxy setting is not an address"],
      ["socks5://127.0.0.1:1", "proxy is neither http nor https"],
    ])("refuses the proxy setting %s without quoting it", async (setting, reason) => {
      expect(await faultOf(post("http://127.0.0.1:1/", { env: { http_proxy: setting } }))).toBe(reason);
    });
  });
});
