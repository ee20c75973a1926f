import { posix, win32 } from "node:path";
import type { FailureReason } from "../messages/failure.messages.ts";
import type { Environment } from "./environment.ts";

export interface ProgramCall {
  /** Its path, or a name that is looked for on `PATH`. */
  readonly program: string;
  /** As the program gets them; there is no shell between. */
  readonly args: readonly string[];
  /** The names of Pi's variables that it needs; it gets no others. */
  readonly inherits: readonly string[];
  /** Put over what it inherits. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads from its standard input, in UTF-8; without it, nothing. */
  readonly input?: string;
}

export interface ProgramEnd {
  /** `undefined` when a signal ended it. */
  readonly exitCode: number | undefined;
  /** The first few kilobytes of its standard error. Never shown: it may quote anything (R15). */
  readonly errors: string;
}

/** Rejected by {@link ProgramRunner.run}; `reason` is safe to show, such as `notify-send was not found` (R15). */
export class ProgramFault extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason) {
    super(reason);
    this.name = "ProgramFault";
    this.reason = reason;
  }
}

/** The last part of a program's path, of whatever platform: safe to show, as a whole path is not (R15). */
export function programName({ program }: Pick<ProgramCall, "program">): string {
  return posix.basename(win32.basename(program));
}

/** Runs small programs of the system. */
export interface ProgramRunner {
  /** Pi's environment, of which each program gets what it {@link ProgramCall.inherits}. */
  readonly env: Environment;
  /**
   * Runs one to its end, away from the terminal. Nothing that it started outlives it, and when `signal` aborts it is
   * killed (R13).
   * @throws {ProgramFault} when it could not be started, or was killed
   */
  run(call: ProgramCall, signal: AbortSignal): Promise<ProgramEnd>;
}
