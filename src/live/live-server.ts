import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { FollowTrace } from "../trace/session-trace.ts";
import { checkRequest } from "./check-request.ts";
import { pagePolicy } from "./page-policy.ts";
import { isSameKey, makeSecretKey } from "./secret-key.ts";
import { TraceStream } from "./trace-stream.ts";

export interface LiveServerOptions {
  /** The viewer's page as it was built. */
  readonly page: string;
  readonly followTrace: FollowTrace;
  /** For a request to be whole, milliseconds; a test gives another. */
  readonly requestLimitMs?: number;
}

/** One session's trace on a loopback port, for one reader. */
export interface LiveServer {
  readonly port: number;
  /** Opens the page once, and its stream once. */
  readonly token: string;
  /** What to open in a browser. */
  readonly address: string;
  /** Takes nothing new from now on; once `last` resolves, the reader is sent what is missing, and nothing is left. */
  end(last: Promise<void>): Promise<void>;
  /** At once, even while a browser still reads. */
  close(): void;
}

/** Only from this machine, whatever its names lead to. */
const ADDRESS = "127.0.0.1";
const CONNECTIONS = 8;
const HEADER_BYTES = 8_192;
/** For a request to be whole, milliseconds. */
const REQUEST_LIMIT_MS = 5_000;

const HEADERS = {
  // Each connection is good for one request.
  Connection: "close",
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/**
 * Serves the page at `/?token=…` and the trace at `/trace?token=…` (`docs/trace.md`).
 * It never keeps the process alive.
 * @throws Error where no port is to be had
 */
export async function startLiveServer(options: LiveServerOptions): Promise<LiveServer> {
  const { requestLimitMs = REQUEST_LIMIT_MS } = options;
  const server = createServer({
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: requestLimitMs,
    requestTimeout: requestLimitMs,
    connectionsCheckingInterval: 1_000,
  });
  server.maxConnections = CONNECTIONS;
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, ADDRESS, resolve);
  });
  // None that comes later is worth the end of Pi.
  server.on("error", () => undefined);
  return new OneReaderServer(server, options);
}

class OneReaderServer implements LiveServer {
  readonly token = makeSecretKey();
  readonly port: number;
  readonly address: string;
  readonly #server: Server;
  readonly #options: LiveServerOptions;
  readonly #sockets = new Set<Socket>();
  #isPageTaken = false;
  #isStreamTaken = false;
  /** While there is one. */
  #reader: Reader | undefined;

  constructor(server: Server, options: LiveServerOptions) {
    this.#server = server;
    this.#options = options;
    this.port = (server.address() as AddressInfo).port;
    this.address = `http://${ADDRESS}:${this.port}/?token=${this.token}`;
    server.on("connection", (socket) => {
      socket.unref();
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
    server.on("request", (request, response) => {
      try {
        this.#answer(request, response);
      } catch {
        response.destroy();
      }
    });
  }

  async end(last: Promise<void>): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) if (socket !== this.#reader?.socket) socket.destroy();
    await last;
    this.#reader?.finish();
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    response.on("error", () => undefined);
    const verdict = checkRequest({
      method: request.method,
      target: request.url,
      hosts: request.headersDistinct.host ?? [],
      origins: request.headersDistinct.origin ?? [],
      port: this.port,
    });
    if (verdict.kind === "refused") refuse(response, verdict.status);
    else if (!isSameKey(verdict.token, this.token)) refuse(response, 403);
    else if (verdict.kind === "page") this.#sendPage(response);
    else this.#sendStream(response, verdict.origin);
  }

  #sendPage(response: ServerResponse): void {
    if (this.#isPageTaken) {
      refuse(response, 403);
      return;
    }
    this.#isPageTaken = true;
    const { page } = this.#options;
    response.writeHead(200, {
      ...HEADERS,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": pagePolicy(page),
      "Cross-Origin-Resource-Policy": "same-origin",
    });
    // Its own address tells it what to follow, and that brings the trace.
    response.end(page);
  }

  #sendStream(response: ServerResponse, origin: string | undefined): void {
    if (this.#isStreamTaken) {
      refuse(response, 403);
      return;
    }
    this.#isStreamTaken = true;
    response.writeHead(200, {
      ...HEADERS,
      "Content-Type": "text/event-stream; charset=utf-8",
      ...(origin === undefined ? {} : { "Access-Control-Allow-Origin": origin }),
      Vary: "Origin",
    });
    const followed = this.#options.followTrace((records) => stream.add(records));
    const stream = new TraceStream(response, JSON.stringify(followed.trace));
    this.#reader = {
      socket: response.socket,
      finish() {
        followed.flush();
        stream.end();
      },
    };
    response.on("close", () => {
      followed.stop();
      this.#reader = undefined;
    });
  }
}

interface Reader {
  readonly socket: Socket | null;
  /** Sends it what is missing, and that this was all. */
  finish(): void;
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { ...HEADERS, ...(status === 405 ? { Allow: "GET" } : {}) });
  response.end();
}
