import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { waitUntil } from "./wait-until.ts";

/** Token counts as OpenAI reports them; a large `prompt_tokens` makes Pi compact. */
export interface ScriptedUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

export interface ScriptedToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** One answer of the model; made by {@link text}, {@link toolCalls} and {@link failure}. */
export type ScriptedAnswer =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly usage?: ScriptedUsage;
      readonly finish?: "stop" | "length";
    }
  | { readonly kind: "tools"; readonly calls: readonly ScriptedToolCall[] }
  | { readonly kind: "failure"; readonly status: number };

/** Plain text; `finish: "length"` ends it as a model does that ran out of tokens. */
export function text(
  words: string,
  more: { readonly usage?: ScriptedUsage; readonly finish?: "stop" | "length" } = {},
): ScriptedAnswer {
  return { kind: "text", text: words, ...more };
}

/** Asks Pi to call tools, all in one message. */
export function toolCalls(...calls: ScriptedToolCall[]): ScriptedAnswer {
  return { kind: "tools", calls };
}

/** An HTTP error; Pi takes 500, 502, 503 and 504 for a passing failure and tries again. */
export function failure(status = 503): ScriptedAnswer {
  return { kind: "failure", status };
}

/** An answer that stays open until the test lets it go: the model is "working" meanwhile. */
export interface HeldAnswer {
  /** Resolves when a request waits for this answer. */
  reached(deadlineMs?: number): Promise<void>;
  /** Answers now; further calls do nothing. Allowed before a request has come. */
  release(answer?: ScriptedAnswer): void;
}

export interface ModelRequest {
  /** Arrival, ms since the epoch. */
  readonly at: number;
  /** Text of the last user message, for telling requests apart. */
  readonly prompt: string;
  /** The whole request, as parsed from JSON. */
  readonly body: unknown;
  /** Becomes true when Pi hung up before the answer was complete (Escape, exit). */
  readonly abandoned: boolean;
}

/** A model that says what the test told it to say. */
export interface ScriptedModel extends AsyncDisposable {
  /** For `baseUrl` of a provider in Pi's models.json. */
  readonly baseUrl: string;
  readonly requests: readonly ModelRequest[];
  /** Queues answers; each request takes one. */
  answer(...answers: ScriptedAnswer[]): void;
  /** Queues an answer that stays open. */
  hold(): HeldAnswer;
  /** What requests get when the queue is empty; `text("hello")` at first. */
  answerByDefault(answer: ScriptedAnswer): void;
  /** Resolves when `count` requests have come since the start. */
  waitForRequests(count: number, deadlineMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** Where Pi's `openai-completions` provider sends its requests, below the base URL. */
const COMPLETIONS_PATH = "/v1/chat/completions";

/** Starts a model on a free loopback port. It speaks just enough of OpenAI's streaming protocol for Pi. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const queue: (ScriptedAnswer | Promise<ScriptedAnswer>)[] = [];
  const reachedBy = new WeakMap<Promise<ScriptedAnswer>, () => void>();
  const requests: { at: number; prompt: string; body: unknown; abandoned: boolean }[] = [];
  let byDefault: ScriptedAnswer = text("hello");

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = parseJson(await readBody(request));
    if (request.method !== "POST" || request.url !== COMPLETIONS_PATH) {
      response.writeHead(404).end();
      return;
    }
    const record = { at: Date.now(), prompt: lastUserText(body), body, abandoned: false };
    requests.push(record);
    response.on("close", () => {
      record.abandoned = !response.writableFinished;
    });
    const next = queue.shift() ?? byDefault;
    if (next instanceof Promise) reachedBy.get(next)?.();
    const answer = await next;
    if (!response.destroyed) send(answer, response);
  }

  const server = createServer((request, response) => {
    response.on("error", () => {}); // Pi may hang up at any moment
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the scripted model has no port");

  async function close(): Promise<void> {
    if (!server.listening) return;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    requests,
    answer: (...answers) => {
      queue.push(...answers);
    },
    hold: () => {
      let reached = false;
      let resolve: (answer: ScriptedAnswer) => void = () => {};
      const promise = new Promise<ScriptedAnswer>((fulfil) => {
        resolve = fulfil;
      });
      reachedBy.set(promise, () => {
        reached = true;
      });
      queue.push(promise);
      return {
        reached: async (deadlineMs) => {
          await waitUntil("a request for the held answer", () => reached, deadlineMs);
        },
        release: (answer = text("done")) => resolve(answer),
      };
    },
    answerByDefault: (answer) => {
      byDefault = answer;
    },
    waitForRequests: async (count, deadlineMs) => {
      await waitUntil(
        () => `${count} model requests, ${requests.length} came`,
        () => requests.length >= count,
        deadlineMs,
      );
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function send(answer: ScriptedAnswer, response: ServerResponse): void {
  if (answer.kind === "failure") {
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: `scripted failure ${answer.status}` } }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const chunk = (delta: object, finish: string | null, more: object = {}) => {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    const event = { id: "scripted", object: "chat.completion.chunk", created: 0, model: "m", choices, ...more };
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  if (answer.kind === "text") {
    chunk({ role: "assistant", content: answer.text }, null);
    const usage = answer.usage && {
      ...answer.usage,
      total_tokens: answer.usage.prompt_tokens + answer.usage.completion_tokens,
    };
    chunk({}, answer.finish ?? "stop", usage ? { usage } : {});
  } else {
    answer.calls.forEach((call, index) => {
      const id = `call_${Date.now()}_${index}`;
      const called = { name: call.name, arguments: JSON.stringify(call.args) };
      chunk({ role: "assistant", tool_calls: [{ index, id, type: "function", function: called }] }, null);
    });
    chunk({}, "tool_calls");
  }
  response.end("data: [DONE]\n\n");
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

function lastUserText(body: unknown): string {
  const messages = (body as { messages?: unknown } | undefined)?.messages;
  if (!Array.isArray(messages)) return "";
  const last = messages.findLast((message) => message?.role === "user");
  const content: unknown = last?.content;
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (typeof part?.text === "string" ? part.text : "")).join("");
}
