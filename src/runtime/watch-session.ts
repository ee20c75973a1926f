import type { Actor } from "xstate";
import type { ShownNotices } from "../actors/shown-notices.ts";
import type { DeliveryFinishedEvent } from "../machines/notice.machine.ts";
import type { sessionMachine } from "../machines/session.machine.ts";
import type { SessionEvent } from "../machines/session.types.ts";
import type { Failure } from "../notices/health-sign.ts";
import { isDelivering } from "./is-delivering.ts";
import { type ActorListening, listenToActor } from "./listen-to-actor.ts";

export interface WatchOptions {
  readonly shown: ShownNotices;
  /** Called when an error of ours was contained. */
  readonly onFault: () => void;
  /** Called when a published notice was refused. */
  readonly onRefused: () => void;
}

/** A session actor that runs, and what has become of its deliveries. */
export interface WatchedSession {
  /** The last outcome of each channel in this session, by channel id. */
  readonly lastOutcomes: ReadonlyMap<string, DeliveryFinishedEvent>;
  /** Resolves when the session is over and nothing of it is left, within R16's bounds. */
  readonly closed: Promise<void>;
  /** The failure that began a channel's current outage; undefined while there is none, and after the session. */
  readonly outageOf: (channelId: string) => Failure | undefined;
  /** Whether a notification is on its way, other than one that waits out its channel's delay. */
  readonly isDelivering: () => boolean;
  send(event: SessionEvent): void;
  /** @returns a function that ends the subscription. */
  onOutcome(listener: (report: DeliveryFinishedEvent) => void): () => void;
}

/** Starts the session actor and collects what it emits. */
export function watchSession(
  actor: Actor<typeof sessionMachine>,
  { shown, onFault, onRefused }: WatchOptions,
): WatchedSession {
  const listening: ActorListening<typeof sessionMachine> = listenToActor(actor, onFault);
  const lastOutcomes = new Map<string, DeliveryFinishedEvent>();
  const closed = new Promise<void>((resolve) => {
    listening.onEnd((how) => {
      if (how === "broken") onFault();
      resolve();
    });
  });
  listening.on("delivery.finished", (report) => {
    lastOutcomes.set(report.channelId, report);
  });
  listening.on("notice.dismissed", ({ noticeId }) => shown.dismiss(noticeId));
  listening.on("actor.failed", onFault);
  listening.on("notice.refused", onRefused);
  actor.start();
  return {
    lastOutcomes,
    closed,
    send(event) {
      if (event.type === "session.ended") shown.end();
      actor.send(event);
    },
    outageOf: (channelId) => actor.getSnapshot().children[`channel-health.${channelId}`]?.getSnapshot().context.failure,
    isDelivering: () => isDelivering(actor),
    onOutcome: (listener) => {
      const subscription = listening.on("delivery.finished", listener);
      return () => subscription.unsubscribe();
    },
  };
}
