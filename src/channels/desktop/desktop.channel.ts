import type { Priority } from "../../notices/event-table.ts";
import type { AttemptResult } from "../../notices/outcome.ts";
import type { Environment } from "../../ports/environment.ts";
import { type ProgramCall, type ProgramEnd, ProgramFault, programName } from "../../ports/program-runner.ts";
import type { AttemptRequest, Channel, ChannelPorts } from "../channel.ts";
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

  describe: ({ when }) =>
    when === "always" ? "desktop notification" : "desktop notification (where the terminal shows none)",
};

async function show(
  { config, facts, message, notice }: AttemptRequest<DesktopConfig, DesktopFacts>,
  { programs }: ChannelPorts,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const call = CALLS[facts.desktop](desktopText(message), { ...config, ...notice, env: programs.env });
  try {
    const end = await programs.run(call, signal);
    return end.exitCode === 0 ? { kind: "accepted" } : { kind: "failed", reason: failureOf(call, end) };
  } catch (error) {
    if (error instanceof ProgramFault) return { kind: "failed", reason: error.reason };
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

function failureOf(call: ProgramCall, end: ProgramEnd): string {
  const how = end.exitCode === undefined ? "was killed" : `ended with code ${end.exitCode}`;
  return notifySendFailure(end) ?? `${programName(call)} ${how}`;
}
