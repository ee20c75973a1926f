import { createHmac } from "node:crypto";
import type { RuleMessage } from "../../messages/rules.messages.ts";

const PREFIX = "whsec_";
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Why a secret cannot be used, or `undefined`. Quotes nothing of it. */
export function secretProblem(secret: string): RuleMessage | undefined {
  if (secret === "") return { id: "secretEmpty" };
  // Copied with its quotes, with blanks, or out of a header: each would be taken for another key, and refused for ever.
  if (/^["'`].*["'`]$|^\s|\s$|^v1,/s.test(secret)) return { id: "secretWrapped" };
  if (/^wh[sp]k_/.test(secret)) return { id: "secretAsymmetric" };
  const encoded = secret.slice(PREFIX.length);
  if (secret.startsWith(PREFIX) && (encoded === "" || !BASE64.test(encoded))) return { id: "secretEncoding" };
  return undefined;
}

/**
 * The headers by which a receiver verifies that the sender of the body knows the secret.
 * Standard Webhooks 1.0: HMAC-SHA256 over id, timestamp and body, joined by full stops.
 * A secret with `whsec_` carries its key in base64; any other is the key itself, as UTF-8.
 *
 * @param seconds when this attempt is made, epoch seconds.
 */
export function signatureHeaders(secret: string, id: string, seconds: number, body: string): Record<string, string> {
  const key = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), "base64") : Buffer.from(secret);
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return { "webhook-timestamp": String(seconds), "webhook-signature": `v1,${signature}` };
}
