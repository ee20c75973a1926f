import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type LiveServer, type LiveServerOptions, startLiveServer } from "../../src/live/live-server.ts";
import { PATIENCE_BYTES } from "../../src/live/trace-stream.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { parseTrace } from "../../src/trace/parse-trace.ts";
import type { FollowTrace } from "../../src/trace/session-trace.ts";
import type { Trace, TraceRecord } from "../../src/trace/trace-format.ts";
import {
  LOOP_ENDED,
  RUN_SETTLED,
  RUN_STARTED,
  SESSION_ENDED,
  startTracedSession,
  type TracedSession,
} from "../trace/traced-session.ts";
import { type Asking, ask, connectRaw, openStream } from "./live-browser.ts";
import { STAND_IN_PAGE } from "./stand-in-page.ts";

let session: TracedSession;
let server: LiveServer;
let stack = new DisposableStack();

beforeEach(async () => {
  session = startTracedSession();
  await session.take(RUN_STARTED);
  server = await startLiveServer({ page: STAND_IN_PAGE, followTrace: followOf(session) });
});
afterEach(() => {
  stack.dispose();
  stack = new DisposableStack();
  server.close();
});

function followOf({ runtime }: TracedSession): FollowTrace {
  if (runtime.followTrace === undefined) throw new Error("nothing is recorded");
  return runtime.followTrace;
}

/** Another server in place of the one that each test begins with. */
async function restart(options: Partial<LiveServerOptions>): Promise<void> {
  server.close();
  server = await startLiveServer({ page: STAND_IN_PAGE, followTrace: followOf(session), ...options });
}

const page = (token = server.token) => `/?token=${token}`;
const stream = (token = server.token) => `/trace?token=${token}`;
const to = (target: string, headers: Asking["headers"] = {}): Asking => ({ port: server.port, target, headers });

async function follow(asking: Asking) {
  const events = stack.use(await openStream(asking));
  expect(events.status).toBe(200);
  await waitUntil("the trace", () => events.events.length > 0);
  return events;
}

/** The trace that a page would have by now. */
function pagesTrace(events: readonly { readonly event: string; readonly data: unknown }[]): Trace {
  const [first, ...others] = events;
  expect([first?.event, ...new Set(others.map(({ event }) => event))]).toEqual(
    others.length === 0 ? ["trace"] : ["trace", "record"],
  );
  const trace = first?.data as Trace;
  return { ...trace, records: [...trace.records, ...others.map(({ data }) => data as TraceRecord)] };
}

describe("the page", () => {
  it("comes as it was built, from a short address, with headers that keep it to itself", async () => {
    const { status, headers, body } = await ask(to(page()));
    expect(status).toBe(200);
    expect(body).toBe(STAND_IN_PAGE);
    expect(server.address).toBe(`http://127.0.0.1:${server.port}${page()}`);
    expect(server.address.length).toBeLessThan(75);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers).not.toHaveProperty("access-control-allow-origin");
  });

  it("may run its own script and no other, and talk to this server and no other", async () => {
    const { headers } = await ask(to(page()));
    const policy = new Map(
      String(headers["content-security-policy"])
        .split("; ")
        .map((rule) => [rule.split(" ")[0], rule.split(" ").slice(1).join(" ")]),
    );
    const script = 'document.title = "</body> in a script";';
    expect(policy.get("script-src")).toBe(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
    expect(policy.get("default-src")).toBe("'none'");
    expect(policy.get("connect-src")).toBe("'self'");
    expect(policy.get("frame-ancestors")).toBe("'none'");
  });
});

describe("the stream", () => {
  it("begins with the trace, and goes on with each record, in the trace's own order", async () => {
    const events = await follow(to(stream()));
    expect(events.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
    const before = session.trace();
    expect(events.events).toEqual([{ event: "trace", data: before }]);
    await session.take(LOOP_ENDED, RUN_SETTLED);
    const after = session.trace();
    expect(after.records.length).toBeGreaterThan(before.records.length + 5);
    await waitUntil("the records", () => events.events.length > after.records.length - before.records.length);
    expect(pagesTrace(events.events)).toEqual(after);
    expect(parseTrace(JSON.stringify(pagesTrace(events.events)))).toMatchObject({ kind: "trace" });
  });

  it.each([
    ["a page from a file", "null"],
    ["its own page", "own"],
  ])("lets %s read it", async (_who, word) => {
    const origin = word === "own" ? `http://127.0.0.1:${server.port}` : word;
    const events = await follow(to(stream(), { origin }));
    expect(events.headers).toMatchObject({ "access-control-allow-origin": origin, vary: "Origin" });
  });

  it("is for one: page and stream each open once, in either order", async () => {
    const events = await follow(to(stream()));
    expect((await ask(to(page()))).status).toBe(200);
    expect((await ask(to(stream()))).status).toBe(403);
    expect((await ask(to(page()))).status).toBe(403);
    // Nobody took it from the one who has it.
    await session.take(LOOP_ENDED);
    await waitUntil("a record", () => events.events.length > 1);
    expect(events.isOver).toBe(false);
  });

  it("stays used after its reader has left", async () => {
    const events = await follow(to(stream()));
    events[Symbol.dispose]();
    expect((await ask(to(stream()))).status).toBe(403);
  });
});

describe("who asks wrongly is refused, and nothing is used up", () => {
  const evil = "evil.example";
  it.each<[string, number, (port: number, token: string) => Omit<Asking, "port">]>([
    ["no token", 403, () => ({ target: "/trace" })],
    ["an empty token", 403, () => ({ target: "/trace?token=" })],
    ["another token", 403, () => ({ target: `/trace?token=${"A".repeat(32)}` })],
    ["the token and more", 403, (_, token) => ({ target: `/trace?token=${token}A` })],
    ["the token but for its last letter", 403, (_, token) => ({ target: `/trace?token=${token.slice(0, -1)}` })],
    ["two tokens", 403, (_, token) => ({ target: `/trace?token=x&token=${token}` })],
    ["the token in other words", 403, (_, token) => ({ target: `/trace?token=%${token}` })],
    ["a token of many bytes", 403, () => ({ target: `/trace?token=${"A".repeat(4_000)}` })],
    ["the token elsewhere", 403, (_, token) => ({ target: "/trace", headers: { authorization: `Bearer ${token}` } })],
    ["a path beyond", 404, (_, token) => ({ target: `/../../etc/passwd?token=${token}` })],
    ["a path that leads back", 404, (_, token) => ({ target: `/x/../trace?token=${token}` })],
    ["an encoded path", 404, (_, token) => ({ target: `/%74race?token=${token}` })],
    ["a path with a dot", 404, (_, token) => ({ target: `/./?token=${token}` })],
    ["a doubled slash", 404, (_, token) => ({ target: `//trace?token=${token}` })],
    ["a file beside the page", 404, (_, token) => ({ target: `/cli.js?token=${token}` })],
    ["a whole address", 404, (port, token) => ({ target: `http://127.0.0.1:${port}/trace?token=${token}` })],
    [
      "a name that leads here",
      421,
      (port, token) => ({ target: `/trace?token=${token}`, headers: { host: `${evil}:${port}` } }),
    ],
    ["localhost", 421, (port, token) => ({ target: `/trace?token=${token}`, headers: { host: `localhost:${port}` } })],
    ["no port", 421, (_, token) => ({ target: `/trace?token=${token}`, headers: { host: "127.0.0.1" } })],
    [
      "another port",
      421,
      (port, token) => ({ target: `/trace?token=${token}`, headers: { host: `127.0.0.1:${port + 1}` } }),
    ],
    [
      "a page from elsewhere",
      403,
      (_, token) => ({ target: `/trace?token=${token}`, headers: { origin: `https://${evil}` } }),
    ],
    [
      "another port's page",
      403,
      (port, token) => ({ target: `/?token=${token}`, headers: { origin: `http://127.0.0.1:${port + 1}` } }),
    ],
    [
      "https for its own page",
      403,
      (port, token) => ({ target: `/?token=${token}`, headers: { origin: `https://127.0.0.1:${port}` } }),
    ],
    ...["POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"].map(
      (method): [string, number, (port: number, token: string) => Omit<Asking, "port">] => [
        method,
        405,
        (_, token) => ({ target: `/trace?token=${token}`, method }),
      ],
    ),
  ])("%s: %i", async (_what, status, asking) => {
    const answer = await ask({ port: server.port, ...asking(server.port, server.token) });
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: "" });
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
    // The right one still gets in.
    expect((await ask(to(page()))).status).toBe(200);
    await follow(to(stream()));
  });

  const line = (target: string, ...headers: readonly string[]) =>
    [`GET ${target} HTTP/1.1`, ...headers, "", ""].join("\r\n");
  it.each<[string, RegExp, (port: number, token: string) => string]>([
    [
      "two hosts",
      / (400|421) /,
      (port, token) => line(`/trace?token=${token}`, `Host: ${evil}`, `Host: 127.0.0.1:${port}`),
    ],
    [
      "two hosts, ours first",
      / (400|421) /,
      (port, token) => line(`/trace?token=${token}`, `Host: 127.0.0.1:${port}`, `Host: ${evil}`),
    ],
    ["no host", / 400 /, (_, token) => line(`/trace?token=${token}`)],
    ["no host, in an old way", / 421 /, (_, token) => `GET /trace?token=${token} HTTP/1.0\r\n\r\n`],
    [
      "two origins",
      / 403 /,
      (port, token) =>
        line(`/trace?token=${token}`, `Host: 127.0.0.1:${port}`, "Origin: null", `Origin: https://${evil}`),
    ],
    [
      "a huge header",
      / 431 /,
      (port, token) => line(`/trace?token=${token}`, `Host: 127.0.0.1:${port}`, `X: ${"x".repeat(9_000)}`),
    ],
    ["a huge address", / 431 /, (port) => line(`/${"x".repeat(20_000)}`, `Host: 127.0.0.1:${port}`)],
    ["no HTTP", / 400 /, () => "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n"],
    ["a tunnel", /^$/, (port) => `CONNECT ${evil}:443 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`],
  ])("%s", async (_what, status, bytes) => {
    using raw = connectRaw(server.port, bytes(server.port, server.token));
    await waitUntil("the connection to be closed", () => raw.isClosed);
    expect(raw.received.split("\r\n")[0]).toMatch(status);
    await follow(to(stream()));
  });

  it("a request that never becomes whole does not keep its place", async () => {
    await restart({ requestLimitMs: 100 });
    using slow = connectRaw(server.port, "GET /trace HTTP/1.1\r\nHo");
    using silent = connectRaw(server.port, "");
    await waitUntil("both to be closed", () => slow.isClosed && silent.isClosed);
  });

  it("fifty connections at once: few are kept, and those that go make room again", async () => {
    // So that none is closed for being slow.
    await restart({ requestLimitMs: 600_000 });
    const all = Array.from({ length: 50 }, () => stack.use(connectRaw(server.port, "GET /tr")));
    await waitUntil("most to be closed", () => all.filter(({ isClosed }) => isClosed).length >= 42);
    for (const one of all) one[Symbol.dispose]();
    await waitUntil("room", async () => {
      const answer = await ask(to(page())).catch(() => undefined);
      return answer?.status === 200;
    });
  });
});

describe("a reader who does not read", () => {
  it("is dropped, and what comes meanwhile waits in memory within bounds", async () => {
    const tells: ((records: readonly TraceRecord[]) => void)[] = [];
    let isFollowed = false;
    const trace = session.trace();
    const followTrace: FollowTrace = (tell) => {
      tells.push(tell);
      isFollowed = true;
      return {
        trace,

        flush: () => undefined,
        stop: () => {
          isFollowed = false;
        },
      };
    };
    await restart({ followTrace });
    using raw = connectRaw(server.port, `GET ${stream()} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    raw.socket.pause();
    await waitUntil("the reader", () => isFollowed);
    const [record] = trace.records;
    if (record === undefined) throw new Error("no record");
    const many = Array.from({ length: 500 }, () => record);
    // What the system buffers for both ends is not ours, and has its own bounds.
    let told = 0;
    await waitUntil("the reader to be dropped", () => {
      if (!isFollowed) return true;
      tells.at(-1)?.(many);
      told += many.length;
      return false;
    });
    expect(told * JSON.stringify(record).length).toBeGreaterThan(PATIENCE_BYTES);
  });
});

it("keeps no process alive, neither by listening nor by its reader", async () => {
  const program = fileURLToPath(new URL("idle-process.ts", import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  stack.defer(() => child.kill("SIGKILL"));
  const line = await new Promise<string>((resolve) => child.stdout.once("data", (data) => resolve(String(data))));
  const { port, token } = JSON.parse(line);
  using events = await openStream({ port, target: stream(token) });
  await waitUntil("the trace", () => events.events.length > 0);
  using silent = connectRaw(port, "GET /");
  child.stdin.end();
  await waitUntil("the end of the process", () => child.exitCode !== null);
  expect(child.exitCode).toBe(0);
  expect(silent.received).toBe("");
});

describe("with the session", () => {
  it("it ends: what was its last still arrives, and nothing is listening any more", async () => {
    const events = await follow(to(stream()));
    const ended = server.end(session.runtime.closed);
    await expect(ask(to(page()))).rejects.toThrow("ECONNREFUSED");
    await session.take(SESSION_ENDED);
    await ended;
    await waitUntil("the end of the stream", () => events.isOver);
    expect(pagesTrace(events.events)).toEqual(session.trace());
    expect(session.trace().records.at(-1)?.event).toMatch(/^session.ended$|^xstate.done/);
  });

  it.each(["with a reader", "without one"])("who connected before is cut off: %s", async (kind) => {
    await restart({ requestLimitMs: 600_000 });
    if (kind === "with a reader") await follow(to(stream()));
    using raw = connectRaw(server.port, `GET ${page()} HTTP/1.1\r\nHost: `);
    await waitUntil("the connection", () => !raw.socket.connecting);
    // A later connection is answered, so this one has been taken.
    expect((await ask(to("/x"))).status).toBe(404);
    void server.end(new Promise(() => undefined));
    raw.socket.write(`127.0.0.1:${server.port}\r\n\r\n`);
    await waitUntil("the end of the connection", () => raw.isClosed);
    expect(raw.received).toBe("");
  });

  it("a reader who does not read goes with it", async () => {
    let isFollowed = false;
    const { records, ...rest } = session.trace();
    const [record] = records;
    if (record === undefined) throw new Error("no record");
    // More than the system takes for both ends.
    const trace = { ...rest, records: Array.from({ length: 200_000 }, () => record) };
    await restart({
      followTrace: () => {
        isFollowed = true;
        return {
          trace,
          flush: () => undefined,
          stop: () => {
            isFollowed = false;
          },
        };
      },
    });
    using raw = connectRaw(server.port, `GET ${stream()} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    raw.socket.pause();
    await waitUntil("the reader", () => isFollowed);
    void server.end(Promise.resolve());
    await waitUntil("the reader's end", () => !isFollowed);
  });
});
