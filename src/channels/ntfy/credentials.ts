import type { RuleMessage } from "../../messages/rules.messages.ts";

export interface Credentials {
  readonly token?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** Why a token cannot be sent, or `undefined`. Quotes nothing of it. */
export function tokenProblem(token: string): RuleMessage | undefined {
  return /[^\x21-\x7e]/.test(token) ? { id: "tokenForm" } : undefined;
}

/** Why a user name cannot be sent by Basic authentication, or `undefined`. */
export function usernameProblem(username: string): RuleMessage | undefined {
  return username.includes(":") ? { id: "noColon" } : undefined;
}

/** Why these cannot be used together, or `undefined`. An empty text is as good as none. */
export function credentialsProblem({ token, username, password }: Credentials): RuleMessage | undefined {
  if (token && (username || password)) return { id: "tokenAndPassword" };
  if (username && !password) return { id: "usernameAlone" };
  if (password && !username) return { id: "passwordAlone" };
  return undefined;
}

/**
 * The value of the `Authorization` header, or `undefined` where nothing is to be proved. An empty token counts as none,
 * so that a configuration can say `${NTFY_TOKEN:-}`. The scheme is case-sensitive for ntfy.
 */
export function authorization({ token, username, password }: Credentials): string | undefined {
  if (token) return `Bearer ${token}`;
  if (username && password) return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  return undefined;
}

/** The warning for credentials that would be sent unencrypted, or `undefined`. */
export function plainHttpWarning(
  serverUrl: string,
  credentials: Credentials,
): { readonly key: string; readonly what: RuleMessage } | undefined {
  const { protocol, hostname } = new URL(serverUrl);
  if (protocol !== "http:" || isLoopback(hostname) || authorization(credentials) === undefined) return undefined;
  return {
    key: credentials.token ? "token" : "password",
    what: { id: "unencrypted" },
  };
}

/** @param hostname as `URL` gives it: IPv4 in four decimal parts, IPv6 in brackets */
function isLoopback(hostname: string): boolean {
  return /^(?:.+\.)?localhost\.?$/.test(hostname) || /^127(?:\.\d+){3}$/.test(hostname) || hostname === "[::1]";
}
