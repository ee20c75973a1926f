import type { Channel, ChannelPorts } from "../channels/channel.ts";
import type { ContentOptions, SessionFacts } from "../content/compose.ts";
import type { EventId, Language } from "../notices/event-table.ts";
import type { Environment } from "../ports/environment.ts";
import type { TerminalTurns } from "../ports/terminal-turns.ts";
import type { TmuxClient } from "../ports/tmux-client.ts";
import type { ShownNotices } from "./shown-notices.ts";

/** A configured channel together with the code that knows its protocol. */
export interface BoundChannel {
  readonly channel: Channel<unknown, unknown>;
  readonly config: unknown;
  /** What it has shown is taken back once it is not true any more (R30). */
  readonly dismisses?: boolean;
}

/** A channel that shows notifications here, and which ones. */
export interface Notifier extends BoundChannel {
  readonly id: string;
  readonly events: readonly EventId[];
}

/** Everything outside the machines that a delivery may touch. */
export interface DeliveryDeps {
  readonly channels: ReadonlyMap<string, BoundChannel>;
  /** Those that have the terminal itself show a notification and that this session may use. */
  readonly terminalNotifiers: readonly Notifier[];
  /** Those that have the desktop show one and that this session may use. */
  readonly desktopNotifiers: readonly Notifier[];
  /** Whether a channel's last attempt failed: it is not relied on until one has succeeded. */
  readonly isFailing?: (channelId: string) => boolean;
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly tmux: TmuxClient;
  /** Of Pi's own terminal. */
  readonly turns: TerminalTurns;
  readonly shown: ShownNotices;
  /** What Pi's terminal calls itself; undefined while it has not said so. */
  readonly terminalName?: () => string | undefined;
  readonly ports: ChannelPorts;
  readonly language: Language;
  readonly content: ContentOptions;
  readonly titles: Readonly<Partial<Record<EventId, string>>>;
  /** Read when a message is composed, because a session can be renamed meanwhile. */
  readonly session: () => SessionFacts;
}
