import { type ChildProcess, spawn } from "node:child_process";
import type { Environment } from "../../ports/environment.ts";
import {
  type ProgramCall,
  type ProgramEnd,
  ProgramFault,
  type ProgramRunner,
  programName,
} from "../../ports/program-runner.ts";
import { afterNextRead } from "./after-next-read.ts";
import { killGroup } from "./process-group.ts";

/** Kept of what a program complains of. */
const MAX_ERROR_BYTES = 4 * 1024;

/** Programs as child processes, each in a session of its own: it has no terminal to write to (R14). */
export function createProgramRunner({ env }: { readonly env: Environment }): ProgramRunner {
  return {
    env,
    run: (call, signal) => new Promise((resolve, reject) => runChild(call, env, signal, resolve, reject)),
  };
}

function runChild(
  call: ProgramCall,
  env: Environment,
  signal: AbortSignal,
  resolve: (end: ProgramEnd) => void,
  reject: (fault: ProgramFault) => void,
): void {
  const name = programName(call);
  if (signal.aborted) {
    reject(new ProgramFault(`${name} was not started in time`));
    return;
  }
  let child: ChildProcess;
  try {
    child = spawn(call.program, call.args, {
      env: { ...env, ...call.env },
      stdio: [call.input === undefined ? "ignore" : "pipe", "ignore", "pipe"],
      // On Windows this would open a console window.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
  } catch (error) {
    reject(startFault(name, error));
    return;
  }

  const errors: Buffer[] = [];
  let size = 0;
  for (const pipe of child.stdio) pipe?.on("error", () => {});
  child.stderr?.on("data", (part: Buffer) => {
    if (size < MAX_ERROR_BYTES) errors.push(part);
    size += part.length;
  });
  // It may end without having read everything.
  child.stdin?.end(call.input);

  const stop = () => {
    killGroup(child);
    reject(new ProgramFault(`${name} was stopped`));
  };
  signal.addEventListener("abort", stop, { once: true });
  const end = (exitCode: number | null) => {
    signal.removeEventListener("abort", stop);
    // Whatever it has left behind: R13 leaves nothing running.
    killGroup(child);
    const said = Buffer.concat(errors).subarray(0, MAX_ERROR_BYTES).toString("utf8");
    resolve({ exitCode: exitCode ?? undefined, errors: said });
  };
  child.on("error", (error) => {
    signal.removeEventListener("abort", stop);
    reject(startFault(name, error));
  });
  // The pipe closes only when all who hold it have ended; what the program itself said is in it before its exit is told.
  child.on("exit", (code) => afterNextRead(() => end(code)));
}

function startFault(name: string, error: unknown): ProgramFault {
  const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
  return new ProgramFault(isMissing ? `${name} was not found` : `${name} could not be started`);
}
