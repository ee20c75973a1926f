import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { cleanUpAtExit } from "../exit-cleanup.ts";

/** A program of the desktop; it goes with its owner, or with this process. */
export interface StartedProgram extends AsyncDisposable {
  readonly child: ChildProcess;
}

export function startProgram(command: string, args: readonly string[], options: SpawnOptions): StartedProgram {
  const child = spawn(command, args, options);
  const cancelCleanup = cleanUpAtExit(() => child.kill("SIGKILL"));
  return {
    child,
    async [Symbol.asyncDispose]() {
      await end(child);
      cancelCleanup();
    },
  };
}

/** @throws Error when the program ends without having printed a line */
export async function firstLine(child: ChildProcess, stream: unknown = child.stdout): Promise<string> {
  if (typeof stream !== "object" || stream === null) throw new Error("the program's output is not read");
  const lines = createInterface({ input: stream as NodeJS.ReadableStream });
  return await new Promise((resolve, reject) => {
    lines.once("line", resolve);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${child.spawnfile} ended with ${code} before it was ready`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}
