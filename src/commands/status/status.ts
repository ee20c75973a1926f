import { askChannel } from "../../actors/ask-channel.ts";
import { answerSoon } from "../../adapters/clock/answer-soon.ts";
import { descriptionOf } from "../../channels/channel-calls.ts";
import { detectProtocol } from "../../channels/osc/detect-protocol.ts";
import { multiplexersAround } from "../../channels/osc/multiplexers.ts";
import { type OscConfig, oscSchema } from "../../channels/osc/osc.schema.ts";
import type { ProjectState } from "../../config/load-config.ts";
import { listOfKeys } from "../../config/project/allowlist.ts";
import { inLanguage, type Say } from "../../messages/define-messages.ts";
import { outcomeText } from "../../messages/outcome-text.ts";
import { projectFileMessages, statusMessages } from "../../messages/status.messages.ts";
import type { Language } from "../../notices/event-table.ts";
import type { ChannelPlan } from "../../notices/notice.ts";
import type { Environment } from "../../ports/environment.ts";
import type { TmuxReply } from "../../ports/tmux-client.ts";
import type { SessionRuntime } from "../../runtime/session-runtime.ts";

type SayStatus = Say<typeof statusMessages>;

/**
 * `/notify status`: what was detected, then a line for each channel with its last outcome.
 * Asks tmux, sends nothing. No secret, no URL beyond its host (R15).
 */
export async function statusLines(runtime: SessionRuntime, project: ProjectState): Promise<string[]> {
  const { config, deps, mode, plans } = runtime;
  const { language } = deps;
  const say = inLanguage(statusMessages, language);
  const tmux = await deps.tmux.ask("status", new AbortController().signal);
  const channels = await Promise.all(plans.map((plan) => channelLine(plan, tmux, runtime, say)));
  return [
    say(config.enabled ? "on" : "off", { language, mode }),
    terminalLine(tmux, runtime, say),
    multiplexerLine(tmux, deps.env, deps.terminalName?.(), say),
    ...projectLines(project, language),
    ...(channels.length === 0 ? [say("noChannel")] : channels),
  ];
}

/** As the first channel that needs to know sees it; without one, as it would be by default. */
function terminalLine(tmux: TmuxReply, { deps }: SessionRuntime, say: SayStatus): string {
  const { protocol, by } = detectProtocol({
    config: (deps.terminalNotifiers[0]?.config as OscConfig | undefined) ?? oscSchema.parse({}),
    env: deps.env,
    tmux,
    terminalName: deps.terminalName?.(),
  });
  const sign = by.name[deps.language];
  return protocol === "none" ? say("terminalNone", { sign }) : say("terminal", { protocol, sign });
}

function multiplexerLine(tmux: TmuxReply, env: Environment, terminalName: string | undefined, say: SayStatus): string {
  if (tmux.kind === "outside") {
    const [around] = multiplexersAround(env, tmux, terminalName);
    if (around === undefined) return env.ZELLIJ ? say("multiplexer", { name: "Zellij" }) : say("multiplexerNone");
    return say(env.STY ? "multiplexer" : "multiplexerByTerm", { name: MULTIPLEXER_NAMES[around] });
  }
  if (tmux.kind === "unanswered") return say("tmuxSilent");
  return say(tmux.paneVisible ? "tmuxVisible" : "tmuxHidden", { passthrough: tmux.passthrough });
}

const MULTIPLEXER_NAMES = { tmux: "tmux", screen: "GNU screen" } as const;

function projectLines(project: ProjectState, language: Language): readonly string[] {
  if (project.kind === "absent") return [];
  return [inLanguage(projectFileMessages, language)("line", { state: projectText(project, language) })];
}

/** What became of the project's file. */
export function projectText(project: ProjectState, language: Language): string {
  const say = inLanguage(projectFileMessages, language);
  switch (project.kind) {
    case "absent":
    case "untrusted":
    case "refused":
    case "changed":
      return say(project.kind);
    case "pending":
      return say("waiting", { keys: listOfKeys(project.keys, language) });
    case "in-force":
      return say(APPROVALS[project.approval ?? "none"]);
  }
}

const APPROVALS = { pi: "byPi", notify: "byNotify", none: "byNone" } as const;

async function channelLine(
  plan: ChannelPlan,
  tmux: TmuxReply,
  runtime: SessionRuntime,
  say: SayStatus,
): Promise<string> {
  const { id } = plan;
  const { language } = runtime.deps;
  const report = runtime.lastOutcomes.get(id);
  const last =
    report === undefined
      ? say("lastNone")
      : say("last", { event: report.notice.event, outcome: outcomeText(report.outcome, language) });
  const outage = runtime.outageOf(id);
  const state = await channelState(plan, tmux, runtime, say);
  return outage === undefined
    ? say("channel", { id, state, last })
    : say("channelInOutage", { id, state, last, outage: outcomeText(outage, language) });
}

async function channelState(
  plan: ChannelPlan,
  tmux: TmuxReply,
  runtime: SessionRuntime,
  say: SayStatus,
): Promise<string> {
  const { deps, mode } = runtime;
  const bound = deps.channels.get(plan.id);
  if (plan.unusable !== undefined || bound === undefined) {
    return say("unusable", { type: plan.type, reason: plan.unusable ?? "not-configured" });
  }
  const what = descriptionOf(bound.channel, bound.config, deps.language);
  if (!plan.modes.includes(mode)) return say("silentInMode", { what, mode });
  const verdict = await answerSoon(() => askChannel(bound, deps, { tmux }), PREPARE_LIMIT_MS);
  if (verdict === undefined) return say("noAnswer", { what });
  return verdict.kind === "ready" ? say("ready", { what }) : say("wouldBeSkipped", { what, reason: verdict.reason });
}

/** As long as a notification would wait (R11), so that a channel that never answers does not hold the others up. */
const PREPARE_LIMIT_MS = 1_000;
