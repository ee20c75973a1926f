import { inspectLate, inspectorPort, type LateInspector } from "../inspector/late-inspector.ts";
import type { Language } from "../notices/event-table.ts";
import type { ChannelPlan, PiMode } from "../notices/notice.ts";
import type { Environment } from "../ports/environment.ts";
import { type FollowTrace, type ReadTrace, startTrace } from "../trace/session-trace.ts";

export interface InspectionOptions {
  /** How many runs, dialogs and other notifications the trace keeps; 0 records nothing. */
  readonly keep: number;
  readonly mode: PiMode;
  readonly plans: readonly ChannelPlan[];
  readonly env: Environment;
  readonly now: () => number;
  /** Shows a line when Stately's inspector cannot be reached. */
  readonly tell: (text: string, level: "info" | "warning") => void;
  readonly language: Language;
}

/** Whatever watches the actors of one session: the trace, and Stately's inspector where the environment asks for it. */
export interface SessionInspection {
  /** For `createActor(logic, { inspect })`; undefined where nothing watches. */
  readonly inspect: Inspect | undefined;
  /** Undefined where nothing is recorded. */
  readonly readTrace: ReadTrace | undefined;
  readonly followTrace: FollowTrace | undefined;
  /** Ends the connection to Stately's inspector, if there is one. */
  end(): void;
}

type Inspect = LateInspector["inspect"];

export function inspectSession({ keep, mode, plans, env, now, tell, language }: InspectionOptions): SessionInspection {
  const trace = startTrace({ keep, mode, channels: plans, now });
  const port = inspectorPort(env);
  const stately = port === undefined ? undefined : inspectLate({ port, tell, language });
  return {
    inspect: both(trace?.inspect, stately?.inspect),
    readTrace: trace?.read,
    followTrace: trace?.follow,
    end: () => stately?.end(),
  };
}

function both(one: Inspect | undefined, other: Inspect | undefined): Inspect | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return (event) => {
    one(event);
    other(event);
  };
}
