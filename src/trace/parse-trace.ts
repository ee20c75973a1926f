import * as z from "zod/mini";
import type { TraceFault } from "../messages/trace.messages.ts";
import { TRACE_FORMAT, TRACE_VERSION } from "./format-name.ts";
import { recordSchema, type Trace, type TraceRecord, traceSchema } from "./trace-format.ts";

export type ParsedTrace =
  | { readonly kind: "trace"; readonly trace: Trace }
  | { readonly kind: "bad"; readonly problem: TraceFault };

/** Reads a trace file's text. Never throws: a file from elsewhere may hold anything. */
export function parseTrace(text: string): ParsedTrace {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return bad({ id: "notJson" });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return bad({ id: "notObject" });
  const { format, version } = value as { format?: unknown; version?: unknown };
  if (format === "pi-notify-model-trace") {
    return bad({ id: "modelTrace" });
  }
  if (format !== TRACE_FORMAT) return bad({ id: "otherFormat", values: { format: TRACE_FORMAT } });
  if (version !== TRACE_VERSION) {
    const isNewer = typeof version === "number" && version > TRACE_VERSION;
    return bad({ id: isNewer ? "newerVersion" : "otherVersion", values: { version: TRACE_VERSION } });
  }
  try {
    return checkTrace(value);
  } catch {
    // zod hands the faults of a list on as the arguments of one call, and there may be too many for that.
    return bad({ id: "damagedAllOver" });
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
  return bad({ id: "damaged", values: { place: pathText(path) } });
}

function bad(problem: TraceFault): ParsedTrace {
  return { kind: "bad", problem };
}

/** `records[3].at`; the keys are ours, since those that the format does not know are passed over. */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text === "" ? String(key) : `${text}.${String(key)}`),
    "",
  );
}
