import { HANG_LIMIT_MS, within } from "../../rig/within.ts";
import { desktopChannel } from "../../src/channels/desktop/desktop.channel.ts";
import { desktopSchema } from "../../src/channels/desktop/desktop.schema.ts";
import type { DesktopKind } from "../../src/channels/desktop/desktop-here.ts";
import type { Message } from "../../src/content/message.ts";
import type { Priority } from "../../src/notices/event-table.ts";
import type { AttemptResult } from "../../src/notices/outcome.ts";
import type { ProgramCall, ProgramEnd, ProgramRunner } from "../../src/ports/program-runner.ts";

export interface DesktopAttempt {
  readonly message?: Partial<Pick<Message, "title" | "lines">>;
  readonly part?: object;
  readonly priority?: Priority;
  readonly signal?: AbortSignal;
}

const FIELDS = { label: "", project: "", session: "", host: "", location: "", duration: "" };

/** One attempt of the desktop channel, with this runner of programs. */
export function attemptDesktop(
  desktop: DesktopKind,
  programs: ProgramRunner,
  { message = {}, part = {}, priority = 3, signal = new AbortController().signal }: DesktopAttempt = {},
): Promise<AttemptResult> {
  const result = desktopChannel.attempt(
    {
      config: desktopSchema.parse(part),
      facts: { desktop },
      message: { title: "T", lines: ["L"], ...message, fields: FIELDS },
      notice: { id: "n1", event: "agent-completed", priority, at: 0 },
    },
    {
      programs,
      terminal: { write: () => Promise.reject(new Error("the desktop channel writes nothing")) },
      ttys: { write: () => Promise.reject(new Error("the desktop channel writes nothing")) },
      http: { post: () => Promise.reject(new Error("the desktop channel sends no request")) },
      now: () => 0,
    },
    signal,
  );
  return within(HANG_LIMIT_MS, "an attempt of the desktop channel", result);
}

/** What the channel would run, and what it makes of how that ended. */
export async function callOf(
  desktop: DesktopKind,
  attempt: DesktopAttempt & { readonly env?: ProgramRunner["env"]; readonly end?: ProgramEnd } = {},
): Promise<{ readonly calls: readonly ProgramCall[]; readonly result: AttemptResult }> {
  const calls: ProgramCall[] = [];
  const { env = {}, end = { exitCode: 0, errors: "" } } = attempt;
  const run = async (call: ProgramCall) => {
    calls.push(call);
    return end;
  };
  return { result: await attemptDesktop(desktop, { env, run }, attempt), calls };
}
