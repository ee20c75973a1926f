import { askChannel } from "../../actors/ask-channel.ts";
import { answerSoon } from "../../adapters/clock/answer-soon.ts";
import { descriptionOf } from "../../channels/channel-calls.ts";
import { detectProtocol } from "../../channels/osc/detect-protocol.ts";
import { multiplexersAround } from "../../channels/osc/multiplexers.ts";
import { type OscConfig, type OscProtocol, oscSchema } from "../../channels/osc/osc.schema.ts";
import { FALLBACK_STEP } from "../../channels/osc/terminal-table.ts";
import { TERMINALS } from "../../channels/osc/terminals.ts";
import type { ConfigOrigins } from "../../config/file/config-origins.ts";
import type { ProjectState } from "../../config/load-config.ts";
import { listOfKeys } from "../../config/project/allowlist.ts";
import { sanitizeText } from "../../content/text.ts";
import { wrapText } from "../../content/wrap-text.ts";
import { inLanguage, type Say } from "../../messages/define-messages.ts";
import { outcomeText } from "../../messages/outcome-text.ts";
import { projectFileMessages, statusMessages } from "../../messages/status.messages.ts";
import type { Language } from "../../notices/event-table.ts";
import type { ChannelPlan } from "../../notices/notice.ts";
import type { Environment } from "../../ports/environment.ts";
import type { TmuxReply } from "../../ports/tmux-client.ts";
import type { SessionRuntime } from "../../runtime/session-runtime.ts";

type SayStatus = Say<typeof statusMessages>;

/** What of the configuration's files the status shows. */
export interface StatusFiles {
  readonly project: ProjectState;
  readonly origins: ConfigOrigins;
  readonly warnings: readonly string[];
}

/**
 * `/notify status`: what was detected, a paragraph for each channel with its last outcome, the faults of the
 * configuration, and what to type next; in lines of at most 80 columns.
 * Asks tmux, sends nothing. No secret, no URL beyond its host (R15).
 */
export async function statusLines(runtime: SessionRuntime, files: StatusFiles): Promise<string[]> {
  const { config, deps, mode, plans } = runtime;
  const { language } = deps;
  const say = inLanguage(statusMessages, language);
  const tmux = await deps.tmux.ask("status", new AbortController().signal);
  const channels = await Promise.all(plans.map((plan) => channelLine(plan, tmux, runtime, files, say)));
  const lines = [
    say(config.enabled ? "on" : "off", { language, mode }),
    terminalLine(tmux, runtime, say),
    multiplexerLine(tmux, deps.env, deps.terminalName?.(), say),
    ...projectLines(files.project, language),
    ...(channels.length === 0 ? [say("noChannel")] : channels),
    ...files.warnings.map((warning) => say("fault", { warning })),
    nextLine(runtime, files, say),
  ];
  return lines.flatMap((line) => wrapText(sanitizeText(line), INDENT));
}

const INDENT = "  ";

/** The one thing to type that helps most. */
function nextLine({ config, plans, outageOf }: SessionRuntime, files: StatusFiles, say: SayStatus): string {
  if (config.enabled && plans.length === 0) return say("nextSetup");
  const isWrong = !config.enabled || plans.some(({ id, unusable }) => unusable === "not-configured" || outageOf(id));
  if (isWrong || files.warnings.length > 0) return say("nextDoctor");
  return files.project.kind === "pending" ? say("nextTrust") : say("nextTest");
}

/** As the first channel that needs to know sees it; without one, as it would be by default. */
function terminalLine(tmux: TmuxReply, { deps }: SessionRuntime, say: SayStatus): string {
  const { protocol, terminal, by } = detectProtocol({
    config: (deps.terminalNotifiers[0]?.config as OscConfig | undefined) ?? oscSchema.parse({}),
    env: deps.env,
    tmux,
    terminalName: deps.terminalName?.(),
  });
  const sign = by.name[deps.language];
  const name = terminal === undefined ? sign : TERMINALS[terminal].name;
  if (protocol === "none") return say("terminalNone", { name });
  if (by.step === FALLBACK_STEP) return say("terminalUnknown", { protocol: protocolTitle(protocol) });
  const id = terminal === undefined ? "terminalConfigured" : "terminal";
  return say(id, { name, protocol: protocolTitle(protocol) });
}

/** `OSC 99`. */
function protocolTitle(protocol: OscProtocol): string {
  return `OSC ${protocol.slice("osc".length)}`;
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
  { origins }: StatusFiles,
  say: SayStatus,
): Promise<string> {
  const isBuiltIn = origins.of(["channels", plan.id]).length === 0;
  const id = isBuiltIn ? say("builtIn", { id: plan.id }) : plan.id;
  const { language } = runtime.deps;
  const report = runtime.lastOutcomes.get(plan.id);
  const last =
    report === undefined
      ? say("lastNone")
      : say("last", { event: report.notice.event, outcome: outcomeText(report.outcome, language) });
  const outage = runtime.outageOf(plan.id);
  const state = await channelState(plan, tmux, runtime, say);
  if (outage === undefined) return say("channel", { id, state, last });
  const failure = outcomeText(outage, language);
  // The failure is said once: most often it is the last outcome.
  return report !== undefined && outcomeText(report.outcome, language) === failure
    ? say("channelFailing", { id, state, last })
    : say("channelInOutage", { id, state, last, outage: failure });
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
  if (verdict.kind === "ready" && runtime.outageOf(plan.id) !== undefined) return what;
  return verdict.kind === "ready" ? say("ready", { what }) : say("wouldBeSkipped", { what, reason: verdict.reason });
}

/** As long as a notification would wait (R11), so that a channel that never answers does not hold the others up. */
const PREPARE_LIMIT_MS = 1_000;
