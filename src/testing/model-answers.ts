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

/** What a model will say, in order; the scripted model server and the fake Pi are scripted alike. */
export interface ModelScript {
  /** Queues answers; each request takes one. */
  answer(...answers: ScriptedAnswer[]): void;
  /** Queues an answer that stays open. */
  hold(): HeldAnswer;
  /** What requests get when the queue is empty; `text("hello")` at first. */
  answerByDefault(answer: ScriptedAnswer): void;
}

/** The queue behind a {@link ModelScript}. */
export class AnswerQueue implements ModelScript {
  readonly #queue: (() => ScriptedAnswer | Promise<ScriptedAnswer>)[] = [];
  #byDefault: ScriptedAnswer = text("hello");

  answer(...answers: ScriptedAnswer[]): void {
    this.#queue.push(...answers.map((answer) => () => answer));
  }

  hold(): HeldAnswer {
    let isReached = false;
    let resolve: (answer: ScriptedAnswer) => void = () => {};
    const promise = new Promise<ScriptedAnswer>((fulfil) => {
      resolve = fulfil;
    });
    this.#queue.push(() => {
      isReached = true;
      return promise;
    });
    return {
      reached: async (deadlineMs) => {
        await waitUntil("a request for the held answer", () => isReached, deadlineMs);
      },
      release: (answer = text("done")) => resolve(answer),
    };
  }

  answerByDefault(answer: ScriptedAnswer): void {
    this.#byDefault = answer;
  }

  /** What the next request gets. */
  take(): ScriptedAnswer | Promise<ScriptedAnswer> {
    return this.#queue.shift()?.() ?? this.#byDefault;
  }
}
