import type { FailureReason } from "../../messages/failure.messages.ts";
import { type Environment, pickVariables } from "../../ports/environment.ts";
import {
  type ProgramCall,
  type ProgramEnd,
  ProgramFault,
  type ProgramRunner,
  programName,
} from "../../ports/program-runner.ts";
import { type ChildEnd, spawnProgram, startChild } from "./child-program.ts";

/** Most that is kept of what a program complains of, bytes. */
const MAX_ERROR_BYTES = 4 * 1024;

/** Programs as child processes; what they complain of is kept, what they print is not. */
export function createProgramRunner({ env }: { readonly env: Environment }): ProgramRunner {
  return {
    env,
    run: (call, signal) => new Promise((resolve, reject) => runProgram(call, env, signal, resolve, reject)),
  };
}

function runProgram(
  { program, args, input, inherits, env: more }: ProgramCall,
  env: Environment,
  signal: AbortSignal,
  resolve: (end: ProgramEnd) => void,
  reject: (fault: ProgramFault) => void,
): void {
  const name = programName({ program });
  if (signal.aborted) {
    reject(new ProgramFault(`${name} was not started in time`));
    return;
  }
  const child = {
    program,
    args,
    input,
    env: { ...pickVariables(env, inherits), ...more },
    maxBytes: MAX_ERROR_BYTES,
  } as const;
  const stop = startChild(spawnProgram, { ...child, keeps: "stderr", whenFull: "drop" }, (end) => {
    signal.removeEventListener("abort", stop);
    if (end.kind === "exited") resolve({ exitCode: end.exitCode, errors: end.text });
    else reject(new ProgramFault(faultOf(end.kind, name)));
  });
  signal.addEventListener("abort", stop, { once: true });
}

function faultOf(kind: Exclude<ChildEnd["kind"], "exited">, program: string): FailureReason {
  switch (kind) {
    case "missing":
      return `${program} was not found`;
    case "failed":
      return `${program} could not be started`;
    case "stopped":
      return `${program} was stopped`;
  }
}
