import { PassThrough } from "node:stream";
import type { Config } from "../config/config.ts";
import { parseConfig } from "../config/parse-config.ts";
import type { Message } from "../content/message.ts";
import { type Connected, connect } from "../extension.ts";
import type { DeliveryFinishedEvent } from "../machines/notice.machine.ts";
import type { EventId } from "../notices/event-table.ts";
import type { Outcome } from "../notices/outcome.ts";
import { type StartSessionRuntime, startSessionRuntime } from "../runtime/session-runtime.ts";
import type { FakePi } from "./fake-pi.ts";
import { createMemoryChannel } from "./memory-channel.ts";
import { nextTurn } from "./next-turn.ts";
import { StepClock } from "./step-clock.ts";

export interface PiNotifyOptions {
  /**
   * What would stand in the configuration file, without `version`. Its channels are of type `memory`; default: one, with
   * the id `memory`, for all events that are on by default. Unless it says otherwise the language is English and the
   * machine's name is left out, so that a test reads the same everywhere.
   */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** A notice that pi-notify has told. */
export interface ToldNotice {
  /** The channel's id. */
  readonly channel: string;
  readonly event: EventId;
  readonly title: string;
  /** The body, line by line. */
  readonly lines: readonly string[];
  /** The dialog's own title, for a notice about one; told to the user only with `content.promptTitle`. */
  readonly promptTitle: string | undefined;
}

/** What became of one notice on one channel: also those that were not told, with the reason. */
export interface NoticeOutcome {
  /** The channel's id. */
  readonly channel: string;
  readonly event: EventId;
  readonly promptTitle: string | undefined;
  readonly outcome: Outcome;
}

/** pi-notify on a fake Pi: what it told and what it did not. */
export interface PiNotifyUnderTest {
  /** In the order in which they were told. */
  readonly notices: readonly ToldNotice[];
  readonly outcomes: readonly NoticeOutcome[];
  /** Until everything has happened that can happen without time passing. */
  untilQuiet(): Promise<void>;
  /** Lets time pass: for pi-notify only it is what this says, so nothing is waited for. Quiet before and after. */
  advance(ms: number): Promise<void>;
}

/**
 * Loads pi-notify into a fake Pi: the real extension, its real machines and its real configuration code. Only its
 * channels end in memory and its clock stands still until you move it, so nothing leaves the process and no test waits.
 * Load it before or after your own extension, but before `pi.start()`.
 * @throws TypeError when the configuration has a fault, in the words that Pi would show
 */
export async function startPiNotify(pi: FakePi, options: PiNotifyOptions = {}): Promise<PiNotifyUnderTest> {
  const clock = new StepClock();
  const messages = new Map<string, Message>();
  const notices: ToldNotice[] = [];
  const outcomes: NoticeOutcome[] = [];
  let happened = 0;
  let connected: Connected | undefined;

  const record = ({ notice, channelId: channel, outcome }: DeliveryFinishedEvent) => {
    happened += 1;
    const { event, promptTitle, id } = notice;
    outcomes.push({ channel, event, promptTitle, outcome });
    const message = messages.get(id);
    if (outcome.kind !== "accepted" || message === undefined) return;
    notices.push({ channel, event, title: message.title, lines: message.lines, promptTitle });
  };
  const memory = createMemoryChannel((noticeId, message) => messages.set(noticeId, message));
  const startRuntime: StartSessionRuntime = (given) => {
    const runtime = startSessionRuntime({ ...given, clock, channels: [memory] });
    runtime.onOutcome(record);
    return runtime;
  };
  const config = configOf(options, memory);
  await pi.load((api) => {
    connected = connect(api, { env: {}, terminal: new PassThrough(), config, startRuntime });
  });

  async function untilQuiet(): Promise<void> {
    for (;;) {
      const before = happened;
      await nextTurn();
      await connected?.caughtUp();
      await nextTurn();
      if (happened === before) return;
    }
  }

  return {
    notices,
    outcomes,
    untilQuiet,
    async advance(ms) {
      await untilQuiet();
      const end = clock.now() + ms;
      for (let next = clock.pending()[0]; next !== undefined; next = clock.pending()[0]) {
        if (clock.now() + next > end) break;
        clock.advance(next);
        await untilQuiet();
      }
      clock.advance(end - clock.now());
    },
  };
}

function configOf({ config: wanted = {} }: PiNotifyOptions, memory: ReturnType<typeof createMemoryChannel>): Config {
  const { content, ...more } = wanted;
  const text = JSON.stringify({
    version: 1,
    language: "en",
    channels: [{ id: "memory", type: "memory" }],
    ...more,
    content: { host: false, ...(typeof content === "object" ? content : {}) },
  });
  const { config, warnings } = parseConfig(text, { file: "config", env: {}, channels: [memory] });
  const [first] = warnings;
  if (first !== undefined) throw new TypeError(first.text.replace(/^config:\d+:\d+: /, "config: "));
  return config;
}
