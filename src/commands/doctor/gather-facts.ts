import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { answerSoon } from "../../adapters/clock/answer-soon.ts";
import { createHttpClient } from "../../adapters/http/undici-http-client.ts";
import { isProgramThere } from "../../adapters/programs/find-program.ts";
import { findNotificationService } from "../../adapters/programs/notification-service.ts";
import { readProcessTable } from "../../adapters/programs/process-ancestry.ts";
import { createTmuxClient } from "../../adapters/tmux/tmux-client.ts";
import { readTmuxSettings } from "../../adapters/tmux/tmux-settings.ts";
import type { Channel } from "../../channels/channel.ts";
import { descriptionOf } from "../../channels/channel-calls.ts";
import type { DesktopConfig } from "../../channels/desktop/desktop.schema.ts";
import { type DesktopKind, desktopHere, sessionBusAddress } from "../../channels/desktop/desktop-here.ts";
import { WSL_POWERSHELL, windowsPowershell } from "../../channels/desktop/powershell-toast.ts";
import type { OscConfig } from "../../channels/osc/osc.schema.ts";
import { CHANNELS } from "../../channels/registry.ts";
import { type Config, DEFAULT_CONFIG, type ResolvedChannel } from "../../config/config.ts";
import { NO_ORIGINS } from "../../config/file/config-origins.ts";
import { agentDir, configPath } from "../../config/file/config-path.ts";
import { readConfigFile } from "../../config/file/read-config-file.ts";
import { type LoadedConfig, loadConfig } from "../../config/load-config.ts";
import { isFolderApproved } from "../../config/project/project-approval.ts";
import { resolveLanguage } from "../../content/language.ts";
import { shownPath } from "../../content/shown-path.ts";
import { isSubagentChild } from "../../integrations/subagent-child.ts";
import { inLanguage } from "../../messages/define-messages.ts";
import { doctorMessages } from "../../messages/doctor.messages.ts";
import type { Language } from "../../notices/event-table.ts";
import type { Failure } from "../../notices/health-sign.ts";
import type { Environment } from "../../ports/environment.ts";
import { HttpFault, type HttpReach } from "../../ports/http-client.ts";
import { planChannels } from "../../runtime/channel-plan.ts";
import { withTilde } from "../with-tilde.ts";
import type { ChannelFacts, ConfigFacts, DesktopFacts, Destination, DoctorFacts, Installer } from "./facts.ts";
import { layersAbove } from "./layers.ts";
import { findPiExtensions } from "./pi-extensions.ts";

export interface DoctorSurroundings {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly homeDir: string;
  /** The folder that Pi works in, or would. */
  readonly cwd: string;
  /** Pi's word on that folder; `unasked` where there is no Pi, and then what is recorded of it counts. */
  readonly isProjectTrusted: boolean | "unasked";
  /** What the terminal has told Pi that it is. */
  readonly terminalName?: string | undefined;
  /** This process, or another whose surroundings are asked about. */
  readonly pid: number;
  /** The channels in an outage; only a session of Pi knows. */
  readonly outages?: ReadonlyMap<string, Failure>;
  /** Where this user's sockets are; tests pass another folder. */
  readonly runtimeDir?: string;
  /** Ends every question. */
  readonly signal: AbortSignal;
  readonly limits?: Partial<Limits>;
}

/** Milliseconds. */
interface Limits {
  /** For a question to tmux: what a notice would give it. */
  readonly tmux: number;
  /** For a question to another program, or to the disk. */
  readonly local: number;
  /** For a connection, unless its channel gives up earlier. */
  readonly network: number;
}

const LIMITS: Limits = { tmux: 950, local: 2_000, network: 5_000 };

/**
 * Asks everything at once, each question within its limit, and sends nothing. Never rejects: what gives no
 * answer in time is unknown.
 */
export async function gatherFacts(place: DoctorSurroundings): Promise<DoctorFacts> {
  const { env, platform, homeDir, signal } = place;
  const limits = { ...LIMITS, ...place.limits };
  const agents = agentDir({ env, homeDir });
  const trust = within(limits.local, isTrusted(place, agents), false);
  const config = trust.then((trusted) => findConfig(place, agents, trusted, limits));
  const settings = readTmuxSettings(env, limits.tmux, signal);
  const [loaded, channels, extensions, tmux, answer, table, desktop] = await Promise.all([
    config,
    config.then((found) => channelFacts(found.config, place, limits)),
    trust.then((trusted) =>
      within(limits.local, findPiExtensions({ agentDir: agents, homeDir, cwd: trusted ? place.cwd : undefined }), []),
    ),
    createTmuxClient({ env, limitMs: limits.tmux }).ask("doctor", signal),
    settings,
    platform === "win32" ? undefined : readProcessTable(env, limits.local, signal),
    desktopFacts(place, limits),
  ]);
  const clientPids = answer.kind === "answered" ? answer.clientPids : [];
  const layers = table && layersAbove(place.pid, table, clientPids);
  return {
    language: languageOf(loaded.config, place),
    env,
    platform,
    config: configFacts(loaded, place),
    channels,
    tmux,
    terminalName: place.terminalName,
    settings: answer,
    layers,
    desktop,
    extensions,
    ...(place.outages === undefined ? {} : { outages: place.outages }),
  };
}

async function isTrusted({ isProjectTrusted, cwd }: DoctorSurroundings, agents: string): Promise<boolean> {
  if (isProjectTrusted !== "unasked") return isProjectTrusted;
  return isFolderApproved({ agentDir: agents, cwd }, readConfigFile);
}

type FoundConfig = Pick<LoadedConfig, "config" | "warnings" | "project" | "global" | "path" | "origins">;

function findConfig(place: DoctorSurroundings, agents: string, trusted: boolean, limits: Limits): Promise<FoundConfig> {
  const { env, platform, homeDir, cwd } = place;
  const path = configPath({ env, homeDir });
  const project = { cwd, agentDir: agents, isTrusted: trusted };
  const say = inLanguage(doctorMessages, languageOf(DEFAULT_CONFIG, place));
  const late: FoundConfig = {
    ...{ config: { ...DEFAULT_CONFIG, channels: [] }, path, global: "unusable", project: { kind: "absent" } },
    warnings: [{ text: say("configTooSlow"), file: shownPath(basename(path)), cause: "file" }],
    origins: NO_ORIGINS,
  };
  return within(limits.local, loadConfig({ path, env, registry: CHANNELS, platform, project }), late);
}

function languageOf({ language }: Config, { env }: DoctorSurroundings): Language {
  return resolveLanguage(language, env);
}

function configFacts(found: FoundConfig, place: DoctorSurroundings): ConfigFacts {
  const { config, warnings, project, global, path, origins } = found;
  return {
    switchedOffIn: origins.of(["enabled"]).at(-1),
    enabled: config.enabled,
    isSilentChild: isSubagentChild(place.env) && config.attention.childProcesses === "silent",
    ...{ warnings, project, path: shownPath(withTilde(path, place.homeDir)), isAbsent: global === "absent" },
  };
}

async function channelFacts(config: Config, place: DoctorSurroundings, limits: Limits): Promise<ChannelFacts> {
  const plans = planChannels(config, CHANNELS);
  const usable = config.channels.filter(({ id }) => plans.find((plan) => plan.id === id)?.unusable === undefined);
  const { env, signal } = place;
  const reaching = { http: createHttpClient({ env }), signal, limits, language: languageOf(config, place) };
  const posting = usable.map(async (channel): Promise<readonly Destination[]> => {
    const implementation = CHANNELS.find(({ type }) => type === channel.type);
    return implementation?.address === undefined ? [] : [await tryToReach(channel, implementation, reaching)];
  });
  const ofType = <Own>(type: string) =>
    usable.filter((channel) => channel.type === type).map(({ id, config: own }) => ({ id, config: own as Own }));
  return {
    ids: usable.map(({ id }) => id),
    osc: ofType<OscConfig>("osc"),
    bells: ofType("bell").map(({ id }) => id),
    desktops: ofType<DesktopConfig>("desktop"),
    posting: (await Promise.all(posting)).flat(),
  };
}

interface Reaching {
  readonly http: HttpReach;
  readonly signal: AbortSignal;
  readonly limits: Limits;
  readonly language: Language;
}

async function tryToReach(
  { id, config }: ResolvedChannel,
  channel: Channel<unknown, unknown>,
  { http, signal, limits, language }: Reaching,
): Promise<Destination> {
  const address = channel.address?.(config) ?? "";
  const about = { id, what: descriptionOf(channel, config, language), origin: new URL(address).origin };
  const limit = AbortSignal.timeout(Math.min(limits.network, channel.timeoutMs(config)));
  try {
    return { ...about, reach: { to: await http.reach(address, AbortSignal.any([signal, limit])) } };
  } catch (error) {
    const reason = error instanceof HttpFault ? error.reason : "request failed";
    return { ...about, reach: { fault: limit.aborted ? NOT_IN_TIME : reason } };
  }
}

const NOT_IN_TIME = "no connection in time";

async function desktopFacts(place: DoctorSurroundings, limits: Limits): Promise<DesktopFacts> {
  const { env, platform, signal } = place;
  const kind = desktopHere({ platform, env });
  const program = kind && desktopProgram(kind, env);
  const usualBus = `${place.runtimeDir ?? `/run/user/${process.getuid?.() ?? 0}`}/bus`;
  const address = kind === "linux" ? sessionBusAddress(env) : undefined;
  const [hasProgram, service, isBusThere, installers] = await Promise.all([
    program !== undefined && within(limits.local, isProgramThere(program, env), true),
    address === undefined ? ("unknown" as const) : findNotificationService({ env, address }, limits.local, signal),
    platform === "linux" && within(limits.local, isSocket(usualBus), false),
    Promise.all(INSTALLERS.map(async (one) => ((await isProgramThere(one, env)) ? [one] : []))),
  ]);
  return {
    ...{ kind, hasProgram, service, installer: installers.flat()[0] },
    usualBus: isBusThere && address !== `unix:path=${usualBus}` ? usualBus : undefined,
  };
}

const INSTALLERS: readonly Installer[] = ["apt-get", "dnf", "pacman"];

function isSocket(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isSocket(),
    () => false,
  );
}

function desktopProgram(kind: DesktopKind, env: Environment): string {
  switch (kind) {
    case "linux":
      return "notify-send";
    case "macos":
      return "/usr/bin/osascript";
    case "windows":
      return windowsPowershell(env);
    case "wsl":
      return WSL_POWERSHELL;
  }
}

/** What it answers, or the other where it rejects or takes longer. */
async function within<Value>(milliseconds: number, work: Promise<Value>, otherwise: Value): Promise<Value> {
  return (await answerSoon(() => work, milliseconds)) ?? otherwise;
}
