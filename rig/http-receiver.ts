import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, Socket } from "node:net";
import { waitUntil } from "../src/testing/wait-until.ts";

/** One request as it came in. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query; the whole address where a client talks to a proxy. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** When its last byte had come, ms since the epoch. */
  readonly receivedAt: number;
}

export interface HttpReceiverReply {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How the receiver answers what comes next. */
export type HttpAnswer =
  | ({ readonly kind: "reply" } & HttpReceiverReply)
  /** What a function makes of each request; `bytes` is its body as it came. */
  | { readonly kind: "compute"; readonly reply: (request: ReceivedRequest, bytes: Buffer) => HttpReceiverReply }
  | { readonly kind: "redirect"; readonly to: string; readonly status?: number }
  /** The connection is reset once the request is read. */
  | { readonly kind: "reset" }
  /** The connection is closed politely, without a reply. */
  | { readonly kind: "close" }
  /** Never answers. */
  | { readonly kind: "hang" }
  /** Status 200 and then one byte after another, without an end. */
  | { readonly kind: "trickle"; readonly everyMs?: number }
  /** Status 200 and this many bytes. */
  | { readonly kind: "huge"; readonly bytes: number }
  /** Status 200 and half of what was promised, then a reset. */
  | { readonly kind: "broken-body" }
  /** Bytes that are not HTTP. */
  | { readonly kind: "garbage" };

export type AnswerEach = (request: ReceivedRequest) => HttpAnswer | Promise<HttpAnswer>;

export interface HttpReceiverOptions {
  /** Address to listen on; 127.0.0.1 by default. */
  readonly host?: string;
  readonly port?: number;
  /** Speaks https with this certificate. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export interface HttpReceiver extends AsyncDisposable {
  /** Base address without a slash at the end, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly port: number;
  readonly requests: readonly ReceivedRequest[];
  /** How many connections were accepted since the start. */
  readonly connections: number;
  /** How many of them are still open. */
  readonly openConnections: number;
  /** Bytes of reply that were handed to the network so far. */
  readonly bytesSent: number;
  /**
   * Changes the answer to requests that are read from now on; status 200 with an empty body at first.
   * A function is asked for each request, and may take its time.
   */
  answerWith(answer: HttpAnswer | AnswerEach): void;
  /** Stops listening, so that the next connection is refused; open ones stay. */
  refuse(): Promise<void>;
  /** Resolves with all requests when there are at least `count`. @throws Error after the deadline. */
  waitForRequests(count: number, deadlineMs?: number): Promise<readonly ReceivedRequest[]>;
  /** Resolves when no connection is open any more. @throws Error after the deadline. */
  waitForNoConnection(deadlineMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a real HTTP server on loopback that records what it gets and answers as it is told. */
export async function startHttpReceiver(options: HttpReceiverOptions = {}): Promise<HttpReceiver> {
  const host = options.host ?? "127.0.0.1";
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let connections = 0;
  let closedBytes = 0;
  let answer: HttpAnswer | AnswerEach = { kind: "reply", status: 200 };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const bytes = Buffer.concat(parts);
    const received: ReceivedRequest = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      body: bytes.toString("utf8"),
      receivedAt: Date.now(),
    };
    requests.push(received);
    const chosen = typeof answer === "function" ? await answer(received) : answer;
    const how = chosen.kind === "compute" ? { kind: "reply" as const, ...chosen.reply(received, bytes) } : chosen;
    if (!response.destroyed) send(how, request.socket, response);
  }

  function send(how: Exclude<HttpAnswer, { kind: "compute" }>, socket: Socket, response: ServerResponse): void {
    switch (how.kind) {
      case "reply":
        response.writeHead(how.status, how.headers ?? {}).end(how.body ?? "");
        return;
      case "redirect":
        response.writeHead(how.status ?? 302, { location: how.to }).end();
        return;
      case "reset":
        socket.resetAndDestroy();
        return;
      case "close":
        socket.end();
        return;
      case "hang":
        return;
      case "trickle": {
        response.writeHead(200);
        const timer = setInterval(() => response.write("."), how.everyMs ?? 20);
        timers.add(timer);
        response.on("close", () => {
          clearInterval(timer);
          timers.delete(timer);
        });
        return;
      }
      case "huge":
        response.writeHead(200, { "content-length": String(how.bytes) });
        pour(response, how.bytes);
        return;
      case "broken-body":
        response.writeHead(200, { "content-length": "1000" });
        response.write("x".repeat(500), () => socket.resetAndDestroy());
        return;
      case "garbage":
        socket.end("this is not HTTP\r\n\r\n");
        return;
    }
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    response.on("error", () => {});
    handle(request, response).catch(() => request.socket.destroy());
  };
  const server: Server = options.tls ? createTlsServer(options.tls, onRequest) : createPlainServer(onRequest);
  server.keepAliveTimeout = 0;
  server.on("connection", (socket) => {
    if (!(socket instanceof Socket)) return;
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      closedBytes += socket.bytesWritten;
      sockets.delete(socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;

  const stopListening = () =>
    new Promise<void>((resolve) => {
      if (!server.listening) resolve();
      // its callback waits for open connections too; the port is free at once
      server.close();
      setImmediate(resolve);
    });
  async function close(): Promise<void> {
    await stopListening();
    for (const timer of timers) clearInterval(timer);
    for (const socket of sockets) socket.destroy();
    await waitUntil("the receiver's connections to close", () => sockets.size === 0);
  }

  return {
    url: `${options.tls ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`,
    port,
    requests,
    get connections() {
      return connections;
    },
    get openConnections() {
      return sockets.size;
    },
    get bytesSent() {
      return [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, closedBytes);
    },
    answerWith(next) {
      answer = next;
    },
    refuse: stopListening,
    async waitForRequests(count, deadlineMs) {
      await waitUntil(
        () => `${count} requests, ${requests.length} came`,
        () => requests.length >= count,
        deadlineMs,
      );
      return requests;
    },
    async waitForNoConnection(deadlineMs) {
      await waitUntil(
        () => `all connections to close, ${sockets.size} are open`,
        () => sockets.size === 0,
        deadlineMs,
      );
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Writes until everything is written or the client has gone, at the network's pace. */
function pour(response: ServerResponse, bytes: number): void {
  const piece = Buffer.alloc(16 * 1024, "x");
  let left = bytes;
  const step = () => {
    while (left > 0 && !response.destroyed) {
      const size = Math.min(left, piece.length);
      left -= size;
      if (!response.write(piece.subarray(0, size))) {
        response.once("drain", step);
        return;
      }
    }
    response.end();
  };
  step();
}
