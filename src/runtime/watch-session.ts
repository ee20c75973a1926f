import type { Actor } from "xstate";
import type { ShownNotices } from "../actors/shown-notices.ts";
import type { DeliveryFinishedEvent } from "../machines/notice.machine.ts";
import type { SessionEvent, sessionMachine } from "../machines/session.machine.ts";
import type { ChannelHealth } from "./channel-health.ts";

export interface WatchOptions {
  readonly shown: ShownNotices;
  readonly health: ChannelHealth;
  /** Called when an error of ours was contained. */
  readonly onFault: () => void;
}

/** A session actor that runs, and what has become of its deliveries. */
export interface WatchedSession {
  /** The last outcome of each channel in this session, by channel id. */
  readonly lastOutcomes: ReadonlyMap<string, DeliveryFinishedEvent>;
  /** Resolves when the session is over and nothing of it is left, within R16's bounds. */
  readonly closed: Promise<void>;
  send(event: SessionEvent): void;
  /** @returns a function that ends the subscription. */
  onOutcome(listener: (report: DeliveryFinishedEvent) => void): () => void;
}

/** Starts the session actor and collects what it emits. */
export function watchSession(
  actor: Actor<typeof sessionMachine>,
  { shown, health, onFault }: WatchOptions,
): WatchedSession {
  const lastOutcomes = new Map<string, DeliveryFinishedEvent>();
  const closed = new Promise<void>((resolve) => {
    actor.subscribe({
      complete: resolve,
      // Without this observer XState throws in a timer, which ends Pi.
      error: () => {
        onFault();
        resolve();
      },
    });
  });
  actor.on("delivery.finished", (report) => {
    lastOutcomes.set(report.channelId, report);
    health.note(report);
  });
  actor.on("notice.outdated", ({ noticeId }) => shown.outdated(noticeId));
  actor.on("actor.failed", onFault);
  actor.start();
  return {
    lastOutcomes,
    closed,
    send(event) {
      // Before the machines hear of it: an outcome that the end of the session brings says nothing about a channel.
      if (event.type === "session.ended") {
        health.end();
        shown.end();
      }
      actor.send(event);
    },
    onOutcome: (listener) => {
      const subscription = actor.on("delivery.finished", listener);
      return () => subscription.unsubscribe();
    },
  };
}
