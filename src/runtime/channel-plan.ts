import { timeLimitOf } from "../channels/channel-calls.ts";
import type { ChannelRegistry } from "../channels/registry.ts";
import type { Config, ResolvedChannel } from "../config/config.ts";
import type { ChannelPlan, PiMode } from "../notices/notice.ts";

/** Writes the last byte of a notice to Pi's terminal (R10). */
const BELL = "bell";
/** Writes to the same terminal before it. */
const TERMINAL_NOTIFICATION = "osc";
/** Shows what the terminal does not surely show (R22). */
const DESKTOP = "desktop";

/**
 * What the machines need to know of the configured channels. An unusable one has `timeoutMs` 0: it never attempts.
 * @param isChild this Pi is a subagent's child
 */
export function planChannels(config: Config, registry: ChannelRegistry, isChild = false): readonly ChannelPlan[] {
  return config.channels.map((channel) => {
    const { id, type, events, modes, delayMs } = channel;
    const implementation = registry.find((candidate) => candidate.type === type);
    const unusable = whyUnusable(config, channel, { isKnown: implementation !== undefined, isChild });
    const isUsable = unusable === undefined && implementation !== undefined;
    const timeoutMs = isUsable ? timeLimitOf(implementation, channel.config) : 0;
    const plan = { id, type, events, modes, delayMs, timeoutMs, yieldsTo: yieldsTo(channel, config) };
    return unusable === undefined ? plan : { ...plan, unusable };
  });
}

/** The channels that, in this mode, have the terminal show a notification. */
export function terminalNotifiersOf(plans: readonly ChannelPlan[], mode: PiMode): readonly ChannelPlan[] {
  return plans.filter((plan) => plan.type === TERMINAL_NOTIFICATION && isInUse(plan, mode));
}

/** The same of the desktop. One with a delay takes a terminal's place as well: nothing pops up twice. */
export function desktopNotifiersOf(plans: readonly ChannelPlan[], mode: PiMode): readonly ChannelPlan[] {
  return plans.filter((plan) => plan.type === DESKTOP && isInUse(plan, mode));
}

function isInUse({ unusable, modes }: ChannelPlan, mode: PiMode): boolean {
  return unusable === undefined && modes.includes(mode);
}

function whyUnusable(
  config: Config,
  channel: ResolvedChannel,
  { isKnown, isChild }: { readonly isKnown: boolean; readonly isChild: boolean },
): ChannelPlan["unusable"] {
  if (!config.enabled || !channel.enabled) return "disabled";
  if (isChild && config.attention.childProcesses === "silent") return "subagent";
  return isKnown ? channel.unusable : "not-configured";
}

/** Every `osc` channel writes to Pi's own terminal. A bell that is due earlier than one of them does not wait for it. */
function yieldsTo(channel: ResolvedChannel, config: Config): readonly string[] {
  if (channel.type !== BELL) return [];
  return config.channels
    .filter(({ type, delayMs }) => type === TERMINAL_NOTIFICATION && delayMs <= channel.delayMs)
    .map(({ id }) => id);
}
