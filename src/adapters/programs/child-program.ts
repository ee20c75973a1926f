import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import type { Environment } from "../../ports/environment.ts";
import { errorCodeOf } from "../../ports/unknown-value.ts";
import { afterNextRead } from "../clock/after-next-read.ts";
import { startWatched } from "./end-with-pi.ts";
import { killGroup } from "./process-group.ts";

export interface ChildProgram {
  /** Its path, or a name that is looked for on `PATH`; never through a shell. */
  readonly program: string;
  readonly args: readonly string[];
  /** All of what it gets. */
  readonly env: Environment;
  /** What it reads from its standard input, in UTF-8; without it, nothing. */
  readonly input?: string | undefined;
  /** The one of its streams that is kept; the other goes nowhere. */
  readonly keeps: "stdout" | "stderr";
  /** Most that is kept of it, bytes. */
  readonly maxBytes: number;
  /** What happens to a program that says more: the rest is dropped, or the program is stopped. */
  readonly whenFull: "drop" | "stop";
}

export type ChildEnd =
  /** `exitCode` is undefined where a signal ended it. */
  | { readonly kind: "exited"; readonly exitCode: number | undefined; readonly text: string }
  /** There is no such program. */
  | { readonly kind: "missing" }
  /** It could not be started, or said too much. */
  | { readonly kind: "failed" }
  /** It was stopped before it had ended. */
  | { readonly kind: "stopped" };

export type SpawnProgram = (command: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

export const spawnProgram: SpawnProgram = spawn;

/**
 * Runs a program away from the terminal, in a process group of its own, so that a wrapper script dies together with
 * what it started (R13, R14). Calls `onEnd` exactly once, later than this call. Returns the function that stops it.
 */
export function startChild(spawn: SpawnProgram, call: ChildProgram, onEnd: (end: ChildEnd) => void): () => void {
  const { program, args, env, input, keeps, maxBytes, whenFull } = call;
  let child: ChildProcess | undefined;
  let hasEnded = false;
  let letGo = () => {};
  const end = (how: ChildEnd) => {
    if (hasEnded) return;
    hasEnded = true;
    letGo();
    onEnd(how);
  };
  const stop = (how: ChildEnd = { kind: "stopped" }) => {
    if (hasEnded) return;
    if (child !== undefined) killGroup(child);
    end(how);
  };
  try {
    const options: SpawnOptions = {
      env: { ...env },
      stdio: [
        input === undefined ? "ignore" : "pipe",
        keeps === "stdout" ? "pipe" : "ignore",
        keeps === "stderr" ? "pipe" : "ignore",
      ],
      // A group of its own; on Windows this would open a console window.
      detached: process.platform !== "win32",
      windowsHide: true,
    };
    ({ child, letGo } = startWatched(() => spawn(program, args, options)));
  } catch (error) {
    queueMicrotask(() => end(startFault(error)));
    return () => stop();
  }

  const parts: Buffer[] = [];
  let size = 0;
  for (const pipe of child.stdio) pipe?.on("error", () => {});
  child[keeps]?.on("data", (part: Buffer) => {
    if (size < maxBytes) parts.push(part);
    size += part.length;
    if (size > maxBytes && whenFull === "stop") stop({ kind: "failed" });
  });
  // It may end without having read everything.
  child.stdin?.end(input);

  const finish = (code: number | null) => {
    if (hasEnded) return;
    // Nothing that it started and left behind outlives it.
    if (child !== undefined) killGroup(child);
    end({
      kind: "exited",
      exitCode: code ?? undefined,
      text: Buffer.concat(parts).subarray(0, maxBytes).toString("utf8"),
    });
  };
  child.on("error", (error) => end(startFault(error)));
  child.on("close", finish);
  // The pipe closes only when all who hold it have ended; what the program itself said is in it before its exit is told.
  child.on("exit", (code) => afterNextRead(() => finish(code)));
  return () => stop();
}

function startFault(error: unknown): ChildEnd {
  return { kind: errorCodeOf(error) === "ENOENT" ? "missing" : "failed" };
}
