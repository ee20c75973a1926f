import { NO_PROGRAMS } from "../../rig/off-desktop.ts";
import { HANG_LIMIT_MS, within } from "../../rig/within.ts";
import type { AttemptRequest, Channel, ChannelPorts } from "../../src/channels/channel.ts";
import type { Message } from "../../src/content/message.ts";
import type { AttemptResult } from "../../src/notices/outcome.ts";

export interface AttemptSetting {
  readonly message?: Pick<Message, "title" | "lines">;
  readonly notice?: Partial<AttemptRequest<unknown, unknown>["notice"]>;
  /** What the terminal writer answers. */
  readonly answer?: AttemptResult;
  /** What the writer to other terminals answers instead, by path. */
  readonly answers?: Readonly<Record<string, Promise<AttemptResult>>>;
}

/** Runs a terminal channel's attempt against terminals that record each write call; one that is not Pi's with its path. */
export async function attemptOf<Config, Facts>(
  channel: Channel<Config, Facts>,
  config: Config,
  facts: Facts,
  { message = { title: "T", lines: ["L"] }, notice = {}, ...terminals }: AttemptSetting = {},
): Promise<{ result: AttemptResult; writes: string[] }> {
  const { ports, writes } = recordingPorts(terminals);
  const fields = { label: "", project: "", session: "", host: "", location: "", duration: "" };
  const attempt = channel.attempt(
    {
      config,
      facts,
      message: { ...message, fields },
      notice: { id: "n-1", event: "agent-completed", priority: 3, at: 0, ...notice },
    },
    ports,
    new AbortController().signal,
  );
  return { result: await within(HANG_LIMIT_MS, `an attempt of the ${channel.type} channel`, attempt), writes };
}

/** What it writes to take back what that attempt has shown. */
export async function withdrawalOf<Config, Facts>(
  channel: Channel<Config, Facts>,
  config: Config,
  facts: Facts,
): Promise<string[]> {
  const { ports, writes } = recordingPorts({});
  await channel.dismiss?.({ config, facts, notice: { id: "n-1" } }, ports, new AbortController().signal);
  return writes;
}

function recordingPorts({ answer = { kind: "written" }, answers = {} }: Pick<AttemptSetting, "answer" | "answers">) {
  const writes: string[] = [];
  const take = async (bytes: string): Promise<AttemptResult> => {
    writes.push(bytes);
    return answer;
  };
  const ports: ChannelPorts = {
    terminal: { write: take },
    ttys: { write: (path, bytes) => answers[path] ?? take(`${path}: ${bytes}`) },
    http: { post: () => Promise.reject(new Error("a terminal channel sends no request")) },
    programs: NO_PROGRAMS,
    now: () => 0,
  };
  return { ports, writes };
}
