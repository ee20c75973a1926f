import type { TraceFault } from "../../src/messages/trace.messages.ts";
import { parseTrace } from "../../src/trace/parse-trace.ts";
import type { Trace, TraceRecord } from "../../src/trace/trace-format.ts";
import { type Live, traceUrl } from "../model/address.ts";

export interface LiveListener {
  onTrace(trace: Trace): void;
  /** One or more, in their order. */
  onRecords(records: readonly TraceRecord[]): void;
  /** Something came that is no trace; the connection is closed. */
  onBad(problem: TraceFault): void;
  /** @param everOpen whether anything had come before */
  onEnd(everOpen: boolean): void;
}

/**
 * Listens to a Pi at work. The token holds for one connection, so a lost one is not tried again.
 * @returns ends it: nothing is told any more
 */
export function listen(live: Live, listener: LiveListener): () => void {
  const source = new EventSource(traceUrl(live));
  let head: Omit<Trace, "records"> | undefined;
  // What comes at once is shown at once.
  let waiting: TraceRecord[] = [];
  const flush = () => {
    const records = waiting;
    waiting = [];
    listener.onRecords(records);
  };
  const bad = (problem: TraceFault) => {
    source.close();
    listener.onBad(problem);
  };
  source.addEventListener("trace", ({ data }) => {
    const parsed = parseTrace(String(data));
    if (parsed.kind === "bad") {
      bad(parsed.problem);
      return;
    }
    const { records: _, ...rest } = parsed.trace;
    head = rest;
    listener.onTrace(parsed.trace);
  });
  source.addEventListener("record", ({ data }) => {
    if (head === undefined) return;
    const parsed = parseTrace(withRecord(head, String(data)));
    const record = parsed.kind === "trace" ? parsed.trace.records[0] : undefined;
    if (parsed.kind === "bad") bad(parsed.problem);
    else if (record !== undefined) {
      if (waiting.length === 0) setTimeout(flush, GATHER_MS);
      waiting.push(record);
    }
  });
  source.addEventListener("error", () => {
    source.close();
    listener.onEnd(head !== undefined);
  });
  return () => {
    source.close();
    waiting = [];
  };
}

const GATHER_MS = 30;

/** A trace of one record, so that it is checked as all are. */
function withRecord(head: Omit<Trace, "records">, data: string): string {
  const text = JSON.stringify({ ...head, records: [] });
  return `${text.slice(0, -2)}${data}]}`;
}
