import { type LookupAddress, type LookupOptions, lookup as lookupBySystem, Resolver } from "node:dns";
import { isIPv6, type LookupFunction } from "node:net";
import { errorCodeOf } from "../../ports/unknown-value.ts";
import { checkNameReplies, type LookupDecision, type NameReply } from "./check-name-replies.ts";
import { HOSTS_FILE, isInHostsFile } from "./hosts-file.ts";

export interface HostLookupOptions {
  /** Name servers in the form of `dns.setServers`; a test gives them, otherwise they are the system's. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  /** The system's own look-up: right in everything, but nothing can cancel it. */
  readonly system?: LookupFunction;
  /** How long the first name server has for itself, milliseconds. */
  readonly headStartMs?: number;
}

/** Looks up host names for the connections of one request. */
export interface HostLookup {
  readonly lookup: LookupFunction;
  /** Ends what is under way; its callers hear an error. */
  cancel(): void;
}

/** Far longer than a name server that works takes, far shorter than the five seconds that the system gives it. */
const HEAD_START_MS = 1_000;

type Family = 4 | 6;

/**
 * A look-up that can be given up.
 *
 * `dns.lookup` blocks a thread until the name server answers or the system's patience ends, and a process cannot exit
 * before; so name servers are asked first, by c-ares, which can be cancelled, and the system only once it is known
 * that it will not hang (`check-name-replies.ts`). Names that need no name server go to the system at once: those in
 * the hosts file, `localhost` and what is below it, and `.local`, which is asked by multicast.
 *
 * Not seen is another way to a name while every name server is silent; and the system may still hang on a name
 * server that it keeps for one domain only.
 */
export function createHostLookup(options: HostLookupOptions = {}): HostLookup {
  const { servers, hostsFile = HOSTS_FILE, system = lookupBySystem, headStartMs = HEAD_START_MS } = options;
  const ending = new AbortController();

  async function decide(hostname: string, families: readonly Family[]): Promise<LookupDecision> {
    if (needsNoNameServer(hostname) || (await isInHostsFile(hostname, hostsFile))) return { kind: "ask-system" };
    return askNameServers({ hostname, families, servers, headStartMs, signal: ending.signal });
  }

  return {
    lookup(hostname, lookupOptions, callback) {
      const fail = (code: string) => callback(Object.assign(new Error("look-up failed"), { code }), []);
      decide(hostname, familiesOf(lookupOptions))
        .then((verdict) => {
          if (ending.signal.aborted) fail("ECANCELLED");
          else if (verdict.kind === "ask-system") system(hostname, lookupOptions, callback);
          else if (verdict.kind === "addresses") answer(verdict.addresses, lookupOptions, callback);
          else fail("EAI_AGAIN");
        })
        .catch(() => fail("EAI_FAIL"));
    },
    cancel: () => ending.abort(),
  };
}

function needsNoNameServer(hostname: string): boolean {
  return /(?:^|\.)(?:localhost|local)\.?$/i.test(hostname);
}

function familiesOf({ family }: LookupOptions): readonly Family[] {
  if (family === 4 || family === "IPv4") return [4];
  return family === 6 || family === "IPv6" ? [6] : [4, 6];
}

function answer(found: readonly string[], { all }: LookupOptions, callback: Parameters<LookupFunction>[2]): void {
  const addresses: LookupAddress[] = found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const [first] = addresses;
  if (all) callback(null, addresses);
  else callback(null, first?.address ?? "", first?.family);
}

interface NameQuery {
  readonly hostname: string;
  readonly families: readonly Family[];
  readonly servers: readonly string[] | undefined;
  readonly headStartMs: number;
  readonly signal: AbortSignal;
}

/** Never rejects; when the signal aborts it resolves with `failed`, and nothing of it is left. */
function askNameServers({ hostname, families, servers, headStartMs, signal }: NameQuery): Promise<LookupDecision> {
  if (signal.aborted) return Promise.resolve({ kind: "failed" });
  const resolvers = makeResolvers(servers);
  const first: NameReply[] = families.map(() => "pending");
  const others: NameReply[] = [];
  let isHeadStartOver = false;

  return new Promise((resolve) => {
    const end = (verdict: LookupDecision) => {
      clearTimeout(headStart);
      signal.removeEventListener("abort", giveUp);
      resolve(verdict);
      for (const resolver of [resolvers.first, resolvers.others]) resolver?.cancel();
    };
    const giveUp = () => end({ kind: "failed" });
    const decide = () => {
      const verdict = checkNameReplies({ first, others, isHeadStartOver });
      if (verdict.kind !== "wait") end(verdict);
    };
    const ask = (resolver: Resolver, answers: NameReply[]) => {
      families.forEach((family, index) => {
        answers[index] = "pending";
        const hear = (error: Error | null, addresses: readonly string[] | undefined) => {
          answers[index] = addresses ?? meaningOf(error);
          decide();
        };
        if (family === 4) resolver.resolve4(hostname, hear);
        else resolver.resolve6(hostname, hear);
      });
    };
    const headStart = setTimeout(() => {
      isHeadStartOver = true;
      if (resolvers.others !== undefined) ask(resolvers.others, others);
      decide();
    }, headStartMs);
    signal.addEventListener("abort", giveUp, { once: true });
    ask(resolvers.first, first);
  });
}

/** The name server that the system asks first, and the rest of them; all in one where they cannot be told apart. */
function makeResolvers(servers: readonly string[] | undefined): { first: Resolver; others: Resolver | undefined } {
  const first = new Resolver();
  const [firstServer, ...otherServers] = servers ?? separable(first.getServers());
  if (firstServer === undefined) return { first, others: undefined };
  first.setServers([firstServer]);
  if (otherServers.length === 0) return { first, others: undefined };
  const others = new Resolver();
  others.setServers(otherServers);
  return { first, others };
}

/** None where there is only one anyway, or where setting a link-local address would lose its interface. */
function separable(servers: readonly string[]): readonly string[] {
  return servers.length < 2 || servers.some((server) => LINK_LOCAL.test(server)) ? [] : servers;
}

const LINK_LOCAL = /^\[?fe[89ab]/i;

function meaningOf(error: Error | null): NameReply {
  switch (errorCodeOf(error)) {
    case "ENODATA":
    case "ENOTFOUND":
      return [];
    case "ETIMEOUT":
    case "ECANCELLED":
      return "silent";
    default:
      return "broken";
  }
}
