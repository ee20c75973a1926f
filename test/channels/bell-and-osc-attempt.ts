import type { AttemptRequest, Channel } from "../../src/channels/channel.ts";
import type { Message } from "../../src/content/message.ts";
import type { AttemptResult } from "../../src/notices/outcome.ts";
import { NO_PROGRAMS } from "./off-desktop.ts";

export interface AttemptSetting {
  readonly message?: Pick<Message, "title" | "lines">;
  readonly notice?: Partial<AttemptRequest<unknown, unknown>["notice"]>;
  /** What the terminal writer answers. */
  readonly answer?: AttemptResult;
}

/** Runs a terminal channel's attempt against a terminal that records each write call. */
export async function attemptOf<Config, Facts>(
  channel: Channel<Config, Facts>,
  config: Config,
  facts: Facts,
  { message = { title: "T", lines: ["L"] }, notice = {}, answer = { kind: "written" } }: AttemptSetting = {},
): Promise<{ result: AttemptResult; writes: string[] }> {
  const writes: string[] = [];
  const fields = { label: "", project: "", session: "", host: "", location: "", duration: "" };
  const result = await channel.attempt(
    {
      config,
      facts,
      message: { ...message, fields },
      notice: { id: "n-1", event: "agent-completed", priority: 3, at: 0, ...notice },
    },
    {
      terminal: {
        write: async (bytes) => {
          writes.push(bytes);
          return answer;
        },
      },
      http: { post: () => Promise.reject(new Error("a terminal channel sends no request")) },
      programs: NO_PROGRAMS,
      now: () => 0,
    },
    new AbortController().signal,
  );
  return { result, writes };
}
