import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import type { Environment } from "../../ports/environment.ts";
import { afterNextRead } from "./after-next-read.ts";
import { killGroup } from "./process-group.ts";

export interface ProgramQuestion {
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

export type SpawnProgram = (command: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

export const spawnProgram: SpawnProgram = spawn;

/** Far above any honest answer; a program that says more is stopped. */
const MAX_OUTPUT_BYTES = 64 * 1024;

/** Asks a program and waits for its answer at most so long, and not after `signal` has aborted. Never rejects. */
export function readProgram(
  question: ProgramQuestion,
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
    const timer = setTimeout(stop, limitMs);
    signal.addEventListener("abort", stop, { once: true });
  });
}

/**
 * Runs a program and calls `onEnd` exactly once, later than this call. Returns the function that stops it.
 */
export function startProgram(
  spawn: SpawnProgram,
  { program, args, env }: ProgramQuestion,
  onEnd: (output: ProgramOutput) => void,
  maxBytes = MAX_OUTPUT_BYTES,
): () => void {
  let child: ChildProcess | undefined;
  let ended = false;
  const end = (output: ProgramOutput) => {
    if (ended) return;
    ended = true;
    onEnd(output);
  };
  const stop = (output: ProgramOutput = { kind: "stopped" }) => {
    if (ended) return;
    if (child) killGroup(child);
    end(output);
  };
  try {
    // A group of its own, so that a wrapper script of that name dies together with what it started.
    child = spawn(program, args, { env: { ...env }, stdio: ["ignore", "pipe", "ignore"], detached: true });
  } catch {
    queueMicrotask(() => end({ kind: "failed" }));
    return () => stop();
  }
  const parts: Buffer[] = [];
  let size = 0;
  child.on("error", (error) => end({ kind: "code" in error && error.code === "ENOENT" ? "missing" : "failed" }));
  child.stdout?.on("error", () => {});
  child.stdout?.on("data", (part: Buffer) => {
    parts.push(part);
    size += part.length;
    if (size > maxBytes) stop({ kind: "failed" });
  });
  const finish = (code: number | null) => {
    if (ended) return;
    // Whatever still holds the pipe was left behind by a wrapper.
    if (child?.stdout?.closed === false) killGroup(child);
    end(code === 0 ? { kind: "text", text: Buffer.concat(parts).toString("utf8") } : { kind: "failed" });
  };
  child.on("close", finish);
  // The pipe closes only when all who hold it have ended; what it itself printed is in it before its exit is told.
  child.on("exit", (code) => afterNextRead(() => finish(code)));
  return () => stop();
}
