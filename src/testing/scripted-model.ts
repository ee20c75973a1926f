import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { AnswerQueue, type ModelScript, type ScriptedAnswer } from "./model-answers.ts";
import { waitUntil } from "./wait-until.ts";

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
export interface ScriptedModel extends ModelScript, AsyncDisposable {
  /** For `baseUrl` of a provider in Pi's models.json. */
  readonly baseUrl: string;
  readonly requests: readonly ModelRequest[];
  /** Resolves when `count` requests have come since the start. */
  waitForRequests(count: number, deadlineMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** Where Pi's `openai-completions` provider sends its requests, below the base URL. */
const COMPLETIONS_PATH = "/v1/chat/completions";

/** Starts a model on a free loopback port. It speaks just enough of OpenAI's streaming protocol for Pi. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const answers = new AnswerQueue();
  const requests: { at: number; prompt: string; body: unknown; abandoned: boolean }[] = [];

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
    const answer = await answers.take();
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
    answer: (...more) => answers.answer(...more),
    hold: () => answers.hold(),
    answerByDefault: (answer) => answers.answerByDefault(answer),
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
