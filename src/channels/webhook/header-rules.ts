import type { RuleMessage } from "../../messages/rules.messages.ts";

/** Belong to the connection or to the client itself. */
const TRANSPORT_HEADERS = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "upgrade",
  "te",
  "trailer",
  "expect",
  "http2-settings",
]);

/** Why configured headers cannot be sent, or `undefined`. Names a header, never its value (R15). */
export function headersProblem(headers: Readonly<Record<string, string>>): RuleMessage | undefined {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) return { id: "headerNameForm" };
    const lower = name.toLowerCase();
    if (lower.startsWith("webhook-")) return { id: "headerIsOurs", values: { name } };
    if (TRANSPORT_HEADERS.has(lower) || lower.startsWith("proxy-"))
      return { id: "headerOfConnection", values: { name } };
    if (seen.has(lower)) return { id: "headerTwice", values: { name } };
    seen.add(lower);
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
      return { id: "headerValueForm", values: { name } };
    }
  }
  return undefined;
}
