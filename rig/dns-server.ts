import { createSocket, type RemoteInfo } from "node:dgram";
import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, type Packet } from "dns-packet";
import { waitUntil } from "../src/testing/wait-until.ts";

/** Addresses by record type. A type that is missing has none. */
export interface DnsName {
  readonly A?: readonly string[];
  readonly AAAA?: readonly string[];
  /** Record types for which questions stay without an answer. */
  readonly silentFor?: readonly string[];
  /** After so many answers no question has one. */
  readonly silentAfter?: number;
}

/** How the server answers a question. */
export type DnsAnswer = DnsName | "silent" | "nxdomain" | "servfail";

export interface DnsServer extends AsyncDisposable {
  /** In the form of `dns.setServers`. */
  readonly address: string;
  /** The questions so far, as `A name`, oldest first. */
  readonly questions: readonly string[];
  waitForQuestions(count: number): Promise<void>;
  /** How many answers were sent. */
  readonly answered: number;
  /** Answers like this from now on, and first the questions that were left without an answer. */
  answerWith(answer: DnsAnswer): void;
}

/**
 * A real name server on loopback.
 * @param answer the same for every name.
 */
export async function startDnsServer(answer: DnsAnswer, { host = "127.0.0.1", port = 0 } = {}): Promise<DnsServer> {
  const socket = createSocket("udp4");
  const questions: string[] = [];
  const left: { readonly query: Packet; readonly from: RemoteInfo }[] = [];
  let answered = 0;

  function send(query: Packet, from: RemoteInfo, rcode: number, answers: Answer[]): void {
    answered += 1;
    const flags = AUTHORITATIVE_ANSWER | rcode;
    socket.send(
      encode({ type: "response", id: query.id ?? 0, flags, questions: query.questions ?? [], answers }),
      from.port,
      from.address,
    );
  }

  function isSilent({ silentFor = [], silentAfter = Number.POSITIVE_INFINITY }: DnsName, type: string): boolean {
    return silentFor.includes(type) || answered >= silentAfter;
  }

  let how = answer;
  function handle(query: Packet, from: RemoteInfo): void {
    const [question] = query.questions ?? [];
    if (question === undefined) return;
    const { name, type } = question;
    if (how === "silent" || (typeof how === "object" && isSilent(how, type))) left.push({ query, from });
    else if (how === "servfail") send(query, from, SERVFAIL, []);
    else if (how === "nxdomain") send(query, from, NXDOMAIN, []);
    else send(query, from, 0, recordsOf(how, type, name));
  }

  socket.on("message", (bytes, from) => {
    const query = decode(bytes);
    questions.push(...(query.questions ?? []).map(({ name, type }) => `${type} ${name}`));
    handle(query, from);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(port, host, resolve);
  });

  return {
    address: `${host}:${socket.address().port}`,
    questions,
    waitForQuestions: async (count) => {
      await waitUntil(
        () => `${count} questions to the name server; came: ${questions.join(", ")}`,
        () => questions.length >= count,
      );
    },
    get answered() {
      return answered;
    },
    answerWith(next) {
      how = next;
      for (const { query, from } of left.splice(0)) handle(query, from);
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

const SERVFAIL = 2;
const NXDOMAIN = 3;

function recordsOf(known: DnsName, type: string, name: string): Answer[] {
  if (type !== "A" && type !== "AAAA") return [];
  return (known[type] ?? []).map((data) => ({ type, name, ttl: 60, data }));
}
