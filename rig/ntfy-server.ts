import { type HttpReceiver, type HttpReceiverReply, type ReceivedRequest, startHttpReceiver } from "./http-receiver.ts";
import { authenticate, authorize, credentialOf, type NtfyAccess } from "./ntfy-access.ts";
import { jsonReply, NtfyRefusal } from "./ntfy-errors.ts";
import { type NtfyMessage, toMessage } from "./ntfy-message.ts";
import { NtfyParameters } from "./ntfy-parameters.ts";

export interface NtfyServerOptions extends Partial<NtfyAccess> {
  /** The longest attachment, bytes. Without it attachments are off. */
  readonly attachmentLimit?: number;
  /** Where a reverse proxy has put the server, such as `/ntfy`; nothing else is there. */
  readonly prefix?: string;
  /** How many requests may come at once; one more every five seconds. */
  readonly burst?: number;
  /** How many messages a day. */
  readonly dailyMessages?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export interface NtfyServer extends AsyncDisposable {
  /** With the prefix, without a slash at its end. */
  readonly url: string;
  /** Everything that was published, in order. */
  readonly messages: readonly NtfyMessage[];
  /** The wire below. */
  readonly receiver: HttpReceiver;
}

const RESERVED_TOPICS = "docs static file app metrics account settings signup login v1".split(" ");
const MAX_JSON_BYTES = 8192;
const REFILL_MS = 5000;

/**
 * Publishes and answers as an ntfy server does, in an executable form:
 * `PUT` and `POST` to a topic, JSON to the root, and `GET /TOPIC/json?poll=1` to read what was published.
 */
export async function startNtfyServer(options: NtfyServerOptions = {}): Promise<NtfyServer> {
  const { prefix = "", attachmentLimit, burst = 60, dailyMessages = Number.POSITIVE_INFINITY } = options;
  const { users = [], denyAnonymous = false, now = Date.now } = options;
  const published: NtfyMessage[] = [];
  const cached: NtfyMessage[] = [];
  const bucket = { tokens: burst, since: now() };

  function takeToken(): void {
    const refill = Math.floor((now() - bucket.since) / REFILL_MS);
    bucket.tokens = Math.min(burst, bucket.tokens + refill);
    bucket.since += refill * REFILL_MS;
    if (bucket.tokens < 1) throw new NtfyRefusal(42901);
    bucket.tokens -= 1;
  }

  function publish(topic: string, parameters: NtfyParameters, bytes: Buffer): HttpReceiverReply {
    if (published.length >= dailyMessages) throw new NtfyRefusal(42908);
    const { message, isCached } = toMessage(topic, parameters, bytes, { attachmentLimit, now: now() });
    published.push(message);
    if (isCached) cached.push(message);
    return jsonReply(200, message);
  }

  function answer(request: ReceivedRequest, bytes: Buffer): HttpReceiverReply {
    const parameters = new NtfyParameters(request);
    const credential = credentialOf(request.headers.authorization, parameters.readQuery("authorization", "auth"));
    authenticate(users, credential);
    const isPublishing = request.method === "POST" || request.method === "PUT";
    const path = pathBehind(prefix, request.path);

    if (path === "/" && isPublishing) {
      takeToken();
      const { topic, parameters: named, message } = readJson(bytes);
      checkTopic(topic);
      authorize({ users, denyAnonymous }, credential, topic);
      return publish(topic, named, message);
    }
    const [, topic = "", action] = /^\/([-_A-Za-z0-9]{1,64})(\/json)?$/.exec(path) ?? [];
    const isReading = action === "/json" && request.method === "GET" && parameters.isOn(false, "poll", "x-poll", "po");
    if (topic === "" || (isPublishing ? action !== undefined : !isReading)) throw new NtfyRefusal(40401);
    takeToken();
    checkTopic(topic);
    authorize({ users, denyAnonymous }, credential, topic);
    if (isPublishing) return publish(topic, parameters, bytes);
    const lines = cached.filter((message) => message.topic === topic).map((message) => `${JSON.stringify(message)}\n`);
    return { status: 200, headers: { "content-type": "application/x-ndjson; charset=utf-8" }, body: lines.join("") };
  }

  const receiver = await startHttpReceiver();
  receiver.answerWith({
    kind: "compute",
    reply(request, bytes) {
      try {
        return answer(request, bytes);
      } catch (error) {
        if (error instanceof NtfyRefusal) return error.toReply();
        throw error;
      }
    },
  });
  return {
    url: `${receiver.url}${prefix}`,
    messages: published,
    receiver,
    [Symbol.asyncDispose]: () => receiver.close(),
  };
}

/** Without the query. @throws {NtfyRefusal} where the reverse proxy has nothing. */
function pathBehind(prefix: string, path: string): string {
  const { pathname } = new URL(path, "http://ntfy");
  if (!pathname.startsWith(`${prefix}/`)) throw new NtfyRefusal(40401);
  return pathname.slice(prefix.length);
}

function checkTopic(topic: string): void {
  if (RESERVED_TOPICS.includes(topic)) throw new NtfyRefusal(40010);
}

/** The JSON form of a message: numbers as numbers, texts as texts. */
function readJson(bytes: Buffer) {
  if (bytes.length > MAX_JSON_BYTES) throw new NtfyRefusal(41303);
  const value = parseObject(bytes.toString("utf8"));
  const { topic = "", message = "", title = "", click = "", icon = "", delay = "", priority = 0, tags = [] } = value;
  const texts = [topic, message, title, click, icon, delay];
  const areTexts = texts.every((text) => typeof text === "string");
  if (!areTexts || typeof priority !== "number" || !Array.isArray(tags)) throw new NtfyRefusal(40024);
  if (!/^[-_A-Za-z0-9]{1,64}$/.test(String(topic))) throw new NtfyRefusal(40009);
  const named = { title, click, icon, delay, priority: priority === 0 ? "" : priority, tags: tags.join(",") };
  const headers = Object.entries(named).map(([name, text]) => [name, Buffer.from(String(text)).toString("latin1")]);
  const parameters = new NtfyParameters({ headers: Object.fromEntries(headers), path: "/" });
  return { topic: String(topic), parameters, message: Buffer.from(String(message)) };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Refused below.
  }
  throw new NtfyRefusal(40024);
}
