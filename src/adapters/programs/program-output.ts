import type { Environment } from "../../ports/environment.ts";
import { afterArrived } from "../clock/after-next-read.ts";
import { type SpawnProgram, spawnProgram, startChild } from "./child-program.ts";

export interface ProgramQuery {
  /** Its path, or a name that is looked for on `PATH`; never through a shell. */
  readonly program: string;
  readonly args: readonly string[];
  /** All of what it gets. */
  readonly env: Environment;
}

export type ProgramOutput =
  /** What it printed, having ended with 0. */
  | { readonly kind: "text"; readonly text: string }
  /** There is no such program. */
  | { readonly kind: "missing" }
  /** It could not be started, ended otherwise, or said too much. */
  | { readonly kind: "failed" }
  /** It was stopped before it had ended. */
  | { readonly kind: "stopped" };

/** Far above any honest answer, bytes; a program that says more is stopped. */
const MAX_OUTPUT_BYTES = 64 * 1024;

/** Asks a program and waits for its answer at most so long, and not after `signal` has aborted. Never rejects. */
export function readProgram(
  question: ProgramQuery,
  limitMs: number,
  signal: AbortSignal,
  maxBytes = MAX_OUTPUT_BYTES,
): Promise<ProgramOutput> {
  if (signal.aborted) return Promise.resolve({ kind: "stopped" });
  return new Promise((resolve) => {
    const end = (output: ProgramOutput) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(output);
    };
    const stop = startProgram(spawnProgram, question, end, maxBytes);
    const timer = setTimeout(() => afterArrived(stop), limitMs);
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** Runs a program and calls `onEnd` exactly once, later than this call. Returns the function that stops it. */
export function startProgram(
  spawn: SpawnProgram,
  question: ProgramQuery,
  onEnd: (output: ProgramOutput) => void,
  maxBytes = MAX_OUTPUT_BYTES,
): () => void {
  return startChild(spawn, { ...question, keeps: "stdout", maxBytes, whenFull: "stop" }, (end) => {
    if (end.kind !== "exited") onEnd(end);
    else onEnd(end.exitCode === 0 ? { kind: "text", text: end.text } : { kind: "failed" });
  });
}
