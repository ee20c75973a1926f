/** What the page's address asks for, in its fragment: `#at=12&notice=key-run3`, `#live=4711&token=…`. */
export interface Address {
  /** The number of a record, from 1: the moment right after it; 0: before all. */
  readonly at: number | undefined;
  /** A notice's id: the moment at which it was made. */
  readonly notice: string | undefined;
  readonly live: Live | undefined;
}

/** A server on this machine that tells of a Pi at work. */
export interface Live {
  readonly port: number;
  readonly token: string;
}

export function readAddress(fragment: string): Address {
  const values = new URLSearchParams(fragment.replace(/^#/, ""));
  const port = wholeNumber(values.get("live"));
  const token = values.get("token") ?? "";
  return {
    at: wholeNumber(values.get("at")),
    notice: values.get("notice") ?? undefined,
    live: port !== undefined && port > 0 && port < 65_536 && token !== "" ? { port, token } : undefined,
  };
}

/** The page that `/notify visualize` serves knows its server by its own address. */
export function servedLive({ protocol, hostname, port, search }: LocationParts): Live | undefined {
  const token = new URLSearchParams(search).get("token") ?? "";
  if (protocol !== "http:" || hostname !== "127.0.0.1" || token === "") return undefined;
  return { port: port === "" ? 80 : Number(port), token };
}

type LocationParts = Record<"protocol" | "hostname" | "port" | "search", string>;

export function traceUrl({ port, token }: Live): string {
  return `http://127.0.0.1:${port}/trace?token=${encodeURIComponent(token)}`;
}

export function momentFragment(moment: number): string {
  return `#at=${moment}`;
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
