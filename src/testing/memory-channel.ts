import * as z from "zod/mini";
import type { Channel } from "../channels/channel.ts";
import type { Message } from "../content/message.ts";
import { PI_MODES } from "../notices/notice.ts";

/** Takes the message that a notice became. */
export type TakeMessage = (noticeId: string, message: Message) => void;

/** A channel without an outside: it keeps its messages. Answers at once, and works in every mode of Pi. */
export function createMemoryChannel(take: TakeMessage): Channel<unknown, unknown> {
  return {
    type: "memory",
    modes: { default: PI_MODES, allowed: PI_MODES },
    schema: z.strictObject({}),
    timeoutMs: () => 1_000,
    prepare: () => ({ kind: "ready", facts: null }),
    attempt: async ({ notice, message }) => {
      take(notice.id, message);
      return { kind: "accepted" };
    },
    describe: () => "memory",
  };
}
