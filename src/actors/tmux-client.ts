import { type ChildProcess, type SpawnOptions, spawn as spawnProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { TmuxAnswer, TmuxClient } from "../ports/tmux-client.ts";
import { killGroup } from "./process-group.ts";
import { parseTmuxOutput, tmuxQuestion } from "./tmux-question.ts";

export interface TmuxClientOptions {
  /** Pi's environment: `TMUX` names the server's socket, `TMUX_PANE` the pane, `PATH` finds the program. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Longest wait for tmux, milliseconds. A little under the second that preparing may take in all (R11): the delivery
   * machine must hear "no answer" and end with that reason before its own clock runs out.
   */
  readonly limitMs?: number;
  readonly spawn?: (command: string, args: readonly string[], options: SpawnOptions) => ChildProcess;
}

const DEFAULT_LIMIT_MS = 950;

/** Far above any honest answer; a question that brings more is dropped. */
const MAX_OUTPUT_BYTES = 64 * 1024;

const PANE_ID = /^%[0-9]+$/;

/** One child process under way and those who wait for it. */
interface Question {
  readonly answer: Promise<TmuxAnswer>;
  waiting: number;
  stop(): void;
}

/**
 * Asks the tmux that Pi runs in, with one child process a question and never through a shell.
 * An entry lives only while its child does: the channels of one notice ask in the same tick, so sharing what is under
 * way is all the sharing they need.
 */
export function createTmuxClient(options: TmuxClientOptions): TmuxClient {
  const { env, limitMs = DEFAULT_LIMIT_MS, spawn = spawnProcess } = options;
  const questions = new Map<string, Question>();

  function start(key: string, pane: string): Question {
    const nonce = randomUUID();
    let stop = () => {};
    const answer = new Promise<TmuxAnswer>((resolve) => {
      stop = startChild(spawn, tmuxQuestion(pane, nonce), env, (output) => {
        clearTimeout(timer);
        if (questions.get(key) === question) questions.delete(key);
        resolve((output !== undefined && parseTmuxOutput(output, nonce)) || { kind: "unanswered" });
      });
    });
    const timer = setTimeout(stop, limitMs);
    const question: Question = { answer, waiting: 0, stop };
    questions.set(key, question);
    return question;
  }

  return {
    ask(key, signal) {
      const place = whereAreWe(env);
      if (place === "outside") return Promise.resolve({ kind: "outside" });
      if (place === "lost" || signal.aborted) return Promise.resolve({ kind: "unanswered" });
      const question = questions.get(key) ?? start(key, place.pane);
      question.waiting += 1;
      return new Promise((resolve) => {
        const leave = () => {
          resolve({ kind: "unanswered" });
          question.waiting -= 1;
          if (question.waiting === 0) question.stop();
        };
        signal.addEventListener("abort", leave, { once: true });
        question.answer.then((answer) => {
          signal.removeEventListener("abort", leave);
          resolve(answer);
        }, leave);
      });
    },
  };
}

/**
 * Which pane to ask for.
 * - No `TMUX`: outside.
 * - `STY` as well, and a `TERM` of GNU screen: screen is the inner one, perhaps attached elsewhere by now, and what it
 *   is shown by is not the pane in `TMUX_PANE` (TERMINALS.md): outside.
 * - `TMUX` but no usable `TMUX_PANE`: inside, but nothing can be asked; a guess of "outside" would send bare sequences
 *   that tmux drops.
 */
function whereAreWe(env: Readonly<Record<string, string | undefined>>): "outside" | "lost" | { pane: string } {
  if (!env.TMUX) return "outside";
  if (env.STY && env.TERM?.startsWith("screen")) return "outside";
  const pane = env.TMUX_PANE ?? "";
  return PANE_ID.test(pane) ? { pane } : "lost";
}

/**
 * Runs tmux and calls `onEnd` exactly once, later than this call: with what it printed, or with `undefined` when it
 * could not be started, failed, said too much or was stopped. Returns the function that stops it.
 */
function startChild(
  spawn: NonNullable<TmuxClientOptions["spawn"]>,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  onEnd: (output: string | undefined) => void,
): () => void {
  let child: ChildProcess | undefined;
  let ended = false;
  const end = (output: string | undefined) => {
    if (ended) return;
    ended = true;
    onEnd(output);
  };
  const stop = () => {
    if (ended) return;
    if (child) killGroup(child);
    end(undefined);
  };
  try {
    // A group of its own, so that a wrapper script named tmux dies together with what it started.
    child = spawn("tmux", args, { env: { ...env }, stdio: ["ignore", "pipe", "ignore"], detached: true });
  } catch {
    queueMicrotask(() => end(undefined));
    return stop;
  }
  const parts: Buffer[] = [];
  let size = 0;
  child.on("error", () => end(undefined));
  child.stdout?.on("error", () => {});
  child.stdout?.on("data", (part: Buffer) => {
    parts.push(part);
    size += part.length;
    if (size > MAX_OUTPUT_BYTES) stop();
  });
  const finish = (code: number | null) => {
    if (ended) return;
    // Whatever still holds the pipe was left behind by a wrapper named tmux.
    if (child?.stdout?.closed === false) killGroup(child);
    end(code === 0 ? Buffer.concat(parts).toString("utf8") : undefined);
  };
  child.on("close", finish);
  // The pipe closes only when all who hold it have ended; what tmux itself printed is in it before its exit is told.
  child.on("exit", (code) => afterNextRead(() => finish(code)));
  return stop;
}

/** Calls back when the event loop has read once more from every pipe that had something: turns of it, not time. */
function afterNextRead(callback: () => void): void {
  setImmediate(() => setImmediate(callback));
}
