import type { ChannelPlan, PiMode } from "../notices/notice.ts";
import { TRACE_FORMAT, TRACE_VERSION } from "./format-name.ts";
import type { Trace, TraceRecord } from "./trace-format.ts";
import { TraceRecorder } from "./trace-recorder.ts";

/** The build's own number; absent where the sources run as they are. */
declare const PI_NOTIFY_VERSION: string | undefined;

export type ReadTrace = () => Trace;

/** A trace, and what is added to it from now on. */
export interface FollowedTrace {
  readonly trace: Trace;
  /** Tells at once what it has not told yet: the end of a session is known before its last record is told. */
  readonly flush: () => void;
  readonly stop: () => void;
}

/** @param tell called with the next records, in their order, after the machines have come to rest; it must not throw */
export type FollowTrace = (tell: (records: readonly TraceRecord[]) => void) => FollowedTrace;

export interface SessionTrace {
  readonly inspect: TraceRecorder["inspect"];
  readonly read: ReadTrace;
  readonly follow: FollowTrace;
}

export interface SessionTraceOptions {
  /** Runs, dialogs and other notices that are remembered; with 0 nothing is recorded, and nothing is paid for it. */
  readonly keep: number;
  readonly mode: PiMode;
  readonly channels: readonly Pick<ChannelPlan, "id" | "type">[];
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The trace of one session. It lives in memory, with the session. */
export function startTrace({ keep, mode, channels, now }: SessionTraceOptions): SessionTrace | undefined {
  if (keep === 0) return undefined;
  const recorder = new TraceRecorder({ keep, now });
  const read = (): Trace => ({
    format: TRACE_FORMAT,
    version: TRACE_VERSION,
    madeBy: typeof PI_NOTIFY_VERSION === "string" ? PI_NOTIFY_VERSION : "source",
    mode,
    utcOffsetMinutes: 0 - new Date(now()).getTimezoneOffset(),
    keep,
    dropped: recorder.dropped,
    channels: channels.map(({ id, type }) => ({ id, type })),
    records: recorder.records(),
  });
  return { inspect: recorder.inspect, read, follow: followWith(recorder, read) };
}

function followWith(recorder: TraceRecorder, read: ReadTrace): FollowTrace {
  const flushes = new Set<() => void>();
  let isFlushDue = false;
  const flushAll = () => {
    isFlushDue = false;
    for (const flush of flushes) {
      try {
        flush();
      } catch {
        // A throw here would end Pi, so a follower that throws is dropped.
        flushes.delete(flush);
      }
    }
  };
  const onRecord = () => {
    if (isFlushDue) return;
    isFlushDue = true;
    // Machines answer an event at once, with all that follows from it: by then it is complete, in order.
    queueMicrotask(flushAll);
  };
  return (tell) => {
    let told = recorder.count;
    const flush = () => {
      const records = recorder.records(told);
      told = recorder.count;
      if (records.length > 0) tell(records);
    };
    flushes.add(flush);
    recorder.onRecord = onRecord;
    return {
      trace: read(),
      flush,
      stop() {
        flushes.delete(flush);
        if (flushes.size === 0) recorder.onRecord = undefined;
      },
    };
  };
}
