import { type Actor, createActor, type InspectionEvent } from "xstate";
import { channelHealthMachine } from "../../src/machines/channel-health.machine.ts";
import type { MachineDriver } from "../../src/model/machine-driver.ts";
import type { ModelEvent, ModelSetup } from "../../src/model/model-event.ts";
import type { Seen } from "../../src/model/seen.ts";
import type { Outcome } from "../../src/notices/outcome.ts";
import type { Walker } from "./walk-path.ts";

interface Watched {
  readonly actor: Actor<typeof channelHealthMachine>;
  /** By the rule: the last attempt that got through or did not decides, and only a change is told (SPEC 8). */
  isOut: boolean;
  toldOut: boolean;
}

/**
 * The session's machines with the health of each channel beside them, which no session starts by itself. What the health
 * machines tell and the rule does not becomes a fault of the step.
 */
export class HealthWalk implements Walker {
  readonly #driver: MachineDriver;
  readonly #channels: ReadonlyMap<string, Watched>;
  readonly #faults: string[] = [];

  constructor(driver: MachineDriver, { channels }: ModelSetup, inspect: (event: InspectionEvent) => void) {
    this.#driver = driver;
    this.#channels = new Map(channels.map(({ id }) => [id, this.#watch(id, inspect)]));
  }

  take(event: ModelEvent): Seen {
    // Before the machines hear of it, as the running program does.
    if (event.type === "session.ended") {
      for (const { actor } of this.#channels.values()) actor.send({ type: "session.ended" });
    }
    const seen = this.#driver.take(event);
    for (const text of seen.outcomes) this.#note(text);
    return { ...seen, faults: [...seen.faults, ...this.#faults.splice(0)] };
  }

  #watch(channelId: string, inspect: (event: InspectionEvent) => void): Watched {
    const actor = createActor(channelHealthMachine, { input: { channelId }, inspect });
    const watched: Watched = { actor, isOut: false, toldOut: false };
    actor.on("*", ({ type }) => {
      const isOut = type === "channel.failed";
      if (watched.toldOut === isOut) this.#faults.push(`${channelId}: ${type} is told twice`);
      watched.toldOut = isOut;
    });
    actor.start();
    return watched;
  }

  /** @param text `run1 agent-completed hook: failed http 500` */
  #note(text: string): void {
    const [, channel = "", kind = "", reason = ""] = /^\S+ \S+ (.+?): (\S+) ?(.*)$/.exec(text) ?? [];
    const watched = this.#channels.get(channel);
    // What a session that ends brings is no word about a channel.
    if (watched === undefined || watched.actor.getSnapshot().status === "done") return;
    // The driver's text has all that an outcome has.
    watched.actor.send({ type: "delivery.finished", outcome: { kind, reason } as Outcome });
    if (kind === "failed" || kind === "timed-out") watched.isOut = true;
    if (kind === "written" || kind === "accepted") watched.isOut = false;
    if (watched.toldOut !== watched.isOut) this.#faults.push(`${channel}: ${kind} tells nothing of its health`);
  }
}
