import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startFullServer } from "../../rig/full-server.ts";
import { startHttpProxy } from "../../rig/http-proxy.ts";
import { type HttpReceiver, startHttpReceiver } from "../../rig/http-receiver.ts";
import { SELF_SIGNED } from "../../rig/self-signed.ts";
import { type Examined, examined, findingOf, PATIENT } from "./examined.ts";

let stack = new AsyncDisposableStack();
let receiver: HttpReceiver;
beforeEach(async () => {
  receiver = stack.use(await startHttpReceiver());
});
afterEach(async () => {
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

/** Without it the built-in channels would tell here as well. */
const NOTHING_HERE = { id: "bell", type: "bell", enabled: false };

const PATH = "/s3cret/path?token=tok3n";

function withHook(url: string, more: { env?: Record<string, string>; network?: number; ntfy?: boolean } = {}) {
  const channel = more.ntfy
    ? { id: "phone", type: "ntfy", ntfy: { serverUrl: url, topic: "s3cret", token: "tok3n" } }
    : { id: "phone", type: "webhook", webhook: { url: `${url}${PATH}`, headers: { a: "tok3n" }, timeoutMs: 60_000 } };
  const limits = { ...PATIENT, ...(more.network === undefined ? {} : { network: more.network }) };
  return examined({ config: { channels: [channel, NOTHING_HERE] }, limits, ...(more.env && { env: more.env }) });
}

function expectNoSecret({ text }: Examined): void {
  expect(text).not.toMatch(/s3cret|tok3n|passw0rd/);
}

it.each([[false], [true]])("a host that answers is connected to and told nothing (ntfy: %s)", async (ntfy) => {
  const seen = await withHook(receiver.url, { ntfy });
  expect(seen.told).toEqual([]);
  expect(seen.fine.at(-1)).toMatch(/^phone \((?:webhook to|ntfy on) 127\.0\.0\.1:\d+\): reached$/);
  await receiver.waitForNoConnection();
  expect({ connections: receiver.connections, requests: receiver.requests }).toEqual({ connections: 1, requests: [] });
  expectNoSecret(seen);
});

it("a host that refuses", async () => {
  await receiver.refuse();
  const seen = await withHook(receiver.url);
  expect(seen.told).toEqual(["problem unreachable"]);
  expect(findingOf(seen, "unreachable")).toMatchObject({
    found: `phone (webhook to 127.0.0.1:${receiver.port}) cannot be reached: connection refused.`,
    follows: expect.stringContaining(`curl -I ${receiver.url} `),
  });
  expectNoSecret(seen);
});

it("a host that neither accepts nor refuses, within its limit", async () => {
  const full = stack.use(await startFullServer());
  const seen = await withHook(`http://127.0.0.1:${full.port}`, { network: 300 });
  expect(findingOf(seen, "unreachable").found).toContain("no connection in time");
});

it("a host that connects and never says a word of TLS, within its limit", async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on("error", () => {})));
  stack.defer(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const seen = await withHook(`https://127.0.0.1:${port}`, { network: 500 });
  expect(findingOf(seen, "unreachable").found).toContain("no connection in time");
  expect(sockets).toHaveLength(1);
});

it("a certificate of an unknown authority", async () => {
  const tls = stack.use(await startHttpReceiver({ tls: SELF_SIGNED }));
  const seen = await withHook(tls.url);
  expect(findingOf(seen, "unreachable")).toMatchObject({
    found: expect.stringContaining("TLS certificate not accepted"),
    follows: expect.stringContaining("NODE_EXTRA_CA_CERTS"),
  });
  expect(tls.requests).toEqual([]);
});

it("an unknown name", async () => {
  const seen = await withHook("http://no-such-host.localhost.invalid");
  expect(findingOf(seen, "unreachable")).toMatchObject({
    found: expect.stringMatching(/host not found|name lookup failed/),
    follows: expect.stringContaining("nslookup no-such-host.localhost.invalid "),
  });
});

it("a proxy: reached for http, asked for the way to https, refusing, absent, or not needed", async () => {
  const proxy = stack.use(await startHttpProxy());
  const address = `http://user:passw0rd@${proxy.host}`;

  const plain = await withHook(receiver.url, { env: { http_proxy: address } });
  expect(plain.fine.at(-1)).toContain("its proxy is reached");
  expect(proxy.asked).toEqual([]);

  const tls = stack.use(await startHttpReceiver({ tls: SELF_SIGNED }));
  const tunnelled = await withHook(tls.url, { env: { https_proxy: address } });
  // The handshake went through the tunnel as far as the certificate.
  expect(findingOf(tunnelled, "unreachable").found).toContain("TLS certificate not accepted");
  expect(proxy.asked).toEqual([`CONNECT 127.0.0.1:${tls.port}`]);
  expect(tls.requests).toEqual([]);

  proxy.refuseWith(407);
  const refused = await withHook(tls.url, { env: { https_proxy: address } });
  expect(findingOf(refused, "unreachable")).toMatchObject({
    found: expect.stringContaining("proxy refused"),
    follows: expect.stringContaining("NO_PROXY"),
  });

  const absent = await withHook(receiver.url, { env: { http_proxy: "http://user:passw0rd@127.0.0.1:1" } });
  expect(findingOf(absent, "unreachable").found).toContain("proxy: connection refused");
  const exempt = await withHook(receiver.url, { env: { http_proxy: "http://127.0.0.1:1", no_proxy: "127.0.0.1" } });
  expect(exempt.told).toEqual([]);

  for (const seen of [plain, tunnelled, refused, absent]) expectNoSecret(seen);
  expect(receiver.requests).toEqual([]);
});

it("a session that ends meanwhile ends the question", async () => {
  const full = stack.use(await startFullServer());
  const ending = new AbortController();
  const { createHttpClient } = await import("../../src/adapters/http/undici-http-client.ts");
  const asked = createHttpClient({ env: {} }).reach(`http://127.0.0.1:${full.port}`, ending.signal);
  ending.abort();
  await expect(asked).rejects.toMatchObject({ reason: "aborted" });
});
