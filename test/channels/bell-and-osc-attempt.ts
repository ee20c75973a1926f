import type { AttemptRequest, Channel } from "../../src/channels/channel.ts";
import type { Message } from "../../src/content/message.ts";
import type { AttemptResult } from "../../src/notices/outcome.ts";
import { NO_PROGRAMS } from "./off-desktop.ts";

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
  {
    message = { title: "T", lines: ["L"] },
    notice = {},
    answer = { kind: "written" },
    answers = {},
  }: AttemptSetting = {},
): Promise<{ result: AttemptResult; writes: string[] }> {
  const writes: string[] = [];
  const take = async (bytes: string): Promise<AttemptResult> => {
    writes.push(bytes);
    return answer;
  };
  const fields = { label: "", project: "", session: "", host: "", location: "", duration: "" };
  const result = await channel.attempt(
    {
      config,
      facts,
      message: { ...message, fields },
      notice: { id: "n-1", event: "agent-completed", priority: 3, at: 0, ...notice },
    },
    {
      terminal: { write: take },
      ttys: { write: (path, bytes) => answers[path] ?? take(`${path}: ${bytes}`) },
      http: { post: () => Promise.reject(new Error("a terminal channel sends no request")) },
      programs: NO_PROGRAMS,
      now: () => 0,
    },
    new AbortController().signal,
  );
  return { result, writes };
}
