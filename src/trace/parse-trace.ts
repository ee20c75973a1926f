import * as z from "zod/mini";
import { TRACE_FORMAT, TRACE_VERSION } from "./format-name.ts";
import { recordSchema, type Trace, type TraceRecord, traceSchema } from "./trace-format.ts";

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
  try {
    return checkTrace(value);
  } catch {
    // zod hands the faults of a list on as the arguments of one call, and there may be too many for that.
    return bad("is damaged in more places than can be told");
  }
}

const headSchema = z.extend(traceSchema, { records: z.array(z.unknown()) });

/** Record by record: the first fault is all that is told, and finding every one of a large file takes its time. */
function checkTrace(value: object): ParsedTrace {
  const head = z.safeParse(headSchema, value);
  if (!head.success) return damaged(head.error.issues[0]?.path);
  const records: TraceRecord[] = [];
  for (const [place, item] of head.data.records.entries()) {
    const record = z.safeParse(recordSchema, item);
    if (!record.success) return damaged(["records", place, ...(record.error.issues[0]?.path ?? [])]);
    records.push(record.data);
  }
  return { kind: "trace", trace: { ...head.data, records } };
}

function damaged(path: readonly PropertyKey[] = []): ParsedTrace {
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
