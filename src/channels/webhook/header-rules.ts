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
export function headersProblem(headers: Readonly<Record<string, string>>): string | undefined {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name))
      return "has a header name with characters that HTTP does not allow";
    const lower = name.toLowerCase();
    if (lower.startsWith("webhook-")) return `sets ${name}, which pi-notify sends itself`;
    if (TRANSPORT_HEADERS.has(lower) || lower.startsWith("proxy-"))
      return `sets ${name}, which belongs to the connection`;
    if (seen.has(lower)) return `sets ${name} twice`;
    seen.add(lower);
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
      return `has a value for ${name} with characters that a header cannot carry (line breaks, or beyond U+00FF)`;
    }
  }
  return undefined;
}
