export interface Credentials {
  readonly token?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** Why a token cannot be sent, or `undefined`. Quotes nothing of it. */
export function tokenProblem(token: string): string | undefined {
  return /[^\x21-\x7e]/.test(token) ? "has spaces, line breaks or other characters that no token has" : undefined;
}

/** Why a user name cannot be sent by Basic authentication, or `undefined`. */
export function usernameProblem(username: string): string | undefined {
  return username.includes(":") ? "must not hold a colon" : undefined;
}

/** Why these cannot be used together, or `undefined`. An empty text is as good as none. */
export function credentialsProblem({ token, username, password }: Credentials): string | undefined {
  if (token && (username || password)) return "has both token and username or password; keep one";
  if (username && !password) return "has a username without a password; write both, or a token";
  if (password && !username) return "has a password without a username; write both, or a token";
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

/** What to tell whoever sends credentials in the clear, or `undefined`. */
export function plainHttpWarning(
  serverUrl: string,
  credentials: Credentials,
): { readonly key: string; readonly what: string } | undefined {
  const { protocol, hostname } = new URL(serverUrl);
  if (protocol !== "http:" || isLoopback(hostname) || authorization(credentials) === undefined) return undefined;
  return {
    key: credentials.token ? "token" : "password",
    what: "travels unencrypted over http, where others can read it; use an https serverUrl",
  };
}

/** @param hostname as `URL` gives it: IPv4 in four decimal parts, IPv6 in brackets */
function isLoopback(hostname: string): boolean {
  return /^(?:.+\.)?localhost\.?$/.test(hostname) || /^127(?:\.\d+){3}$/.test(hostname) || hostname === "[::1]";
}
