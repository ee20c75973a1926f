import * as z from "zod/mini";
import { TRACE_FORMAT, TRACE_VERSION } from "./format-name.ts";
import { type Trace, traceSchema } from "./trace-format.ts";

export type ParsedTrace =
  | { readonly kind: "trace"; readonly trace: Trace }
  /** One clause about the file, such as `is not JSON`; it quotes nothing of it. */
  | { readonly kind: "bad"; readonly problem: string };

/** Reads a trace file's text. Never throws: a file from elsewhere may hold anything. */
export function parseTrace(text: string): ParsedTrace {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return bad("is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return bad("is not a JSON object");
  const { format, version } = value as { format?: unknown; version?: unknown };
  if (format === "pi-notify-model-trace") {
    return bad(
      "is a sequence of the model's tests and no trace; test/model/record-trace.ts of pi-notify makes one of it",
    );
  }
  if (format !== TRACE_FORMAT) return bad(`is no trace: its \`format\` is not "${TRACE_FORMAT}"`);
  if (version !== TRACE_VERSION) {
    const isNewer = typeof version === "number" && version > TRACE_VERSION;
    return bad(`has a \`version\` other than ${TRACE_VERSION}${isNewer ? ": update pi-notify" : ""}`);
  }
  const result = z.safeParse(traceSchema, value);
  if (result.success) return { kind: "trace", trace: result.data };
  const path = result.error.issues[0]?.path ?? [];
  return bad(`is damaged: \`${pathText(path)}\` is not what the format wants there`);
}

function bad(problem: string): ParsedTrace {
  return { kind: "bad", problem };
}

/** `records[3].at`; the keys are ours, since those that the format does not know are passed over. */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text === "" ? String(key) : `${text}.${String(key)}`),
    "",
  );
}
