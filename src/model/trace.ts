import type { ModelEvent, ModelSetup } from "./model-event.ts";

export const TRACE_FORMAT = "pi-notify-model-trace";
export const TRACE_VERSION = 1;

/** A sequence of events that can be played again, as JSON. */
export interface Trace {
  readonly format: typeof TRACE_FORMAT;
  readonly version: typeof TRACE_VERSION;
  /** Where it comes from and what it showed, for people. */
  readonly about?: string;
  readonly setup: ModelSetup;
  readonly events: readonly ModelEvent[];
}

export function traceOf(setup: ModelSetup, events: readonly ModelEvent[], about?: string): Trace {
  return { format: TRACE_FORMAT, version: TRACE_VERSION, ...(about === undefined ? {} : { about }), setup, events };
}

/** @throws TypeError when the text is no trace of this version */
export function parseTrace(text: string): Trace {
  const trace = JSON.parse(text);
  if (trace?.format !== TRACE_FORMAT || trace.version !== TRACE_VERSION) {
    throw new TypeError(`not a ${TRACE_FORMAT} of version ${TRACE_VERSION}`);
  }
  return trace;
}

/** An implementation did something else than the rules want. Its message ends with the trace that shows it. */
export class RuleViolation extends Error {
  readonly trace: Trace;
  readonly problems: readonly string[];

  constructor(trace: Trace, problems: readonly string[]) {
    super(
      [
        `after ${trace.events.length} events:`,
        ...problems.map((problem) => `  ${problem}`),
        "Replay it as test/model/regressions/<name>.json:",
        JSON.stringify(trace),
      ].join("\n"),
    );
    this.name = "RuleViolation";
    this.trace = trace;
    this.problems = problems;
  }
}
