import type { Environment } from "../../ports/environment.ts";
import { HttpFault } from "../../ports/http-client.ts";

/** Where requests go, as the usual environment variables say. An empty string means: none. */
export interface ProxySettings {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/**
 * Reads `http_proxy`, `https_proxy` and `no_proxy`; the lower-case name wins over the upper-case one.
 * Never undefined, because undici would then look into `process.env` itself.
 * @throws {HttpFault} when a proxy setting cannot be used; its text, which may hold a password, is not quoted.
 */
export function readProxySettings(env: Environment): ProxySettings {
  return {
    httpProxy: proxyAddress(env.http_proxy ?? env.HTTP_PROXY),
    httpsProxy: proxyAddress(env.https_proxy ?? env.HTTPS_PROXY),
    noProxy: env.no_proxy ?? env.NO_PROXY ?? "",
  };
}

/** Accepts `host:port` too, which other programs take for `http://host:port`. */
function proxyAddress(setting: string | undefined): string {
  const text = setting?.trim() ?? "";
  if (text === "") return "";
  const address = text.includes("://") ? text : `http://${text}`;
  if (!URL.canParse(address)) throw new HttpFault("proxy setting is not an address");
  const { protocol, username, password } = new URL(address);
  // undici's SOCKS support prints a warning into the terminal, in the middle of Pi's screen.
  if (protocol !== "http:" && protocol !== "https:") throw new HttpFault("proxy is neither http nor https");
  if (!isDecodable(username) || !isDecodable(password)) throw new HttpFault("proxy setting is not an address");
  return address;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
