import libmime from "libmime";
import type { ReceivedRequest } from "./http-receiver.ts";

/** What Cloudflare and the like put into `Priority` by RFC 9218; ntfy looks past it. */
const HTTP_PRIORITY = /^(?:u=\d)?(?:,?\s*i)?$/;

/** Reads the parameters of one request by any of their names, as ntfy does: headers first, then the query. */
export class NtfyParameters {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #query: URLSearchParams;

  constructor(request: Pick<ReceivedRequest, "headers" | "path">) {
    this.#headers = request.headers;
    this.#query = new URL(request.path, "http://ntfy").searchParams;
  }

  /** The first of these names that has a value, decoded and trimmed; otherwise empty. */
  read(...names: readonly string[]): string {
    for (const name of names) {
      const value = this.#readHeader(name);
      if (value !== "") return value;
    }
    for (const name of names) {
      const value = this.#query.get(name)?.trim();
      if (value) return value;
    }
    return "";
  }

  readQuery(...names: readonly string[]): string {
    return names.map((name) => this.#query.get(name) ?? "").find((value) => value !== "") ?? "";
  }

  isOn(standard: boolean, ...names: readonly string[]): boolean {
    const value = this.read(...names).toLowerCase();
    return value === "" ? standard : ["1", "yes", "true"].includes(value);
  }

  #readHeader(name: string): string {
    // Node reads a header as Latin-1; some clients send bare UTF-8, which the server takes as it is.
    const bytes = Buffer.from(this.#headers[name] ?? "", "latin1");
    const value = libmime.decodeWords(bytes.toString("utf8")).trim();
    return name === "priority" && HTTP_PRIORITY.test(value) ? "" : value;
  }
}
