import type { AttemptResult } from "../notices/outcome.ts";

/** Writes to terminals other than Pi's own, by the path of their device. Never rejects. */
export interface TtyWriter {
  /** In one `write` call where the terminal takes all at once; resolves `failed` with a safe reason where it does not. */
  write(path: string, bytes: string, signal: AbortSignal): Promise<AttemptResult>;
}
