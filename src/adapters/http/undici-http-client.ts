import type { EventEmitter } from "node:events";
import type { Socket, TcpNetConnectOpts } from "node:net";
import type { buildConnector, Client, Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import type { FailureReason } from "../../messages/failure.messages.ts";
import type { Environment } from "../../ports/environment.ts";
import {
  type HostReach,
  type HttpClient,
  HttpFault,
  type HttpReach,
  type HttpReply,
  type HttpRequest,
} from "../../ports/http-client.ts";
import { errorCodeOf } from "../../ports/unknown-value.ts";
import { createHostLookup, type HostLookupOptions } from "./host-lookup.ts";
import { reasonOfHttpError } from "./http-fault-reasons.ts";
import { readProxySettings } from "./proxy-settings.ts";

export interface HttpClientOptions {
  /** Where proxy settings are read from, at each request. */
  readonly env: Environment;
  /** How host names are resolved, where a test says otherwise. */
  readonly names?: HostLookupOptions;
}

type Dialing = buildConnector.BuildOptions &
  Pick<TcpNetConnectOpts, "autoSelectFamily" | "autoSelectFamilyAttemptTimeout" | "lookup">;

/**
 * Tries the next address of a host when one has not connected in time: dead IPv6, living IPv4. As long as RFC 8305 and
 * Node advise, so that a `timeoutMs` of half a second is enough.
 */
const DIALING: Dialing = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 250 };

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const UNSENDABLE_IN_HEADER = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * Posts with undici's own classes: never `globalThis.fetch`, never the global dispatcher, which are Pi's.
 * Each request has an agent of its own that is destroyed afterwards, so nothing is kept alive between notices (R13).
 * undici's timeouts are off: the caller's signal is the only clock (R11). undici retries nothing of its own accord.
 * A host is looked up in a way that ends with its request, so that no name server can keep Pi from exiting (R12).
 */
export function createHttpClient(options: HttpClientOptions): HttpClient & HttpReach {
  async function exchangeOnce(
    request: HttpRequest,
    signal: AbortSignal,
    onConnected?: (to: HostReach) => void,
  ): Promise<HttpReply> {
    const target = checkRequest(request);
    const proxies = readProxySettings(options.env);
    const undici = await loadUndici();
    if (signal.aborted) throw new HttpFault("aborted");
    const names = createHostLookup(options.env, options.names);
    const dialing = { ...DIALING, lookup: names.lookup };
    const connections = createConnections(undici, dialing, [proxies.httpProxy, proxies.httpsProxy], onConnected);
    const agent = new undici.EnvHttpProxyAgent({ ...proxies, ...connections.agentOptions });
    try {
      return await exchange(agent, target, request, signal);
    } catch (error) {
      if (signal.aborted) throw new HttpFault("aborted");
      throw error instanceof HttpFault ? error : new HttpFault(connections.explain(error));
    } finally {
      names.cancel();
      connections.close();
      await agent.destroy().catch(() => {});
    }
  }

  return {
    async warmUp() {
      await loadUndici();
    },
    post: (request, signal) => exchangeOnce(request, signal),
    async reach(url, signal) {
      let reached: HostReach | undefined;
      const onConnected = (to: HostReach) => {
        reached = to;
      };
      // The way of a real request, given up in the moment in which it could be written.
      const request = { url: new URL("/", url).href, headers: {}, body: "", maxReplyBytes: 0 };
      await exchangeOnce(request, signal, onConnected).catch((error: unknown) => {
        if (reached === undefined) throw error;
      });
      return reached ?? "host";
    },
  };
}

/** Refuses what undici would refuse with a message that quotes the request. */
function checkRequest(request: HttpRequest): URL {
  if (!URL.canParse(request.url)) throw new HttpFault("invalid address");
  const url = new URL(request.url);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new HttpFault("invalid address");
  for (const [name, value] of Object.entries(request.headers)) {
    if (!HEADER_NAME.test(name)) throw new HttpFault("header name cannot be sent");
    if (UNSENDABLE_IN_HEADER.test(value)) throw new HttpFault("header value cannot be sent");
  }
  return url;
}

async function exchange(agent: Dispatcher, target: URL, request: HttpRequest, signal: AbortSignal): Promise<HttpReply> {
  const { statusCode, body } = await agent.request({
    origin: target.origin,
    path: target.pathname + target.search,
    method: "POST",
    headers: { ...request.headers },
    body: request.body,
    signal,
    headersTimeout: 0,
    bodyTimeout: 0,
    reset: true,
  });
  // Leaving the loop early destroys the stream, which emits an error event without another listener.
  body.on("error", () => {});
  const parts: Buffer[] = [];
  let room = request.maxReplyBytes;
  try {
    for await (const part of body) {
      const bytes: Buffer = part;
      parts.push(bytes.subarray(0, room));
      room -= bytes.length;
      if (room <= 0) break;
    }
  } catch (error) {
    const reason = reasonOfHttpError(error);
    throw new HttpFault(reason === "invalid reply" ? reason : "reply cut off");
  }
  return { status: statusCode, body: Buffer.concat(parts).toString("utf8") };
}

interface Undici {
  readonly Client: typeof Client;
  readonly Pool: typeof Pool;
  readonly EnvHttpProxyAgent: typeof EnvHttpProxyAgent;
  readonly buildConnector: typeof buildConnector;
}

let loading: Promise<Undici> | undefined;

/** Loads undici when the first notice needs it: it costs more than the rest of the extension together. */
function loadUndici(): Promise<Undici> {
  loading ??= importUndici().catch((error: unknown) => {
    loading = undefined;
    throw error instanceof HttpFault ? error : new HttpFault("HTTP client cannot be loaded");
  });
  return loading;
}

async function importUndici(): Promise<Undici> {
  const [dispatcher, api, client, pool, agent, connect] = await Promise.all([
    import("undici/lib/dispatcher/dispatcher.js"),
    import("undici/lib/api/index.js"),
    import("undici/lib/dispatcher/client.js"),
    import("undici/lib/dispatcher/pool.js"),
    import("undici/lib/dispatcher/env-http-proxy-agent.js"),
    import("undici/lib/core/connect.js"),
  ]);
  // What undici's entry point does as well; its proxy agent relies on it.
  Object.assign(dispatcher.default.prototype, api.default);
  return {
    Client: client.default,
    Pool: pool.default,
    EnvHttpProxyAgent: agent.default,
    buildConnector: connect.default,
  };
}

/**
 * Makes undici's clients so that every socket they open is known and can be destroyed: undici itself leaves a socket
 * that is still connecting to a proxy to the operating system's timeout.
 * @param onConnected is called with the connection of the request; that one is closed instead of used.
 */
function createConnections(
  undici: Undici,
  dialing: Dialing,
  proxies: readonly string[],
  onConnected?: (to: HostReach) => void,
) {
  const proxyOrigins = new Set(proxies.filter((proxy) => proxy !== "").map((proxy) => new URL(proxy).origin));
  const sockets = new Set<Socket>();
  let proxyFailed = false;
  let closed = false;

  function track(socket: unknown): void {
    if (!isSocket(socket) || sockets.has(socket)) return;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
    if (closed) socket.destroy();
  }

  function tracked(connect: buildConnector.connector): buildConnector.connector {
    return (options, callback) => {
      const socket: unknown = connect(options, (...result) => {
        track(result[1]);
        callback(...result);
      });
      track(socket);
      return socket;
    };
  }

  const connectDirectly = undici.buildConnector({ ...dialing, timeout: 0, allowH2: false });

  function stopping(connect: buildConnector.connector, origin: URL | string): buildConnector.connector {
    if (onConnected === undefined) return connect;
    return (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error !== null || socket === null) return callback(error ?? new HttpFault("request failed"), null);
        socket.destroy();
        onConnected(proxyOrigins.has(new URL(origin).origin) ? "proxy" : "host");
        callback(new HttpFault("not sent"), null);
      });
  }

  function makeClient(origin: URL | string, options: object): Client {
    return makeConnected(origin, options, stopping(connectOf(options), origin));
  }

  function connectOf(options: object): buildConnector.connector {
    const isGiven = "connect" in options && typeof options.connect === "function";
    return isGiven ? (options.connect as buildConnector.connector) : connectDirectly;
  }

  function makeConnected(origin: URL | string, options: object, connect: buildConnector.connector): Client {
    const client = new undici.Client(origin, { ...options, connect: tracked(connect), allowH2: false });
    hearErrors(client);
    return client;
  }

  function markProxyFailure(): void {
    proxyFailed = true;
  }

  function makeProxyClient(origin: URL, options: object): Client {
    return makeConnected(origin, options, connectOf(options)).on("connectionError", markProxyFailure);
  }

  function makeOrigin(origin: URL | string, options: object): Dispatcher {
    const pool = new undici.Pool(origin, { ...options, allowH2: false, factory: makeClient });
    hearErrors(pool);
    if (proxyOrigins.has(new URL(origin).origin)) pool.on("connectionError", markProxyFailure);
    return pool;
  }

  return {
    agentOptions: {
      connect: connectDirectly,
      connectTimeout: 0,
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
      proxyTls: dialing,
      clientFactory: makeProxyClient,
      factory: makeOrigin,
    },
    explain(error: unknown): FailureReason {
      const reason = reasonOfHttpError(error);
      const refusedByProxy = errorCodeOf(error) === "UND_ERR_ABORTED" || errorCodeOf(error) === "UND_ERR_INVALID_ARG";
      if (refusedByProxy) return "proxy refused";
      return proxyFailed && !reason.startsWith("proxy") ? `proxy: ${reason}` : reason;
    },
    close() {
      closed = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** An error that undici meets while it tears down is emitted, not returned; unheard it would end Pi. */
function hearErrors(emitter: EventEmitter): void {
  emitter.on("error", () => {});
}

function isSocket(value: unknown): value is Socket {
  return typeof value === "object" && value !== null && "destroy" in value && "once" in value;
}
