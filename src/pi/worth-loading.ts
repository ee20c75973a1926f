import type { Config } from "../config/config.ts";
import type { SessionEvent } from "../machines/session.types.ts";
import type { PiMode } from "../notices/notice.ts";

/** Whether what is queued is worth loading the machines for; `wait`: the configuration, not yet read, decides. */
export type Worth = "load" | "wait" | "nothing";

export interface WorthFacts {
  readonly config: Pick<Config, "enabled" | "channels" | "herdr" | "attention">;
  readonly mode: PiMode;
  /** Whether this Pi is a subagent's child. */
  readonly isChild: boolean;
}

type EventType = SessionEvent["type"];

/** Events that can lead to a notification. Without one of them there is nothing to end either. */
const STARTS_SOMETHING: ReadonlySet<EventType> = new Set([
  "run.started",
  "span.opened",
  "span.silenced",
  "question.asked",
  "task.started",
  "notice.published",
]);

/** Events that herdr is told of, whatever the channels are. */
const CONCERNS_DIALOGS: ReadonlySet<EventType> = new Set(["span.opened", "span.silenced", "question.asked"]);

/**
 * Decides whether the machines are needed for these events: only where a channel would notify in this mode, or herdr
 * has to hear of a dialog. Pure.
 * @param facts undefined while the configuration is not read
 */
export function worthLoading(events: readonly EventType[], facts: WorthFacts | undefined): Worth {
  if (!events.some((type) => STARTS_SOMETHING.has(type))) return "nothing";
  if (facts === undefined) return "wait";
  const { config, mode, isChild } = facts;
  const isSilent = !config.enabled || (isChild && config.attention.childProcesses === "silent");
  if (!isSilent && config.channels.some(({ enabled, modes }) => enabled && modes.includes(mode))) return "load";
  return config.herdr.enabled && events.some((type) => CONCERNS_DIALOGS.has(type)) ? "load" : "nothing";
}
