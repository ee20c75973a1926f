import type { ChannelPlan, PiMode } from "../notices/notice.ts";
import { TRACE_FORMAT, TRACE_VERSION } from "./format-name.ts";
import type { Trace } from "./trace-format.ts";
import { TraceRecorder } from "./trace-recorder.ts";

/** The build's own number; absent where the sources run as they are. */
declare const PI_NOTIFY_VERSION: string | undefined;

export type ReadTrace = () => Trace;

export interface SessionTrace {
  readonly inspect: TraceRecorder["inspect"];
  readonly read: ReadTrace;
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
  return {
    inspect: recorder.inspect,
    read: () => ({
      format: TRACE_FORMAT,
      version: TRACE_VERSION,
      madeBy: typeof PI_NOTIFY_VERSION === "string" ? PI_NOTIFY_VERSION : "source",
      mode,
      utcOffsetMinutes: 0 - new Date(now()).getTimezoneOffset(),
      keep,
      dropped: recorder.dropped,
      channels: channels.map(({ id, type }) => ({ id, type })),
      records: recorder.records(),
    }),
  };
}
