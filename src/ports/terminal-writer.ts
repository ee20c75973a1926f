import type { AttemptResult } from "../notices/outcome.ts";

/** Writes to the terminal that Pi runs in. Never rejects. */
export interface TerminalWriter {
  /** One `write` call; resolves `written` when the stream took the bytes, else `failed` with a safe reason. */
  write(bytes: string): Promise<AttemptResult>;
}
