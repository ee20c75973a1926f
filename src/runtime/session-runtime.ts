import { createActor } from "xstate";
import { createAttemptDelivery } from "../actors/attempt-delivery.ts";
import type { DeliveryDeps } from "../actors/delivery-deps.ts";
import { createPrepareDelivery } from "../actors/prepare-delivery.ts";
import { systemClock } from "../adapters/clock/clock.ts";
import { expectAnswer } from "../adapters/terminal/late-answer.ts";
import { terminalQueryOf } from "../channels/channel-calls.ts";
import { CHANNELS, type ChannelRegistry } from "../channels/registry.ts";
import type { Config } from "../config/config.ts";
import type { HerdrEntry } from "../integrations/herdr-entry.ts";
import { herdrLabel } from "../integrations/herdr-label.ts";
import type { sessionMachine } from "../machines/session.machine.ts";
import type { ChannelPlan, PiMode } from "../notices/notice.ts";
import type { Clock } from "../ports/clock.ts";
import type { FollowTrace, ReadTrace } from "../trace/session-trace.ts";
import { bindDeps, type Surroundings } from "./bind-deps.ts";
import { planChannels } from "./channel-plan.ts";
import { inspectSession } from "./inspect-session.ts";
import { type ActorListening, containedInspection, listenToActor } from "./listen-to-actor.ts";
import { provideSessionMachine } from "./provide-machines.ts";
import { tellHealth } from "./tell-health.ts";
import { tellTmuxSkip } from "./tell-tmux-skip.ts";
import { type WatchedSession, watchSession } from "./watch-session.ts";

export interface SessionRuntimeOptions extends Surroundings {
  readonly sessionKey: string;
  /** Called when an error of ours was contained; it is never thrown (R12). */
  readonly onFault: () => void;
  /** Called when a notice is not told because too many published ones are unfinished. */
  readonly onRefused?: () => void;
  /** Shows a line about a channel that fails, or works again. */
  readonly tell: (text: string, level: "info" | "warning") => void;
  /** Whether this Pi is a subagent's child. */
  readonly isChild?: boolean;
  /** Hears that a dialog waits for the user. */
  readonly herdr?: HerdrEntry;
  /** Tests pass a clock moved by hand and channels without an outside. */
  readonly clock?: Clock;
  readonly channels?: ChannelRegistry;
}

export interface SessionRuntime extends WatchedSession {
  readonly mode: PiMode;
  readonly config: Config;
  readonly plans: readonly ChannelPlan[];
  readonly deps: DeliveryDeps;
  /** What has happened so far; undefined where nothing is recorded. */
  readonly readTrace: ReadTrace | undefined;
  /** The same, and whatever is added to it later. */
  readonly followTrace: FollowTrace | undefined;
  /** The bytes that ask the terminal for its name; undefined where the name is known or no answer would come. */
  readonly terminalQuery: string | undefined;
  /** Call it with the question; what it returns takes an answer that comes when Pi is ending. */
  readonly expectAnswer: () => () => Promise<void>;
}

export type StartSessionRuntime = (options: SessionRuntimeOptions) => SessionRuntime;

/** The composition root: plans the channels, binds the machines to the outside and starts the session actor. */
export function startSessionRuntime(options: SessionRuntimeOptions): SessionRuntime {
  const { mode, config, env, tell, onFault, channels = CHANNELS, clock = systemClock } = options;
  const plans = planChannels(config, channels, options.isChild);
  let watched: WatchedSession | undefined;
  const isFailing = (channelId: string) => watched?.outageOf(channelId) !== undefined;
  const deps = bindDeps({ ...options, isFailing }, channels, plans);
  const inspection = inspectSession({
    language: deps.language,
    keep: config.trace.keep,
    mode,
    plans,
    env,
    tell,
    now: deps.ports.now,
  });
  const actor = createActor(
    provideSessionMachine({
      prepareDelivery: createPrepareDelivery(deps),
      attemptDelivery: createAttemptDelivery(deps),
    }),
    {
      clock,
      input: {
        sessionKey: options.sessionKey,
        mode,
        channels: plans,
        prompts: config.prompts,
        background: { work: config.attention.backgroundWork, maxMs: config.attention.backgroundWorkMaxMs },
      },
      ...(inspection.inspect === undefined ? {} : { inspect: containedInspection(inspection.inspect, onFault) }),
    },
  );
  const listening = listenToActor(actor, onFault);
  if (options.herdr !== undefined && config.herdr.enabled) tellHerdr(listening, options.herdr);
  tellHealth(listening, deps, tell);
  tellTmuxSkip(listening, { language: deps.language, sessionId: options.session().sessionId }, tell);
  watched = watchSession(actor, { shown: deps.shown, onFault, onRefused: () => options.onRefused?.() });
  void watched.closed.then(inspection.end);
  return {
    ...watched,
    ...{ mode, config, plans, deps },
    readTrace: inspection.readTrace,
    followTrace: inspection.followTrace,
    terminalQuery: questionFor(deps),
    expectAnswer: () => expectAnswer(options.terminal),
  };
}

function tellHerdr(session: ActorListening<typeof sessionMachine>, herdr: HerdrEntry): void {
  session.on("waiting.began", ({ title }) => herdr.raise(herdrLabel(title)));
  session.on("waiting.ended", () => herdr.lower());
}

/** The question of the first channel that would ask the terminal something. */
function questionFor({ terminalNotifiers, env }: DeliveryDeps): string | undefined {
  const questions = terminalNotifiers.map(({ channel, config }) => terminalQueryOf(channel, { config, env }));
  return questions.find((question) => question !== undefined);
}
