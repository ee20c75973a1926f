import { askChannel } from "../../actors/ask-channel.ts";
import { answerSoon } from "../../adapters/clock/answer-soon.ts";
import type { Verdict } from "../../channels/channel.ts";
import { descriptionOf } from "../../channels/channel-answers.ts";
import { detectProtocol } from "../../channels/osc/detect-protocol.ts";
import { multiplexersAround } from "../../channels/osc/multiplexers.ts";
import { type OscConfig, oscSchema } from "../../channels/osc/osc.schema.ts";
import type { ProjectState } from "../../config/load-config.ts";
import { listOfKeys } from "../../config/project/harmless-keys.ts";
import type { ChannelPlan } from "../../notices/notice.ts";
import type { Environment } from "../../ports/environment.ts";
import type { TmuxAnswer } from "../../ports/tmux-client.ts";
import type { SessionRuntime } from "../../runtime/session-runtime.ts";
import { outcomeText } from "../outcome-text.ts";

/**
 * `/notify status`: what was detected, then a line a channel with its last outcome (R40).
 * Asks tmux, sends nothing. No secret, no URL beyond its host (R15).
 */
export async function statusLines(runtime: SessionRuntime, project: ProjectState): Promise<string[]> {
  const tmux = await runtime.deps.tmux.ask("status", new AbortController().signal);
  const channels = await Promise.all(runtime.plans.map((plan) => channelLine(plan, tmux, runtime)));
  return [
    `pi-notify ${runtime.config.enabled ? "on" : "off"}, language ${runtime.deps.language}, mode ${runtime.mode}`,
    terminalLine(tmux, runtime),
    multiplexerLine(tmux, runtime.deps.env),
    ...projectLines(project),
    ...(channels.length === 0 ? ["No channel is configured."] : channels),
  ];
}

/** As the first channel that needs to know sees it; without one, as it would be by default. */
function terminalLine(tmux: TmuxAnswer, { deps }: SessionRuntime): string {
  const { protocol, by } = detectProtocol({
    config: (deps.terminalNotifiers[0]?.config as OscConfig | undefined) ?? oscSchema.parse({}),
    env: deps.env,
    tmux,
    terminalName: deps.terminalName?.(),
  });
  const shows = protocol === "none" ? "no notification sequence" : protocol;
  return `Terminal: ${shows} (known by ${by.name})`;
}

function multiplexerLine(tmux: TmuxAnswer, env: Environment): string {
  if (tmux.kind === "outside") {
    const [around] = multiplexersAround(env, tmux);
    if (around === undefined) return env.ZELLIJ ? "Multiplexer: Zellij" : "Multiplexer: not inside tmux";
    const name = MULTIPLEXER_NAMES[around];
    return env.STY ? `Multiplexer: ${name}` : `Multiplexer: ${name}, known by TERM only, so it cannot be asked`;
  }
  if (tmux.kind === "unanswered") return "Multiplexer: tmux, which does not answer";
  const pane = tmux.paneVisible ? "visible" : "hidden";
  return `Multiplexer: tmux, allow-passthrough ${tmux.passthrough}, pane ${pane}`;
}

const MULTIPLEXER_NAMES = { tmux: "tmux", screen: "GNU screen" } as const;

function projectLines(project: ProjectState): readonly string[] {
  return project.kind === "absent" ? [] : [`Project file: ${projectText(project)}`];
}

/** What became of the project's file. */
export function projectText(project: ProjectState): string {
  switch (project.kind) {
    case "absent":
      return "not there";
    case "untrusted":
      return "not read, because Pi does not trust this folder";
    case "refused":
      return "nothing in it counts";
    case "changed":
      return "its approval has changed; /reload applies that";
    case "waiting":
      return `unapproved, only what is harmless counts; /notify trust for ${listOfKeys(project.keys)}`;
    case "in-force":
      return `counts, ${APPROVALS[project.approval ?? "none"]}`;
  }
}

const APPROVALS = {
  pi: "because Pi has recorded that this folder is trusted",
  notify: "approved with /notify trust",
  none: "asks for nothing that would need approval",
} as const;

async function channelLine(plan: ChannelPlan, tmux: TmuxAnswer, runtime: SessionRuntime): Promise<string> {
  const last = runtime.lastOutcomes.get(plan.id);
  const lastText = last === undefined ? "nothing yet" : `${last.notice.event} ${outcomeText(last.outcome)}`;
  const outage = runtime.outageOf(plan.id);
  const outageText = outage === undefined ? "" : `; outage: ${outcomeText(outage)}`;
  return `${plan.id}: ${await channelState(plan, tmux, runtime)}${outageText}; last: ${lastText}`;
}

async function channelState(plan: ChannelPlan, tmux: TmuxAnswer, runtime: SessionRuntime): Promise<string> {
  const bound = runtime.deps.channels.get(plan.id);
  if (plan.unusable !== undefined || bound === undefined) return `${plan.type}, ${plan.unusable ?? "not-configured"}`;
  const what = descriptionOf(bound.channel, bound.config);
  if (!plan.modes.includes(runtime.mode)) return `${what}, silent in mode ${runtime.mode}`;
  const verdict = await answerSoon(() => askChannel(bound, runtime.deps, tmux), PREPARE_LIMIT_MS);
  return `${what}, ${verdict === undefined ? "gives no answer" : verdictText(verdict)}`;
}

/** As long as a notice would wait (R11): one channel that never answers must not keep the others from being told. */
const PREPARE_LIMIT_MS = 1_000;

function verdictText(verdict: Verdict<unknown>): string {
  return verdict.kind === "ready" ? "ready" : `would be skipped (${verdict.reason})`;
}
