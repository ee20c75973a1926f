import { BUS_CHANNELS } from "./bus-channels.ts";
import type { BusWord } from "./bus-word.ts";

/** What of Pi's event bus is needed to listen. */
export interface ListeningBus {
  on(channel: string, handler: (payload: unknown) => void): unknown;
}

export interface Listener {
  hear(word: BusWord): void;
  /** An invalid payload on this channel was ignored. */
  complain(channel: string): void;
}

/**
 * Hears what others say. A handler only reads and passes on, and never throws: a payload may do anything when it is
 * looked at, and its sender must not see an error of ours (R12).
 */
export function listenToBus(bus: ListeningBus, { hear, complain }: Listener): void {
  for (const { channel, read } of BUS_CHANNELS) {
    bus.on(channel, (payload) => {
      try {
        const word = readSafely(read, payload);
        if (word === undefined) complain(channel);
        else if (word !== "nothing") hear(word);
      } catch {
        // There is no way to report it.
      }
    });
  }
}

function readSafely<Word>(read: (payload: unknown) => Word, payload: unknown): Word | undefined {
  try {
    return read(payload);
  } catch {
    return undefined;
  }
}
