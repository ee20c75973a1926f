import type { DesktopConfig } from "../channels/desktop/desktop.schema.ts";
import { type DesktopSurroundings, desktopHere } from "../channels/desktop/desktop-here.ts";
import type { OscConfig } from "../channels/osc/osc.schema.ts";
import { type ContentOptions, DEFAULT_CONTENT } from "../content/content-options.ts";
import { DEFAULT_EVENTS, type EventId, type Language } from "../notices/event-table.ts";
import type { PiMode } from "../notices/notice.ts";

/**
 * The configuration as the rest of the program sees it: valid, complete, with the environment already inserted (R27).
 * Pi's start imports this file, so nothing of weight may come with it.
 */
export interface Config {
  readonly enabled: boolean;
  readonly language: "auto" | Language;
  readonly content: ContentOptions;
  /** Titles that replace the built-in ones. */
  readonly titles: Readonly<Partial<Record<EventId, string>>>;
  readonly prompts: PromptOptions;
  /** Whether other programs are told, by way of Pi's bus, that a dialog waits (R39). */
  readonly herdr: { readonly enabled: boolean };
  readonly attention: AttentionOptions;
  readonly trace: TraceOptions;
  readonly channels: readonly ResolvedChannel[];
}

export interface PromptOptions {
  /** Whether dialogs that open while nothing runs are announced too. */
  readonly notify: "during-run" | "always";
  /** A dialog that closes within this time is never announced (R7), milliseconds. */
  readonly graceMs: number;
}

export interface AttentionOptions {
  /** Whether a Pi that is a subagent's child tells anything. */
  readonly childProcesses: "silent" | "notify";
  /** Whether a settled notice waits for subagents that still work in the background. */
  readonly backgroundWork: "ignore" | "hold";
  /** Longest such wait, milliseconds. */
  readonly backgroundWorkMaxMs: number;
}

export interface TraceOptions {
  /** How many runs, dialogs and other notices `/notify why` and `/notify export` look back on; 0 records nothing. */
  readonly keep: number;
}

export interface ResolvedChannel {
  /** Unique in the configuration. */
  readonly id: string;
  /** A type in the registry. */
  readonly type: string;
  readonly enabled: boolean;
  readonly events: readonly EventId[];
  readonly modes: readonly PiMode[];
  /** Wait before preparing, milliseconds. */
  readonly delayMs: number;
  /** Whether it dismisses what it has shown once that is no longer true; only where its type can. */
  readonly withdraw: boolean;
  /** What the channel's own schema made of its part; undefined when `unusable`. May hold secrets (R15). */
  readonly config: unknown;
  /** A variable that it needs is not set. It is kept so that `/notify status` can tell it. */
  readonly unusable?: "not-configured";
}

const TERMINAL_DEFAULTS = {
  enabled: true,
  events: DEFAULT_EVENTS,
  modes: ["tui"],
  delayMs: 0,
  withdraw: false,
} as const;

const DEFAULT_OSC: OscConfig = {
  protocol: "auto",
  fallback: "osc9",
  termPrograms: {},
  tmux: "passthrough",
  tmuxPermission: "check",
};

const DEFAULT_DESKTOP: DesktopConfig = { when: "fallback" };

/** In force where there is no usable file and no desktop of the user's that takes notifications (R25). */
export const DEFAULT_CONFIG: Config = {
  enabled: true,
  language: "auto",
  content: DEFAULT_CONTENT,
  titles: {},
  prompts: { notify: "during-run", graceMs: 150 },
  herdr: { enabled: true },
  attention: { childProcesses: "silent", backgroundWork: "ignore", backgroundWorkMaxMs: 600_000 },
  trace: { keep: 200 },
  channels: [
    { ...TERMINAL_DEFAULTS, id: "terminal", type: "osc", withdraw: true, config: DEFAULT_OSC },
    { id: "bell", type: "bell", ...TERMINAL_DEFAULTS, config: {} },
  ],
};

/**
 * The same where there is such a desktop: it comes in where the terminal shows nothing. Not in print mode, where a
 * script's loop over `pi -p` would pop up once per call.
 */
export const DESKTOP_DEFAULT_CONFIG: Config = {
  ...DEFAULT_CONFIG,
  channels: [
    ...DEFAULT_CONFIG.channels,
    { ...TERMINAL_DEFAULTS, id: "desktop", type: "desktop", modes: ["tui", "rpc"], config: DEFAULT_DESKTOP },
  ],
};

/** What is in force where no file says otherwise. Windows has to be configured (R25). */
export function defaultConfigAt(place: DesktopSurroundings): Config {
  const desktop = desktopHere(place);
  return desktop === "macos" || desktop === "linux" ? DESKTOP_DEFAULT_CONFIG : DEFAULT_CONFIG;
}
