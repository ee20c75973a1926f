import type { FailureReason } from "../../messages/failure.messages.ts";
import { errorCodeOf } from "../../ports/unknown-value.ts";

/**
 * What an HTTP error means, in a fixed vocabulary that is safe to show: the text of a raw error may hold a URL, a
 * proxy's password or the peer's words (R15).
 */
const REASONS: Readonly<Record<string, FailureReason>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection reset",
  EPIPE: "connection reset",
  ECONNABORTED: "connection reset",
  UND_ERR_SOCKET: "connection closed without a reply",
  ENOTFOUND: "host not found",
  EAI_NODATA: "host not found",
  EAI_NONAME: "host not found",
  EAI_AGAIN: "name lookup failed",
  EAI_FAIL: "name lookup failed",
  EHOSTUNREACH: "host unreachable",
  EHOSTDOWN: "host unreachable",
  ENETUNREACH: "network unreachable",
  ENETDOWN: "network unreachable",
  EADDRNOTAVAIL: "network unreachable",
  ETIMEDOUT: "connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "connection timed out",
  EMFILE: "too many open files",
  ENFILE: "too many open files",
  EPROTO: "TLS handshake failed",
  UND_ERR_PRX_TLS: "proxy's TLS certificate not accepted",
  UND_ERR_PRX_CONN: "proxy closed the connection",
  UND_ERR_HEADERS_OVERFLOW: "invalid reply",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "reply cut off",
  UND_ERR_INVALID_ARG: "request cannot be sent",
};

/** Codes that OpenSSL and Node give to a certificate they do not trust. */
const CERTIFICATE_CODE =
  /^(?:CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|ERR_TLS_CERT)/;
const CERTIFICATE_CODES = new Set(["INVALID_CA", "INVALID_PURPOSE", "HOSTNAME_MISMATCH", "PATH_LENGTH_EXCEEDED"]);

/** Names the fault of a request that brought no reply; never quotes the error. */
export function reasonOfHttpError(error: unknown): FailureReason {
  const code = codeOf(error);
  if (code === undefined) return isParserError(error) ? "invalid reply" : "request failed";
  const reason = REASONS[code];
  if (reason !== undefined) return reason;
  if (CERTIFICATE_CODE.test(code) || CERTIFICATE_CODES.has(code)) return "TLS certificate not accepted";
  if (code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_")) return "TLS handshake failed";
  if (code.startsWith("HPE_")) return "invalid reply";
  return "request failed";
}

/** undici gives some of its parser's errors no code. */
function isParserError(error: unknown): boolean {
  return error instanceof Error && error.name === "HTTPParserError";
}

/** The code of an error, or of the first error with a code inside it (several addresses tried, a wrapped cause). */
function codeOf(error: unknown, depth = 0): string | undefined {
  if (typeof error !== "object" || error === null || depth > 3) return undefined;
  const own = errorCodeOf(error);
  if (own !== undefined) return own;
  const inner = [...("errors" in error && Array.isArray(error.errors) ? error.errors : [])];
  if ("cause" in error) inner.push(error.cause);
  for (const one of inner) {
    const code = codeOf(one, depth + 1);
    if (code !== undefined) return code;
  }
  return undefined;
}
