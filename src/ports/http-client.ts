import type { FailureReason } from "../messages/failure.messages.ts";

export interface HttpRequest {
  /** Whole URL, http or https. Never shown: its path may be a secret (R15). */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The reply is read up to this many bytes; the rest is dropped and the connection closed. */
  readonly maxReplyBytes: number;
}

export interface HttpReply {
  readonly status: number;
  /** UTF-8, at most `maxReplyBytes`. */
  readonly body: string;
}

/** Rejected by {@link HttpClient.post}; `reason` is safe to show, such as `connection refused` (R15). */
export class HttpFault extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason) {
    super(reason);
    this.name = "HttpFault";
    this.reason = reason;
  }
}

export interface HttpClient {
  /** Loads what a first request needs, without a connection. Absent where there is nothing to load. */
  warmUp?(): Promise<void>;
  /**
   * One POST, no redirect followed, no retry (R1). Proxy settings come from the environment.
   * @throws {HttpFault} when no reply came; when `signal` aborts the request is torn down and it rejects too.
   */
  post(request: HttpRequest, signal: AbortSignal): Promise<HttpReply>;
}

/** How far a connection got: to the host itself, or to a proxy that would pass a request on. */
export type HostReach = "host" | "proxy";

export interface HttpReach {
  /**
   * Goes the way of a request to this address as far as the connection, TLS included, and writes nothing of a request.
   * A proxy is asked for the way to an https host as it always is.
   * @param url whole, http or https; only its host and port matter
   * @throws {HttpFault} with the reason for which a request would fail as well
   */
  reach(url: string, signal: AbortSignal): Promise<HostReach>;
}
