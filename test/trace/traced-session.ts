import { PassThrough } from "node:stream";
import type { Channel } from "../../src/channels/channel.ts";
import { type Config, DEFAULT_CONFIG } from "../../src/config/config.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import type { SessionEvent } from "../../src/machines/session.types.ts";
import type { Language } from "../../src/notices/event-table.ts";
import { type SessionRuntime, startSessionRuntime } from "../../src/runtime/session-runtime.ts";
import { createMemoryChannel } from "../../src/testing/memory-channel.ts";
import { nextTurn } from "../../src/testing/next-turn.ts";
import { StepClock } from "../../src/testing/step-clock.ts";
import { storiesOf, storyLines } from "../../src/trace/story.ts";
import type { Trace } from "../../src/trace/trace-format.ts";

export interface TracedSession {
  readonly runtime: SessionRuntime;
  /** Lets each happen, with all that follows from it. */
  take(...events: readonly SessionEvent[]): Promise<void>;
  /** Lets time pass, for timers; the records carry the wall clock's. */
  advance(ms: number): Promise<void>;
  trace(): Trace;
  /** The stories as people read them, without the times. */
  told(language?: Language): string[];
}

export const RUN_STARTED: SessionEvent = { type: "run.started", at: 1_000 };
export const RUN_SETTLED: SessionEvent = { type: "run.settled", at: 2_000, aborted: false };
export const LOOP_ENDED: SessionEvent = { type: "loop.ended", outcome: "ok" };
export const SPAN_OPENED: SessionEvent = { type: "span.opened", at: 1_500, promptTitle: "Sure?" };
export const SPAN_CLOSED: SessionEvent = { type: "span.closed" };
export const SESSION_ENDED: SessionEvent = { type: "session.ended" };

/** A channel whose attempts are refused with this reason. */
export function refusedChannel(reason: string): Channel<unknown, unknown> {
  return {
    ...createMemoryChannel(() => {}),
    type: "refused",
    attempt: async () => ({ kind: "failed", reason }),
  };
}

/**
 * A session on a clock that stands still, with channels that reach nobody: of type `memory`, and `refused`.
 * @param config as in the file; without channels there is one, `memory`
 */
export function startTracedSession(config: object = {}, refusal = "http 500"): TracedSession {
  const clock = new StepClock();
  const channels = [createMemoryChannel(() => {}), refusedChannel(refusal)];
  const runtime = startSessionRuntime({
    sessionKey: "key",
    mode: "tui",
    config: configOf(config, channels),
    env: {},
    session: () => ({ cwd: "/nowhere", host: "host", sessionId: "session" }),
    terminal: new PassThrough(),
    onFault: () => {
      throw new Error("a fault of ours");
    },
    tell: () => {},
    clock,
    channels,
  });
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  };
  const trace = () => {
    if (runtime.readTrace === undefined) throw new Error("nothing is recorded");
    return runtime.readTrace();
  };
  return {
    runtime,
    async take(...events) {
      for (const event of events) {
        runtime.send(event);
        await settle();
      }
    },
    async advance(ms) {
      clock.advance(ms);
      await settle();
    },
    trace,
    told: (language = "en") => {
      const read = trace();
      return storiesOf(read).flatMap((story) => withoutTimes(storyLines(story, read, language)));
    },
  };
}

export function withoutTimes(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/\d\d:\d\d:\d\d(?:\.\d{3})? /, ""));
}

function configOf(config: object, channels: readonly Channel<unknown, unknown>[]): Config {
  const text = JSON.stringify({ channels: [{ id: "memory", type: "memory" }], ...config });
  const parsed = parseConfig(text, { file: "config", env: {}, channels });
  if (parsed.warnings.length > 0 || parsed.config === DEFAULT_CONFIG) throw new Error(JSON.stringify(parsed.warnings));
  return parsed.config;
}
