import { type Actor, createActor } from "xstate";
import { createAttemptDelivery } from "../actors/attempt-delivery.ts";
import type { BoundChannel, DeliveryWorld } from "../actors/delivery-world.ts";
import { createPrepareDelivery } from "../actors/prepare-delivery.ts";
import { ShownNotices } from "../actors/shown-notices.ts";
import { type Clock, systemClock } from "../adapters/clock/clock.ts";
import { createHttpClient } from "../adapters/http/undici-http-client.ts";
import { createProgramRunner } from "../adapters/programs/program-runner.ts";
import { turnsOf } from "../adapters/terminal/terminal-turns.ts";
import { createTerminalWriter } from "../adapters/terminal/terminal-writer.ts";
import { ttyWriter } from "../adapters/terminal/tty-writer.ts";
import { createTmuxClient } from "../adapters/tmux/tmux-client.ts";
import { descriptionOf, terminalQuestionOf } from "../channels/channel-answers.ts";
import { CHANNELS, type ChannelRegistry } from "../channels/registry.ts";
import type { Config } from "../config/config.ts";
import type { SessionFacts } from "../content/compose.ts";
import { resolveLanguage } from "../content/language.ts";
import { inspectLate, inspectorPort, type LateInspector } from "../inspector/late-inspector.ts";
import type { HerdrEntry } from "../integrations/herdr-entry.ts";
import { herdrLabel } from "../integrations/herdr-label.ts";
import type { ChannelHealthReport } from "../machines/channel-health.machine.ts";
import type { DeliveryFinishedEvent } from "../machines/notice.machine.ts";
import type { sessionMachine } from "../machines/session.machine.ts";
import type { SessionEvent } from "../machines/session.types.ts";
import type { Failure } from "../notices/health-sign.ts";
import type { ChannelPlan, PiMode } from "../notices/notice.ts";
import type { Environment } from "../ports/environment.ts";
import type { TerminalTurns } from "../ports/terminal-turns.ts";
import { type FollowTrace, type ReadTrace, startTrace } from "../trace/session-trace.ts";
import { planChannels, terminalNotifierIds } from "./channel-plan.ts";
import { healthText } from "./health-text.ts";
import { provideSessionMachine } from "./provide-machines.ts";

export interface SessionRuntimeOptions {
  readonly sessionKey: string;
  readonly mode: PiMode;
  readonly config: Config;
  readonly env: Environment;
  readonly session: () => SessionFacts;
  /** Where Pi's screen is drawn. */
  readonly terminal: NodeJS.WritableStream;
  /** A fault of ours that was contained; told once, never thrown (R12). */
  readonly onFault: () => void;
  /** Shows a line about a channel that no longer gets through, or does again (R32). */
  readonly tell: (text: string, level: "info" | "warning") => void;
  /** This Pi is a subagent's child. */
  readonly isChild?: boolean;
  /** Hears that a dialog waits for the user; absent: nobody is told. */
  readonly herdr?: HerdrEntry;
  /** A clock moved by hand and channels that reach nobody, for a test; the system's and the real ones otherwise. */
  readonly clock?: Clock;
  readonly channels?: ChannelRegistry;
  /** What Pi's terminal calls itself; undefined while it has not said so. */
  readonly terminalName?: () => string | undefined;
  /** The terminal's own otherwise, which keep notifications a second apart. */
  readonly turns?: TerminalTurns;
  /** This one otherwise. */
  readonly platform?: NodeJS.Platform;
}

export interface SessionRuntime {
  readonly mode: PiMode;
  readonly config: Config;
  readonly plans: readonly ChannelPlan[];
  readonly world: DeliveryWorld;
  /** The last outcome of each channel in this session, by channel id. */
  readonly lastOutcomes: ReadonlyMap<string, DeliveryFinishedEvent>;
  /** The failure that began a channel's current outage; undefined while there is none, and after the session. */
  readonly outageOf: (channelId: string) => Failure | undefined;
  /** What has happened so far; undefined where the configuration wants nothing recorded. */
  readonly readTrace: ReadTrace | undefined;
  /** The same, and what is added to it; undefined likewise. */
  readonly followTrace: FollowTrace | undefined;
  /** To be written to the terminal, so that it says what it is; undefined where that is known, or nobody would answer. */
  readonly terminalQuestion: string | undefined;
  send(event: SessionEvent): void;
  /** @returns a function that ends the subscription. */
  onOutcome(listener: (report: DeliveryFinishedEvent) => void): () => void;
  /** Resolves when the session is over and nothing of it is left, within R16's bounds. */
  readonly closed: Promise<void>;
}

export type StartSessionRuntime = (options: SessionRuntimeOptions) => SessionRuntime;

/** Starts the session actor with the real side effects behind it. */
export function startSessionRuntime(options: SessionRuntimeOptions): SessionRuntime {
  const { config, env, channels = CHANNELS, clock = systemClock } = options;
  const plans = planChannels(config, channels, options.isChild);
  const bound = bindChannels(config, channels);
  const notifiers = terminalNotifierIds(plans, options.mode);
  const world: DeliveryWorld = {
    channels: bound,
    terminalNotifiers: notifiers.flatMap((id) => bound.get(id) ?? []),
    env,
    platform: options.platform ?? process.platform,
    tmux: createTmuxClient({ env }),
    turns: options.turns ?? turnsOf(options.terminal),
    shown: new ShownNotices(),
    ...(options.terminalName === undefined ? {} : { terminalName: options.terminalName }),
    ports: {
      terminal: createTerminalWriter(options.terminal),
      ttys: ttyWriter,
      http: createHttpClient({ env }),
      programs: createProgramRunner({ env }),
      now: Date.now,
    },
    language: resolveLanguage(config.language, env),
    content: config.content,
    titles: config.titles,
    session: options.session,
  };
  const trace = startTrace({ keep: config.trace.keep, mode: options.mode, channels: plans, now: world.ports.now });
  const stately = startInspector(env, options.tell);
  const inspect = bothInspectors(trace?.inspect, stately?.inspect);
  const actor = createActor(
    provideSessionMachine({
      prepareDelivery: createPrepareDelivery(world),
      attemptDelivery: createAttemptDelivery(world),
    }),
    {
      clock,
      input: {
        sessionKey: options.sessionKey,
        mode: options.mode,
        channels: plans,
        prompts: config.prompts,
        background: { work: config.attention.backgroundWork, maxMs: config.attention.backgroundWorkMaxMs },
      },
      ...(inspect === undefined ? {} : { inspect }),
    },
  );
  if (options.herdr !== undefined && config.herdr.enabled) tellHerdr(actor, options.herdr);
  tellHealth(actor, world, options.tell);
  const { mode, onFault } = options;
  const runtime = watchSession(actor, {
    ...{ mode, config, plans, world, onFault },
    readTrace: trace?.read,
    followTrace: trace?.follow,
    terminalQuestion: questionFor(world),
  });
  if (stately !== undefined) void runtime.closed.then(stately.end);
  return runtime;
}

type Inspect = LateInspector["inspect"];

function bothInspectors(one: Inspect | undefined, other: Inspect | undefined): Inspect | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return (event) => {
    one(event);
    other(event);
  };
}

/** @returns undefined unless the environment asks for Stately's inspector */
function startInspector(env: Environment, tell: SessionRuntimeOptions["tell"]): LateInspector | undefined {
  const port = inspectorPort(env);
  return port === undefined ? undefined : inspectLate({ port, tell });
}

function tellHerdr(actor: Actor<typeof sessionMachine>, herdr: HerdrEntry): void {
  actor.on("waiting.began", ({ title }) => herdr.raise(herdrLabel(title)));
  actor.on("waiting.ended", () => herdr.lower());
}

/** Shows each outage of a channel, and each recovery. */
function tellHealth(
  actor: Actor<typeof sessionMachine>,
  world: DeliveryWorld,
  tell: SessionRuntimeOptions["tell"],
): void {
  const show = (change: ChannelHealthReport) => {
    const bound = world.channels.get(change.channelId);
    const text = healthText(change, bound && descriptionOf(bound.channel, bound.config));
    try {
      tell(text, change.type === "channel.failed" ? "warning" : "info");
    } catch {
      // Pi's UI is gone. A throw here would end Pi, because this runs inside a timer or a promise of ours (R12).
    }
  };
  actor.on("channel.failed", show);
  actor.on("channel.recovered", show);
}

interface Watched
  extends Pick<
    SessionRuntime,
    "mode" | "config" | "plans" | "world" | "readTrace" | "followTrace" | "terminalQuestion"
  > {
  readonly onFault: () => void;
}

function watchSession(actor: Actor<typeof sessionMachine>, { onFault, ...parts }: Watched): SessionRuntime {
  const lastOutcomes = new Map<string, DeliveryFinishedEvent>();
  const closed = new Promise<void>((resolve) => {
    actor.subscribe({
      complete: resolve,
      // Without this observer XState would throw in a timer, which ends Pi (docs/pi.md).
      error: () => {
        onFault();
        resolve();
      },
    });
  });
  actor.on("delivery.finished", (report) => {
    lastOutcomes.set(report.channelId, report);
  });
  actor.on("notice.outdated", ({ noticeId }) => parts.world.shown.outdated(noticeId));
  actor.on("actor.failed", onFault);
  actor.start();
  return {
    ...parts,
    lastOutcomes,
    closed,
    send(event) {
      if (event.type === "session.ended") parts.world.shown.end();
      actor.send(event);
    },
    outageOf: (channelId) => actor.getSnapshot().children[`channel-health.${channelId}`]?.getSnapshot().context.failure,
    onOutcome: (listener) => {
      const subscription = actor.on("delivery.finished", listener);
      return () => subscription.unsubscribe();
    },
  };
}

/** What one of the channels that speak by the terminal would ask it. */
function questionFor({ terminalNotifiers, env }: DeliveryWorld): string | undefined {
  const questions = terminalNotifiers.map(({ channel, config }) => terminalQuestionOf(channel, { config, env }));
  return questions.find((question) => question !== undefined);
}

function bindChannels(config: Config, channels: ChannelRegistry): ReadonlyMap<string, BoundChannel> {
  const bound = new Map<string, BoundChannel>();
  for (const { id, type, withdraw: withdraws, config: own } of config.channels) {
    const channel = channels.find((candidate) => candidate.type === type);
    if (channel !== undefined) bound.set(id, { channel, config: own, withdraws });
  }
  return bound;
}
