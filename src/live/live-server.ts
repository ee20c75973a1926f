import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { FollowTrace } from "../trace/session-trace.ts";
import { judgeRequest } from "./judge-request.ts";
import { pagePolicy } from "./page-policy.ts";
import { isSameKey, makeSecretKey } from "./secret-key.ts";
import { TraceStream } from "./trace-stream.ts";
import { tracedPage } from "./traced-page.ts";

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
  /** At once, whoever still reads. */
  close(): void;
}

/** Only from this machine, whatever its names lead to. */
const ADDRESS = "127.0.0.1";
const CONNECTIONS = 8;
const HEADER_BYTES = 8_192;
/** For a request to be whole, milliseconds. */
const REQUEST_LIMIT_MS = 5_000;

const HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/**
 * Serves the page at `/?token=…`, to which `/open?token=…` leads, and the trace at `/trace?token=…` (`docs/trace.md`).
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
  server.on("connection", (socket) => socket.unref());
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
  #isPageTaken = false;
  #isStreamTaken = false;
  /** With which a browser that was cut off takes its stream up again: only it has been told. */
  #resumption = makeSecretKey();
  #isEnding = false;
  /** What to do with the reader, while there is one. */
  #leave: (() => void) | undefined;
  #finish: (() => void) | undefined;

  constructor(server: Server, options: LiveServerOptions) {
    this.#server = server;
    this.#options = options;
    this.port = (server.address() as AddressInfo).port;
    this.address = `http://${ADDRESS}:${this.port}/open?token=${this.token}`;
    server.on("request", (request, response) => {
      try {
        this.#answer(request, response);
      } catch {
        response.destroy();
      }
    });
  }

  async end(last: Promise<void>): Promise<void> {
    this.#isEnding = true;
    this.#server.close();
    if (this.#finish === undefined) this.close();
    await last;
    this.#finish?.();
  }

  close(): void {
    this.#isEnding = true;
    this.#leave?.();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    response.on("error", () => undefined);
    const verdict = judgeRequest({
      method: request.method,
      target: request.url,
      hosts: request.headersDistinct.host ?? [],
      origins: request.headersDistinct.origin ?? [],
      port: this.port,
    });
    if (verdict.kind === "refused") refuse(response, verdict.status);
    else if (this.#isEnding || !isSameKey(verdict.token, this.token)) refuse(response, 403);
    else if (verdict.kind === "door") this.#leadToPage(response);
    else if (verdict.kind === "page") this.#sendPage(response);
    else this.#sendStream(request, response, verdict.origin);
  }

  /** With all that the page has to know behind its address: too long to be typed, or to stand in one line. */
  #leadToPage(response: ServerResponse): void {
    const { port, token } = this;
    response.writeHead(303, {
      ...HEADERS,
      Connection: "close",
      Location: `/?token=${token}#live=${port}&token=${token}`,
    });
    response.end();
  }

  #sendPage(response: ServerResponse): void {
    if (this.#isPageTaken) {
      refuse(response, 403);
      return;
    }
    this.#isPageTaken = true;
    const { page, followTrace } = this.#options;
    const { trace, stop } = followTrace(() => undefined);
    stop();
    response.writeHead(200, {
      ...HEADERS,
      Connection: "close",
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": pagePolicy(page),
      "Cross-Origin-Resource-Policy": "same-origin",
    });
    response.end(tracedPage(page, trace) ?? page);
  }

  #sendStream(request: IncomingMessage, response: ServerResponse, origin: string | undefined): void {
    if (this.#isStreamTaken && !this.#isResumption(request)) {
      refuse(response, 403);
      return;
    }
    this.#isStreamTaken = true;
    // A browser that comes again has given the old connection up.
    this.#leave?.();
    this.#resumption = makeSecretKey();
    response.writeHead(200, {
      ...HEADERS,
      Connection: "close",
      "Content-Type": "text/event-stream; charset=utf-8",
      ...(origin === undefined ? {} : { "Access-Control-Allow-Origin": origin }),
      Vary: "Origin",
    });
    const followed = this.#options.followTrace((records) => stream.add(records));
    const stream = new TraceStream(response, this.#resumption, JSON.stringify(followed.trace));
    const leave = () => {
      followed.stop();
      stream.drop();
    };
    this.#leave = leave;
    this.#finish = () => {
      followed.flush();
      followed.stop();
      stream.end();
    };
    response.on("close", () => {
      followed.stop();
      if (this.#leave !== leave) return;
      this.#leave = undefined;
      this.#finish = undefined;
    });
  }

  #isResumption({ headers }: IncomingMessage): boolean {
    const id = headers["last-event-id"];
    return typeof id === "string" && isSameKey(id, this.#resumption);
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, {
    ...HEADERS,
    Connection: "close",
    ...(status === 405 ? { Allow: "GET" } : {}),
  });
  response.end();
}
