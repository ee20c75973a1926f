import { channelMessages } from "../../messages/channels.messages.ts";
import { inLanguage } from "../../messages/define-messages.ts";
import type { FailureReason } from "../../messages/failure.messages.ts";
import type { Priority } from "../../notices/event-table.ts";
import type { AttemptResult } from "../../notices/outcome.ts";
import type { Environment } from "../../ports/environment.ts";
import { type ProgramCall, type ProgramEnd, ProgramFault, programName } from "../../ports/program-runner.ts";
import type { AttemptRequest, Channel, ChannelPorts } from "../channel.ts";
import { failed } from "../failed.ts";
import { type DesktopConfig, desktopSchema } from "./desktop.schema.ts";
import { type DesktopKind, desktopHere } from "./desktop-here.ts";
import { type DesktopText, desktopText } from "./desktop-text.ts";
import { notifySendCall, notifySendFailure } from "./notify-send.ts";
import { osascriptCall } from "./osascript.ts";
import { powershellCall, WSL_POWERSHELL, windowsPowershell } from "./powershell-toast.ts";

export interface DesktopFacts {
  readonly desktop: DesktopKind;
}

/** Cold, PowerShell takes seconds. */
const TIMEOUT_MS = 10_000;

/** A notification by the desktop's own service, through the program that the platform brings for it. */
export const desktopChannel: Channel<DesktopConfig, DesktopFacts> = {
  type: "desktop",
  modes: { default: ["tui", "rpc", "print"], allowed: ["tui", "rpc", "json", "print"] },
  schema: desktopSchema,
  timeoutMs: () => TIMEOUT_MS,

  async prepare({ config, env, platform, terminalWouldShow }) {
    const desktop = desktopHere({ platform, env });
    if (desktop === undefined) return { kind: "skipped", reason: "unsupported" };
    if (config.when === "fallback" && (await terminalWouldShow())) return { kind: "skipped", reason: "not-needed" };
    return { kind: "ready", facts: { desktop } };
  },

  attempt: show,

  describe: ({ when }, language) =>
    inLanguage(channelMessages, language)(when === "always" ? "desktop" : "desktopFallback"),
};

async function show(
  { config, facts, message, notice }: AttemptRequest<DesktopConfig, DesktopFacts>,
  { programs }: ChannelPorts,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const call = CALLS[facts.desktop](desktopText(message), { ...config, ...notice, env: programs.env });
  try {
    const end = await programs.run(call, signal);
    return end.exitCode === 0 ? { kind: "accepted" } : failed(failureOf(call, end));
  } catch (error) {
    if (error instanceof ProgramFault) return failed(error.reason);
    throw error;
  }
}

interface CallDetails {
  readonly priority: Priority;
  readonly sound?: string;
  readonly env: Environment;
}

const CALLS: Readonly<Record<DesktopKind, (text: DesktopText, details: CallDetails) => ProgramCall>> = {
  linux: notifySendCall,
  macos: (text, { sound }) => osascriptCall(text, sound),
  windows: (text, details) => powershellCall(text, { ...details, program: windowsPowershell(details.env) }),
  wsl: (text, details) => powershellCall(text, { ...details, program: WSL_POWERSHELL }),
};

function failureOf(call: ProgramCall, end: ProgramEnd): FailureReason {
  const known = notifySendFailure(end);
  if (known !== undefined) return known;
  const { exitCode } = end;
  const program = programName(call);
  return exitCode === undefined ? `${program} was killed` : `${program} ended with code ${exitCode}`;
}
