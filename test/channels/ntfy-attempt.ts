import { NO_PROGRAMS } from "../../rig/off-desktop.ts";
import { HANG_LIMIT_MS, within } from "../../rig/within.ts";
import { createHttpClient } from "../../src/adapters/http/undici-http-client.ts";
import { ntfyChannel } from "../../src/channels/ntfy/ntfy.channel.ts";
import { ntfySchema } from "../../src/channels/ntfy/ntfy.schema.ts";
import type { Message } from "../../src/content/message.ts";
import type { EventId, Priority } from "../../src/notices/event-table.ts";
import type { AttemptResult } from "../../src/notices/outcome.ts";
import type { HttpClient } from "../../src/ports/http-client.ts";

export interface NtfyAttempt {
  readonly message?: Partial<Message>;
  readonly event?: EventId;
  readonly priority?: Priority;
  readonly http?: HttpClient;
  readonly signal?: AbortSignal;
}

/** One attempt of the channel with this `ntfy` part of a configuration, by the real HTTP client. */
export function attemptNtfy(part: object, attempt: NtfyAttempt = {}): Promise<AttemptResult> {
  const { event = "agent-completed", priority = 3 } = attempt;
  const result = ntfyChannel.attempt(
    {
      config: ntfySchema.parse(part),
      facts: {},
      message: ntfyMessage(attempt.message),
      notice: { id: "p1-s1-n1", event, priority, at: 0 },
    },
    {
      http: attempt.http ?? createHttpClient({ env: {} }),
      programs: NO_PROGRAMS,
      now: () => 0,
      terminal: { write: () => Promise.reject(new Error("ntfy writes nothing")) },
      ttys: { write: () => Promise.reject(new Error("ntfy writes nothing")) },
    },
    attempt.signal ?? new AbortController().signal,
  );
  return within(HANG_LIMIT_MS, "an attempt of the ntfy channel", result);
}

export function ntfyMessage(part: Partial<Message> = {}): Message {
  const fields = { label: "", project: "", session: "", host: "", location: "", duration: "" };
  return { title: "Pi finished the task", lines: ["Project: a", "Host: b"], fields, ...part };
}
