import { createHash } from "node:crypto";

/** Every script element with its text, which is what a browser takes for one. */
const SCRIPTS = /<script\b[^>]*>([\s\S]*?)<\/script/gi;

/**
 * The Content-Security-Policy of the viewer's page: it runs the scripts that it was built with and no other, and talks
 * to nobody but this server.
 * @param page as it was built, without a trace
 */
export function pagePolicy(page: string): string {
  const hashes = Array.from(page.matchAll(SCRIPTS), ([, text = ""]) => {
    return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  });
  return [
    "default-src 'none'",
    `script-src ${hashes.length === 0 ? "'none'" : hashes.join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "font-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
