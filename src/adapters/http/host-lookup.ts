import { type LookupAddress, type LookupOptions, Resolver } from "node:dns";
import { isIPv6, type LookupFunction } from "node:net";
import type { Environment } from "../../ports/environment.ts";
import { errorCodeOf } from "../../ports/unknown-value.ts";
import { waitAtMost } from "../clock/wait-at-most.ts";
import { checkNameReplies, isClear, type LookupDecision, type NameReply } from "./check-name-replies.ts";
import { HOSTS_FILE, isInHostsFile } from "./hosts-file.ts";
import { createSystemLookup, type SystemLookup } from "./system-lookup.ts";

export interface HostLookupOptions {
  /** Name servers in the form of `dns.setServers`; a test gives them, otherwise they are the system's. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  /** The system's own look-up. */
  readonly system?: SystemLookup;
  /** How long the first name server has for itself, and the system where a name server has answered; milliseconds. */
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
 * Name servers are asked first, because the system waits for one that is silent far longer than a request may; the
 * system has the last word where they answer (`check-name-replies.ts`). Should it fall silent then, what they said
 * counts. Names that need no name server go to the system at once: those in the hosts file, `localhost` and what is
 * below it, and `.local`, which only the system can ask by multicast.
 */
export function createHostLookup(env: Environment, options: HostLookupOptions = {}): HostLookup {
  const {
    servers,
    hostsFile = HOSTS_FILE,
    headStartMs = HEAD_START_MS,
    system = createSystemLookup({ env }),
  } = options;
  const ending = new AbortController();
  const { signal } = ending;

  async function find(hostname: string, families: readonly Family[]): Promise<Found> {
    if (needsNoNameServer(hostname) || (await isInHostsFile(hostname, hostsFile)))
      return askSystem(hostname, families, []);
    const { decision, first } = await askNameServers({ hostname, families, servers, headStartMs, signal });
    if (decision.kind === "ask-system") return askSystem(hostname, families, first);
    return decision.kind === "addresses" ? decision : { kind: "fault", code: "EAI_AGAIN" };
  }

  async function askSystem(hostname: string, families: readonly Family[], first: readonly NameReply[]): Promise<Found> {
    const known = first.filter(isClear).flat();
    const asked = new AbortController();
    const stop = () => asked.abort();
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    let said: readonly string[] = [];
    const asking = system(hostname, asked.signal).then((addresses) => {
      said = addresses.filter((address) => families.includes(isIPv6(address) ? 6 : 4));
    });
    if (known.length > 0) {
      await waitAtMost(headStartMs, asking, signal);
      stop();
    }
    await asking;
    signal.removeEventListener("abort", stop);
    const addresses = said.length > 0 ? said : known;
    if (addresses.length > 0) return { kind: "addresses", addresses };
    return { kind: "fault", code: first.every(isClear) ? "ENOTFOUND" : "EAI_AGAIN" };
  }

  return {
    lookup(hostname, lookupOptions, callback) {
      const fail = (code: string) => callback(Object.assign(new Error("look-up failed"), { code }), []);
      find(hostname, familiesOf(lookupOptions))
        .then((found) => {
          if (signal.aborted) fail("ECANCELLED");
          else if (found.kind === "fault") fail(found.code);
          else answer(found.addresses, lookupOptions, callback);
        })
        .catch(() => fail("EAI_FAIL"));
    },
    cancel: () => ending.abort(),
  };
}

type Found =
  | { readonly kind: "addresses"; readonly addresses: readonly string[] }
  | { readonly kind: "fault"; readonly code: "ENOTFOUND" | "EAI_AGAIN" };

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
function askNameServers({
  hostname,
  families,
  servers,
  headStartMs,
  signal,
}: NameQuery): Promise<{ decision: LookupDecision; first: readonly NameReply[] }> {
  const first: NameReply[] = families.map(() => "pending");
  if (signal.aborted) return Promise.resolve({ decision: { kind: "failed" }, first });
  const resolvers = makeResolvers(servers);
  const others: NameReply[] = [];
  let isHeadStartOver = false;

  return new Promise((resolve) => {
    const end = (decision: LookupDecision) => {
      clearTimeout(headStart);
      signal.removeEventListener("abort", giveUp);
      resolve({ decision, first: [...first] });
      for (const resolver of [resolvers.first, resolvers.others]) resolver?.cancel();
    };
    const giveUp = () => end({ kind: "failed" });
    const decide = () => {
      const decision = checkNameReplies({ first, others, isHeadStartOver });
      if (decision.kind !== "wait") end(decision);
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
