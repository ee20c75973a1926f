import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { createInspectorServer } from "@statelyai/inspect/server";
import { afterEach, describe, expect, it } from "vitest";
import type { InspectionEvent } from "xstate";
import { openHandles, waitForHandles } from "../../rig/open-handles.ts";
import { inspectLate, inspectorPort } from "../../src/inspector/late-inspector.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { BELL, type StartedExtension, startExtension } from "../extension/started-extension.ts";

let stack = new AsyncDisposableStack();
afterEach(async () => {
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

interface Listener {
  readonly port: number;
  readonly sockets: ReadonlySet<Socket>;
}

/** Something that listens, and does this with each connection. */
async function listen(meet: (socket: Socket) => void): Promise<Listener> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    // So that it hears of the other side's end.
    socket.resume();
    meet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stack.defer(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { port: address.port, sockets };
}

/** Answers a WebSocket's handshake, and passes on the first byte of each thing that comes after it. */
function welcome(socket: Socket, onFrame: (first: number) => void): void {
  socket.once("data", (request) => {
    const [, key = ""] = /^sec-websocket-key: (.*)\r$/im.exec(String(request)) ?? [];
    const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    const lines = ["HTTP/1.1 101 x", "Upgrade: websocket", "Connection: Upgrade", `Sec-WebSocket-Accept: ${accept}`];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    socket.on("data", (frame: Buffer) => onFrame(frame[0] ?? 0));
  });
}

/** On which nobody listens. */
async function freePort(): Promise<number> {
  await using own = new AsyncDisposableStack();
  const outer = stack;
  stack = own;
  const { port } = await listen(() => undefined);
  stack = outer;
  return port;
}

interface Inspected {
  readonly type: string;
  readonly sessionId: string;
  readonly name?: string;
  readonly parentId?: string;
  readonly rootId: string;
  readonly definition?: string;
  readonly event?: object;
  readonly snapshot?: { readonly value?: unknown; readonly context?: unknown };
}

/** Stately's own relay, and what a viewer behind it is sent. */
async function startRelay(): Promise<{ readonly port: number; readonly texts: readonly string[] }> {
  const port = await freePort();
  const relay = createInspectorServer({ port, autoOpen: false });
  stack.defer(() => relay.stop());
  const texts: string[] = [];
  const viewer = await waitUntil("the relay", () => dial(port));
  stack.defer(() => viewer.close());
  viewer.addEventListener("message", ({ data }) => texts.push(String(data)));
  return { port, texts };
}

function dial(port: number): Promise<WebSocket | false> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`);
    socket.addEventListener("open", () => resolve(socket));
    socket.addEventListener("error", () => resolve(false));
  });
}

const inspecting = (port: number) => ({ env: { PI_NOTIFY_INSPECT: String(port) } });

describe("PI_NOTIFY_INSPECT", () => {
  it.each([
    ["1", 8_080],
    ["8123", 8_123],
    ["65535", 65_535],
    ["65536", undefined],
    ["0", undefined],
    ["", undefined],
    ["yes", undefined],
    ["8080x", undefined],
    ["ws://elsewhere.example", undefined],
    [undefined, undefined],
  ])("%j: port %j", (value, port) => {
    expect(inspectorPort({ PI_NOTIFY_INSPECT: value })).toBe(port);
  });
});

describe("Stately's inspector", () => {
  it("is told what the session's actors do, from the first on, and nothing that anybody wrote", async () => {
    const { port, texts } = await startRelay();
    const baseline = openHandles();
    const mark = "x5ecretMARKER";
    const config = { ...BELL, titles: { "agent-completed": mark }, prompts: { graceMs: 0 } };
    await using extension = await startExtension(config, { ...inspecting(port), cwdName: mark });
    const { pi, caughtUp } = extension;
    await pi.rename(mark);
    await pi.emit("agent_start");
    pi.bus.emit("permissions:ui_prompt", {
      requestId: mark,
      source: mark,
      surface: "tool",
      value: mark,
      message: mark,
    });
    await pi.openDialog(mark);
    await caughtUp();
    await waitUntil("the dialog's notice", () => texts.join().includes('"announcement"'));
    await pi.closeDialog();
    pi.bus.emit("pi-notify:publish", { eventId: "task-completed", source: mark, label: mark });
    await pi.agentEnd("stop");
    await pi.emit("agent_settled", { aborted: false });
    await caughtUp();
    const events = () => texts.map((text): Inspected => JSON.parse(text));
    const statesOf = (name: string) => {
      const ids = events()
        .filter((event) => event.type === "@xstate.actor" && event.name?.startsWith(name))
        .map(({ sessionId }) => sessionId);
      return events()
        .filter(({ type, sessionId }) => type === "@xstate.snapshot" && ids.includes(sessionId))
        .map(({ snapshot }) => JSON.stringify(snapshot?.value));
    };
    await waitUntil("the bell", () => statesOf("delivery.bell").includes('"written"'));
    await pi.shutdown();
    await waitUntil("the last state", () => statesOf("session").includes('"closed"'));

    const actors = events().filter(({ type }) => type === "@xstate.actor");
    expect(actors[0]).toMatchObject({ name: "session", definition: expect.stringContaining('"id":"session"') });
    const names = new Set(actors.map(({ name }) => name));
    for (const name of [
      "run.0",
      "span.0",
      "notice.0",
      "settled",
      "announcement",
      "delivery.bell",
      "channel-health.bell",
    ])
      expect(names).toContain(name);
    expect(statesOf("channel-health.bell")).toContain('"healthy"');
    for (const { parentId, rootId } of actors.slice(1)) {
      expect(rootId).toBe(actors[0]?.sessionId);
      expect(actors.map(({ sessionId }) => sessionId)).toContain(parentId);
    }
    for (const { event, snapshot } of events()) {
      expect(Object.keys(event ?? {})).toEqual(event === undefined ? [] : ["type"]);
      expect(snapshot?.context ?? {}).toEqual({});
    }
    expect(texts.join("\n").toLowerCase()).not.toContain("x5ecret");
    expect(pi.said.filter((line) => line.includes("Stately"))).toEqual([]);
    await waitForHandles(baseline);
  });

  it.each<[string, string, (socket: Socket) => void]>([
    ["something else that answers", "answers", (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")],
    ["something that is no HTTP", "answers", (socket) => socket.write("SSH-2.0-x\r\n")],
    ["something that hangs up", "answers", (socket) => socket.destroy()],
    ["something that says nothing", "answers", () => undefined],
  ])("where %s listens: one line, the notices come all the same, and nothing is left", async (_what, word, meet) => {
    const { port } = await listen(meet);
    const baseline = openHandles();
    await using extension = await startExtension(BELL, inspecting(port));
    await expectOneLine(
      extension,
      `warning: pi-notify: no relay of Stately's inspector ${word} on port ${port}; /reload tries again.`,
    );
    await waitForHandles(baseline);
  });

  it("the same without a relay", async () => {
    const port = await freePort();
    const baseline = openHandles();
    await using extension = await startExtension(BELL, inspecting(port));
    await expectOneLine(
      extension,
      `warning: pi-notify: no relay of Stately's inspector answers on port ${port}; /reload tries again.`,
    );
    await waitForHandles(baseline);
  });

  it("a session that ends before the relay has answered ends at once and says nothing", async () => {
    const { port, sockets } = await listen(() => undefined);
    const baseline = openHandles();
    await using extension = await startExtension(BELL, inspecting(port));
    await extension.pi.run();
    await extension.caughtUp();
    await waitUntil("the connection", () => sockets.size === 1);
    await extension.pi.shutdown();
    await waitForHandles([...baseline, "TCPSocketWrap"]);
    await waitUntil("the end of the connection", () => sockets.size === 0);
    expect(extension.pi.said.filter((line) => line.includes("Stately"))).toEqual([]);
  });

  it("a relay that stops reading is given up, rather than buffered for", async () => {
    const { port } = await listen((socket) => welcome(socket, () => socket.pause()));
    const baseline = openHandles();
    const said: string[] = [];
    const late = inspectLate({ port, language: "en", tell: (text) => said.push(text) });
    const actorRef = { id: "run.0", sessionId: "x:0", logic: { root: {}, config: { id: "x".repeat(100_000) } } };
    await waitUntil("the relay to be given up", () => {
      for (let event = 0; event < 20; event += 1) {
        late.inspect({ type: "@xstate.actor", rootId: "x:0", actorRef } as unknown as InspectionEvent);
      }
      return said.length > 0;
    });
    expect(said).toEqual(["pi-notify: the relay of Stately's inspector does not read; /reload tries again."]);
    await waitForHandles([...baseline, "TCPSocketWrap"]);
  });

  it("takes its leave, of one that answers and of one that does not, without a word on the screen", async () => {
    const frames: number[] = [];
    const polite = await listen((socket) => welcome(socket, (first) => frames.push(first)));
    const silent = await listen(() => undefined);
    const said: string[] = [];
    for (const { port, sockets } of [polite, silent]) {
      const late = inspectLate({ port, language: "en", tell: (text) => said.push(text) });
      const actorRef = { id: "run.0", sessionId: "x:0" };
      late.inspect({ type: "@xstate.actor", rootId: "x:0", actorRef } as unknown as InspectionEvent);
      await waitUntil("the connection", () => sockets.size === 1 && (port === silent.port || frames.length === 1));
      late.end();
      await waitUntil("its end", () => sockets.size === 0);
    }
    // A frame of text, and one that closes.
    expect(frames).toEqual([0x81, 0x88]);
    expect(said).toEqual([]);
  });

  it("keeps no process alive", async () => {
    let isWelcome = false;
    const { port } = await listen((socket) => {
      welcome(socket, () => undefined);
      isWelcome = true;
    });
    const program = fileURLToPath(new URL("idle-process.ts", import.meta.url));
    const child = spawn(process.execPath, [program, String(port)], { stdio: ["pipe", "inherit", "inherit"] });
    stack.defer(() => void child.kill("SIGKILL"));
    await waitUntil("the connection", () => isWelcome);
    child.stdin.end();
    await waitUntil("the end of the process", () => child.exitCode !== null);
    expect(child.exitCode).toBe(0);
  });

  it("that is not installed: one line says what to install", async () => {
    const said: string[] = [];
    const late = inspectLate({
      port: 1,
      language: "en",
      tell: (text, level) => said.push(`${level}: ${text}`),
      load: () => Promise.reject(Object.assign(new Error("x"), { code: "ERR_MODULE_NOT_FOUND" })),
    });
    await waitUntil("the line", () => said.length > 0);
    late.end();
    expect(said).toEqual([
      "warning: pi-notify: PI_NOTIFY_INSPECT needs the package @statelyai/inspect; run `npm install --no-save " +
        "@statelyai/inspect` in pi-notify's folder, then type /reload.",
    ]);
  });

  it("is not even loaded unless it is asked for; asked for, it is", async () => {
    const { port } = await startRelay();
    const isOfInspector = (url: string) => /@statelyai|node_modules\/ws\/|connect-inspector/.test(url);
    const off = loadedWith({});
    expect(off.loaded.filter(isOfInspector)).toEqual([]);
    expect(off.loaded.filter((url) => url.includes("session.machine.ts"))).toHaveLength(1);
    expect(loadedWith({ PI_NOTIFY_INSPECT: "0" }).loaded.filter(isOfInspector)).toEqual([]);
    const on = loadedWith({ PI_NOTIFY_INSPECT: String(port) });
    expect(on.loaded.filter((url) => url.includes("@statelyai/inspect"))).not.toEqual([]);
    expect([...off.said, ...on.said]).toEqual([]);
  });
});

async function expectOneLine({ pi, caughtUp, answer }: StartedExtension, line: string): Promise<void> {
  await pi.run();
  await caughtUp();
  await waitUntil("the bell", async () => (await answer("why 1")).join().includes("bell written"));
  await waitUntil(
    () => `${line}; said: ${pi.said.join("; ")}`,
    () => pi.said.includes(line),
  );
  await pi.shutdown();
  expect(pi.said.filter((said) => said.includes("Stately"))).toEqual([line]);
}

function loadedWith(env: NodeJS.ProcessEnv): { readonly loaded: readonly string[]; readonly said: readonly string[] } {
  const program = fileURLToPath(new URL("loaded-modules.ts", import.meta.url));
  const { PI_NOTIFY_INSPECT: _, ...clean } = process.env;
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], {
    env: { ...clean, ...env },
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout.split("\n").at(-2) ?? "");
}
