import type { Verdict } from "../channels/channel.ts";
import { detectProtocol } from "../channels/osc/detect-protocol.ts";
import { oscSchema } from "../channels/osc/osc.schema.ts";
import type { ChannelPlan } from "../notices/notice.ts";
import type { TmuxAnswer } from "../ports/tmux-client.ts";
import type { SessionRuntime } from "../session-runtime.ts";
import { outcomeText } from "./outcome-text.ts";

/**
 * `/notify status`: what was detected, then a line a channel with its last outcome (SPEC 10).
 * Asks tmux, sends nothing. No secret, no URL beyond its host (R15).
 */
export async function statusLines(runtime: SessionRuntime): Promise<string[]> {
  const tmux = await runtime.world.tmux.ask("status", new AbortController().signal);
  const channels = await Promise.all(runtime.plans.map((plan) => channelLine(plan, tmux, runtime)));
  return [
    `pi-notify ${runtime.config.enabled ? "on" : "off"}, language ${runtime.world.language}, mode ${runtime.mode}`,
    terminalLine(tmux, runtime),
    multiplexerLine(tmux),
    ...(channels.length === 0 ? ["No channel is configured."] : channels),
  ];
}

function terminalLine(tmux: TmuxAnswer, { world }: SessionRuntime): string {
  const { protocol, by } = detectProtocol({ config: oscSchema.parse({}), env: world.env, tmux });
  const shows = protocol === "none" ? "no notification sequence" : protocol;
  return `Terminal: ${shows} (known by ${by.name})`;
}

function multiplexerLine(tmux: TmuxAnswer): string {
  if (tmux.kind === "outside") return "Multiplexer: not inside tmux";
  if (tmux.kind === "unanswered") return "Multiplexer: tmux, which does not answer";
  const pane = tmux.paneVisible ? "visible" : "hidden";
  return `Multiplexer: tmux, allow-passthrough ${tmux.passthrough}, pane ${pane}`;
}

async function channelLine(plan: ChannelPlan, tmux: TmuxAnswer, runtime: SessionRuntime): Promise<string> {
  const last = runtime.lastOutcomes.get(plan.id);
  const lastText = last === undefined ? "nothing yet" : `${last.notice.event} ${outcomeText(last.outcome)}`;
  const outage = runtime.health.outageOf(plan.id);
  const outageText = outage === undefined ? "" : `; outage: ${outcomeText(outage)}`;
  return `${plan.id}: ${await channelState(plan, tmux, runtime)}${outageText}; last: ${lastText}`;
}

async function channelState(plan: ChannelPlan, tmux: TmuxAnswer, runtime: SessionRuntime): Promise<string> {
  const bound = runtime.world.channels.get(plan.id);
  if (plan.unusable !== undefined || bound === undefined) return `${plan.type}, ${plan.unusable ?? "not-configured"}`;
  const what = bound.channel.describe(bound.config);
  if (!plan.modes.includes(runtime.mode)) return `${what}, silent in mode ${runtime.mode}`;
  return `${what}, ${verdictText(await bound.channel.prepare({ config: bound.config, env: runtime.world.env, tmux }))}`;
}

function verdictText(verdict: Verdict<unknown>): string {
  return verdict.kind === "ready" ? "ready" : `would be skipped (${verdict.reason})`;
}
