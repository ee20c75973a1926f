import type { RegisteredTool, ToolResult } from "./loaded-extension.ts";
import type { AnswerQueue, ScriptedAnswer, ScriptedToolCall } from "./model-answers.ts";
import { nextTurn } from "./next-turn.ts";
import { waitUntil } from "./wait-until.ts";

/** How often Pi asks a failing model again. */
const MAX_RETRIES = 3;
/** A context that holds more is compacted: Pi's default window of 128,000 tokens less the 16,384 that it keeps free. */
const COMPACTION_THRESHOLD_TOKENS = 128_000 - 16_384;
/** Pi's own tools. The fake touches no file and runs nothing: they answer with an empty text. */
const BUILT_IN_TOOLS: ReadonlySet<string> = new Set(["read", "bash", "edit", "write", "grep", "find", "ls"]);

const OUTCOMES = { stop: "completed", length: "completed", error: "error" } as const;
type StopReason = keyof typeof OUTCOMES | "aborted";

export interface FakeAgentParts {
  readonly answers: AnswerQueue;
  /** @returns what handlers returned */
  readonly emit: (type: string, event: Record<string, unknown>) => Promise<unknown[]>;
  /** Asks the `tool_call` handlers; the first that blocks has the say. Rejects when one throws. */
  readonly askBeforeTool: (event: Record<string, unknown>) => Promise<{ reason?: string } | undefined>;
  readonly findTool: (name: string) => RegisteredTool | undefined;
  readonly context: () => unknown;
}

interface Run {
  readonly controller: AbortController;
  /** Pi calls itself idle until the handlers of `input` have returned. */
  isActive: boolean;
  /** Lines typed meanwhile. */
  readonly queued: string[];
  /** While Pi waits to ask a failing model again: ends the wait. */
  stopWaiting: (() => void) | undefined;
  over: Promise<void>;
}

interface RetryHold {
  isReached: boolean;
  release: () => void;
  readonly released: Promise<void>;
}

/** Pi's agent: asks the model, runs tools, asks again, until it settles. Emits what Pi emits on the way. */
export class FakeAgent {
  readonly #parts: FakeAgentParts;
  readonly #retryHolds: RetryHold[] = [];
  #run: Run | undefined;
  #calls = 0;
  #hasContext = false;

  constructor(parts: FakeAgentParts) {
    this.#parts = parts;
  }

  get isBusy(): boolean {
    return this.#run?.isActive === true;
  }

  get hasQueued(): boolean {
    return (this.#run?.queued.length ?? 0) > 0;
  }

  get signal(): AbortSignal | undefined {
    return this.#run?.controller.signal;
  }

  settled(): Promise<void> {
    return this.#run?.over ?? Promise.resolve();
  }

  async prompt(line: string): Promise<void> {
    const running = this.#run;
    if (running !== undefined) {
      await this.#parts.emit("input", { text: line, source: "interactive", streamingBehavior: "steer" });
      running.queued.push(line);
      return;
    }
    const run: Run = {
      controller: new AbortController(),
      isActive: false,
      queued: [],
      stopWaiting: undefined,
      over: Promise.resolve(),
    };
    this.#run = run;
    run.over = this.#work(run, line);
    await run.over;
  }

  /** Resolves when the run has settled. */
  async abort(): Promise<void> {
    const run = this.#run;
    if (run === undefined) return;
    // Between two attempts nothing works that could be stopped: Pi only gives up.
    if (run.stopWaiting !== undefined) run.stopWaiting();
    else run.controller.abort();
    await run.over.catch(() => {});
  }

  holdRetry(): { reached(): Promise<void>; release(): void } {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hold: RetryHold = { isReached: false, release, released };
    this.#retryHolds.push(hold);
    return {
      reached: async () => {
        await waitUntil("a retry to wait", () => hold.isReached);
      },
      release,
    };
  }

  async #work(run: Run, line: string): Promise<void> {
    const { emit } = this.#parts;
    try {
      await emit("input", { text: line, source: "interactive" });
      run.isActive = true;
      await emit("before_agent_start", { prompt: line });
      const stopReason = await this.#untilDone(run);
      if (stopReason !== "aborted") await emit("agent_before_settle", { outcome: OUTCOMES[stopReason] });
      this.#run = undefined;
      await emit("agent_settled", { aborted: stopReason === "aborted" });
    } finally {
      this.#run = undefined;
    }
  }

  async #untilDone(run: Run): Promise<StopReason> {
    const { emit } = this.#parts;
    for (let retries = 0; ; retries += 1) {
      await emit("agent_start", {});
      const { stopReason, tokens } = await this.#loop(run);
      await emit("agent_end", { messages: [{ role: "user" }, { role: "assistant", stopReason }] });
      if (stopReason === "error" && retries < MAX_RETRIES) {
        if (await this.#waitToRetry(run)) continue;
        return stopReason;
      }
      if (stopReason === "stop" && tokens > COMPACTION_THRESHOLD_TOKENS) await this.#compact();
      this.#hasContext = true;
      return stopReason;
    }
  }

  /** Turn after turn, until the model has no more to do. */
  async #loop({ controller, queued }: Run): Promise<{ stopReason: StopReason; tokens: number }> {
    const { emit, answers } = this.#parts;
    for (let turnIndex = 0; ; turnIndex += 1) {
      await emit("turn_start", { turnIndex });
      const answer = await unlessAborted(answers.take(), controller.signal);
      if (answer?.kind === "tools") await Promise.all(answer.calls.map((call) => this.#runTool(call, controller)));
      await emit("turn_end", { turnIndex });
      if (answer === undefined) return { stopReason: "aborted", tokens: 0 };
      if (answer.kind === "failure") return { stopReason: "error", tokens: 0 };
      const hasMore = queued.splice(0).length > 0;
      if (answer.kind === "text" && !hasMore) {
        return { stopReason: answer.finish ?? "stop", tokens: answer.usage?.prompt_tokens ?? 0 };
      }
    }
  }

  async #runTool({ name, args }: ScriptedToolCall, controller: AbortController): Promise<void> {
    const { askBeforeTool, emit, findTool, context } = this.#parts;
    this.#calls += 1;
    const call = { toolName: name, toolCallId: `call_${this.#calls}`, input: args };
    const tool = findTool(name);
    if (tool === undefined && !BUILT_IN_TOOLS.has(name)) throw new Error(`no extension has registered a tool ${name}`);
    let isError = false;
    const fail = (error: unknown): ToolResult => {
      isError = true;
      return { content: [{ type: "text", text: error instanceof Error ? error.message : String(error) }] };
    };
    const execute = async (): Promise<ToolResult> => {
      const refusal = await askBeforeTool(call);
      if (refusal !== undefined) return fail(refusal.reason ?? "Tool execution was blocked");
      if (tool === undefined) return { content: [{ type: "text", text: "" }] };
      return tool.execute(call.toolCallId, args, controller.signal, () => {}, context());
    };
    const { content, details } = await execute().catch(fail);
    await emit("tool_result", { ...call, content, details, isError });
  }

  /** @returns false when Escape ended the wait */
  async #waitToRetry(run: Run): Promise<boolean> {
    const hold = this.#retryHolds.shift();
    if (hold === undefined) {
      await nextTurn();
      return !run.controller.signal.aborted;
    }
    const stopped = new Promise<false>((resolve) => {
      run.stopWaiting = () => resolve(false);
    });
    hold.isReached = true;
    const goesOn = await Promise.race([hold.released.then(() => true), stopped]);
    run.stopWaiting = undefined;
    return goesOn;
  }

  /** Pi asks the model for a summary, and so takes one answer. With nothing before this run there is nothing to compact. */
  async #compact(): Promise<void> {
    if (!this.#hasContext) return;
    const { emit, answers } = this.#parts;
    await emit("session_before_compact", { reason: "threshold", willRetry: false });
    await answers.take();
    await emit("session_compact", { reason: "threshold", willRetry: false });
  }
}

/** Undefined when the signal aborts first. */
async function unlessAborted(
  answer: ScriptedAnswer | Promise<ScriptedAnswer>,
  signal: AbortSignal,
): Promise<ScriptedAnswer | undefined> {
  if (signal.aborted) return undefined;
  let stop = () => {};
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
