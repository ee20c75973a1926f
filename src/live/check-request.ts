/** What a request says of itself, before anything is believed. */
export interface RequestFacts {
  readonly method: string | undefined;
  /** As it stands in the request line. */
  readonly target: string | undefined;
  /** Every header of that name, in its order. */
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  /** On which this server listens. */
  readonly port: number;
}

export type RequestCheck =
  | { readonly kind: "refused"; readonly status: 403 | 404 | 405 | 421 }
  | {
      readonly kind: "page" | "stream";
      readonly token: string;
      /** Whose page asks; undefined where the browser does not say, as when it opens an address. */
      readonly origin: string | undefined;
    };

/** A page that was opened from a file. */
const FILE_ORIGIN = "null";

const PATHS: ReadonlyMap<string, "page" | "stream"> = new Map([
  ["/", "page"],
  ["/trace", "stream"],
]);

/** Whether a request may ask at all; whether its token is right is another question. */
export function checkRequest({ method, target = "", hosts, origins, port }: RequestFacts): RequestCheck {
  if (method !== "GET") return refused(405);
  const own = `127.0.0.1:${port}`;
  const [host, ...moreHosts] = hosts;
  // A name that somebody leads to 127.0.0.1 is how a page from elsewhere gets here.
  if (host !== own || moreHosts.length > 0) return refused(421);
  const [origin, ...moreOrigins] = origins;
  const isOurs = origin === undefined || origin === FILE_ORIGIN || origin === `http://${own}`;
  if (!isOurs || moreOrigins.length > 0) return refused(403);
  const [path = "", query = "", ...rest] = target.split("?");
  const kind = PATHS.get(path);
  // Compared as it came: nothing is resolved or decoded, so no other spelling leads anywhere.
  if (kind === undefined || rest.length > 0) return refused(404);
  const [name, token] = query.split("=");
  if (name !== "token" || token === undefined || !/^[\w-]{1,100}$/.test(token)) return refused(403);
  return query === `token=${token}` ? { kind, token, origin } : refused(403);
}

function refused(status: 403 | 404 | 405 | 421): RequestCheck {
  return { kind: "refused", status };
}
