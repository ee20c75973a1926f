import { randomUUID } from "node:crypto";
import type { Environment } from "../../ports/environment.ts";
import type { TmuxClient, TmuxReply } from "../../ports/tmux-client.ts";
import { afterArrived } from "../clock/after-next-read.ts";
import { type SpawnProgram, spawnProgram } from "../programs/child-program.ts";
import { startProgram } from "../programs/program-output.ts";
import { isServerGone } from "./server-socket.ts";
import { tmuxEnvironment } from "./tmux-environment.ts";
import { tmuxLocation } from "./tmux-location.ts";
import { parseTmuxOutput, tmuxQuery } from "./tmux-query.ts";

export interface TmuxClientOptions {
  /** Pi's environment: `TMUX` names the server's socket, `TMUX_PANE` the pane, `PATH` finds the program. */
  readonly env: Environment;
  /**
   * Longest wait for tmux, milliseconds. A little under the second that preparing may take in all (R11): the delivery
   * machine must hear "no answer" and end with that reason before its own clock runs out.
   */
  readonly limitMs?: number;
  readonly spawn?: SpawnProgram;
}

const DEFAULT_LIMIT_MS = 950;

/** One child process under way and those who wait for it. */
interface Question {
  readonly answer: Promise<TmuxReply>;
  waiting: number;
  stop(): void;
}

/**
 * Asks the tmux that Pi runs in, with one child process a question and never through a shell.
 * An entry lives only while its child does: the channels of one notice ask in the same tick, so sharing what is under
 * way is all the sharing they need.
 */
export function createTmuxClient(options: TmuxClientOptions): TmuxClient {
  const { env, limitMs = DEFAULT_LIMIT_MS, spawn = spawnProgram } = options;
  const questions = new Map<string, Question>();

  function start(key: string, pane: string): Question {
    const nonce = randomUUID();
    let stop = () => {};
    const answer = new Promise<TmuxReply>((resolve) => {
      const query = { program: "tmux", args: tmuxQuery(pane, nonce), env: tmuxEnvironment(env) };
      stop = startProgram(spawn, query, (output) => {
        clearTimeout(timer);
        if (questions.get(key) === question) questions.delete(key);
        if (output.kind === "text") resolve(parseTmuxOutput(output.text, nonce) ?? { kind: "unanswered" });
        else if (output.kind === "stopped") resolve({ kind: "unanswered" });
        else void isServerGone(env).then((isGone) => resolve({ kind: isGone ? "outside" : "unanswered" }));
      });
    });
    const timer = setTimeout(() => afterArrived(stop), limitMs);
    const question: Question = { answer, waiting: 0, stop };
    questions.set(key, question);
    return question;
  }

  return {
    ask(key, signal) {
      const place = tmuxLocation(env);
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
