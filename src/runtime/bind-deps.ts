import type { BoundChannel, DeliveryDeps, Notifier } from "../actors/delivery-deps.ts";
import { ShownNotices } from "../actors/shown-notices.ts";
import { createHttpClient } from "../adapters/http/undici-http-client.ts";
import { createProgramRunner } from "../adapters/programs/program-runner.ts";
import { turnsOf } from "../adapters/terminal/terminal-turns.ts";
import { createTerminalWriter } from "../adapters/terminal/terminal-writer.ts";
import { ttyWriter } from "../adapters/terminal/tty-writer.ts";
import { createTmuxClient } from "../adapters/tmux/tmux-client.ts";
import type { ChannelRegistry } from "../channels/registry.ts";
import type { Config } from "../config/config.ts";
import type { SessionFacts } from "../content/compose.ts";
import { resolveLanguage } from "../content/language.ts";
import type { ChannelPlan, PiMode } from "../notices/notice.ts";
import type { Environment } from "../ports/environment.ts";
import type { TerminalTurns } from "../ports/terminal-turns.ts";
import { desktopNotifiersOf, terminalNotifiersOf } from "./channel-plan.ts";

/** The surroundings of one session. */
export interface Surroundings {
  readonly mode: PiMode;
  readonly config: Config;
  readonly env: Environment;
  readonly session: () => SessionFacts;
  /** Where Pi draws its screen. */
  readonly terminal: NodeJS.WritableStream;
  /** The name that Pi's terminal has answered with; undefined until it answers. */
  readonly terminalName?: () => string | undefined;
  /** Tests pass their own turns. Otherwise the terminal's turns keep notifications one second apart. */
  readonly turns?: TerminalTurns;
  readonly isFailing?: (channelId: string) => boolean;
  /** Tests pass another platform than this one. */
  readonly platform?: NodeJS.Platform;
}

/** Binds the channels of the configuration, and everything else that a delivery may touch, to the real outside. */
export function bindDeps(
  surroundings: Surroundings,
  channels: ChannelRegistry,
  plans: readonly ChannelPlan[],
): DeliveryDeps {
  const { config, env, mode, terminal, terminalName } = surroundings;
  const bound = bindChannels(config, channels);
  return {
    channels: bound,
    terminalNotifiers: notifiers(terminalNotifiersOf(plans, mode), bound),
    desktopNotifiers: notifiers(desktopNotifiersOf(plans, mode), bound),
    ...(surroundings.isFailing === undefined ? {} : { isFailing: surroundings.isFailing }),
    env,
    platform: surroundings.platform ?? process.platform,
    tmux: createTmuxClient({ env }),
    turns: surroundings.turns ?? turnsOf(terminal),
    shown: new ShownNotices(),
    ...(terminalName === undefined ? {} : { terminalName }),
    ports: {
      terminal: createTerminalWriter(terminal),
      ttys: ttyWriter,
      http: createHttpClient({ env }),
      programs: createProgramRunner({ env }),
      now: Date.now,
    },
    language: resolveLanguage(config.language, env),
    content: config.content,
    titles: config.titles,
    session: surroundings.session,
  };
}

function notifiers(plans: readonly ChannelPlan[], bound: ReadonlyMap<string, BoundChannel>): readonly Notifier[] {
  return plans.flatMap(({ id, events }) => {
    const channel = bound.get(id);
    return channel === undefined ? [] : [{ ...channel, id, events }];
  });
}

function bindChannels(config: Config, channels: ChannelRegistry): ReadonlyMap<string, BoundChannel> {
  const bound = new Map<string, BoundChannel>();
  for (const { id, type, withdraw: dismisses, config: own } of config.channels) {
    const channel = channels.find((candidate) => candidate.type === type);
    if (channel !== undefined) bound.set(id, { channel, config: own, dismisses });
  }
  return bound;
}
