import { NtfyRefusal } from "./ntfy-errors.ts";

export interface NtfyUser {
  readonly username: string;
  readonly password: string;
  readonly tokens?: readonly string[];
  /** What this user may publish to and read; everything unless said otherwise. */
  readonly topics?: readonly string[];
}

/** Who may do what. Without users there is no access control: everybody may, and no credential is known. */
export interface NtfyAccess {
  readonly users: readonly NtfyUser[];
  /** Whether nobody may do anything without a credential. */
  readonly denyAnonymous: boolean;
}

/** @throws {NtfyRefusal} 40101 for an invalid credential, 40301 for one without access. */
export function authorize(access: NtfyAccess, credential: string, topic: string): void {
  const user = authenticate(access.users, credential);
  if (user === undefined && access.denyAnonymous) throw new NtfyRefusal(40301);
  if (user?.topics?.includes(topic) === false) throw new NtfyRefusal(40301);
}

/** @param credential the value of `Authorization`, or what `?auth=` stands for; empty for nobody */
export function authenticate(users: readonly NtfyUser[], credential: string): NtfyUser | undefined {
  if (credential === "") return undefined;
  const user = credential.startsWith("Bearer")
    ? byToken(users, credential.slice("Bearer".length).trim())
    : byPassword(users, credential);
  if (user === undefined) throw new NtfyRefusal(40101);
  return user;
}

/** `?auth=` carries the header's value in base64url. */
export function credentialOf(header: string | undefined, query: string): string {
  return (query === "" ? (header ?? "") : Buffer.from(query, "base64url").toString("utf8")).trim();
}

function byToken(users: readonly NtfyUser[], token: string): NtfyUser | undefined {
  return users.find(({ tokens }) => tokens?.includes(token));
}

function byPassword(users: readonly NtfyUser[], credential: string): NtfyUser | undefined {
  const [, encoded = ""] = /^basic (.*)$/i.exec(credential) ?? [];
  const pair = Buffer.from(encoded, "base64").toString("utf8");
  return users.find(({ username, password }) => pair === `${username}:${password}`);
}
