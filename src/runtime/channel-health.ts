import { type Actor, createActor } from "xstate";
import { type ChannelHealthEmitted, channelHealthMachine } from "../machines/channel-health.machine.ts";
import type { DeliveryFinishedEvent } from "../machines/notice.machine.ts";
import type { Failure } from "../notices/health-sign.ts";

/** The health of a session's channels. */
export interface ChannelHealth {
  /** Takes in how a delivery ended. */
  note(report: DeliveryFinishedEvent): void;
  /** What began the outage in which this channel is; undefined where it is in none. */
  outageOf(channelId: string): Failure | undefined;
  /** The session is over: nothing is told any more, whatever still comes in. */
  end(): void;
}

/**
 * One small machine a channel.
 * @param tell called once for each outage and each recovery; what it throws is dropped, since it runs inside a timer
 * or a promise of ours, where a throw would end Pi (R12).
 */
export function watchChannelHealth(
  channelIds: readonly string[],
  tell: (change: ChannelHealthEmitted) => void,
): ChannelHealth {
  const actors = new Map<string, Actor<typeof channelHealthMachine>>();
  for (const channelId of channelIds) {
    const actor = createActor(channelHealthMachine, { input: { channelId } });
    actor.on("*", (change) => {
      try {
        tell(change);
      } catch {
        // Whoever was to show it is gone.
      }
    });
    actors.set(channelId, actor.start());
  }
  return {
    note: ({ channelId, outcome }) => actors.get(channelId)?.send({ type: "delivery.finished", outcome }),
    outageOf: (channelId) => actors.get(channelId)?.getSnapshot().context.failure,
    end() {
      for (const actor of actors.values()) actor.send({ type: "session.ended" });
    },
  };
}
