import type { TraceFault } from "../../src/messages/trace.messages.ts";
import { type ParsedTrace, parseTrace } from "../../src/trace/parse-trace.ts";

/** A real trace stays far below it: `trace.keep` has an upper limit. */
export const LARGEST_FILE = 50 * 1024 * 1024;

export interface TraceFile {
  readonly size: number;
  text(): Promise<string>;
}

/** What is wrong with a file that is not a trace: with the file itself, or with its text. */
export type FileProblem = { readonly key: "tooLarge" | "unreadable" | "noRecords" } | { readonly clause: TraceFault };

export type ReadTrace =
  | Extract<ParsedTrace, { readonly kind: "trace" }>
  | { readonly kind: "bad"; readonly problem: FileProblem };

/** Never throws, and reads nothing of a file that is too large. */
export async function readTraceFile(file: TraceFile): Promise<ReadTrace> {
  if (file.size > LARGEST_FILE) return { kind: "bad", problem: { key: "tooLarge" } };
  let text: string;
  try {
    text = await file.text();
  } catch {
    return { kind: "bad", problem: { key: "unreadable" } };
  }
  return readTraceText(text);
}

export function readTraceText(text: string): ReadTrace {
  const parsed = parseTrace(text);
  if (parsed.kind === "bad") return { kind: "bad", problem: { clause: parsed.problem } };
  return parsed.trace.records.length === 0 ? { kind: "bad", problem: { key: "noRecords" } } : parsed;
}
