import { createActor, SimulatedClock } from "xstate";
import type { sessionMachine } from "../../src/machines/session.machine.ts";
import type { SessionEvent, SessionInput } from "../../src/machines/session.types.ts";
import { plan, READY } from "../../src/model/plans.ts";
import { provideSessionMachine } from "../../src/runtime/provide-machines.ts";
import { controlledDeliveries, settle } from "./controlled-deliveries.ts";

export const GRACE_MS = 150;

/** A session with one channel, `hook`, on a clock that stands still until the test moves it. */
export function startSession(
  changes: Partial<SessionInput> = {},
  arrange: (machine: typeof sessionMachine) => typeof sessionMachine = (machine) => machine,
) {
  const clock = new SimulatedClock();
  const world = controlledDeliveries();
  const outcomes: string[] = [];
  const faults: string[] = [];
  const waits: string[] = [];
  const actor = createActor(arrange(provideSessionMachine(world.actors)), {
    clock,
    input: {
      sessionKey: "s",
      mode: "tui",
      channels: [plan("hook")],
      prompts: { notify: "during-run", graceMs: GRACE_MS },
      ...changes,
    },
  });
  actor.on("delivery.finished", ({ notice, channelId, outcome }) => {
    const reason = "reason" in outcome ? ` ${outcome.reason}` : "";
    outcomes.push(`${notice.id} ${notice.event} ${channelId}: ${outcome.kind}${reason}`);
  });
  actor.on("actor.failed", ({ actorId }) => faults.push(actorId));
  actor.on("waiting.began", ({ title }) => waits.push(`began: ${title ?? "(no title)"}`));
  actor.on("waiting.ended", () => waits.push("ended"));
  actor.start();
  const send = (...events: (SessionEvent | SessionEvent["type"])[]) => {
    for (const event of events)
      actor.send(typeof event === "string" ? ({ at: 0, type: event } as SessionEvent) : event);
  };
  /** Answers every open question with "go on", and every attempt with success. */
  const deliver = async () => {
    for (let seen = -1; seen < world.prepares.length + world.attempts.length; ) {
      seen = world.prepares.length + world.attempts.length;
      for (const call of world.prepares) call.resolve(READY);
      await settle();
      for (const call of world.attempts) call.resolve({ kind: "accepted" });
      await settle();
    }
  };
  const told = () => world.attempts.map((call) => `${call.input.notice.id} ${call.input.notice.event}`);
  return {
    actor,
    clock,
    send,
    deliver,
    /** Lets a dialog's grace time pass, and delivers. */
    passGrace: async () => {
      clock.increment(GRACE_MS);
      await deliver();
    },
    told,
    outcomes,
    faults,
    /** What was said of dialogs that wait for the user, in order. */
    waits,
    ...world,
    snapshot: () => actor.getSnapshot(),
  };
}

export const ended = (outcome: "ok" | "error" | "aborted"): SessionEvent => ({ type: "loop.ended", outcome });

export const settled = (aborted: boolean | undefined = false, at = 0): SessionEvent => ({
  type: "run.settled",
  at,
  aborted,
});

export const opened = (promptTitle?: string, at = 0): SessionEvent => ({ type: "span.opened", at, promptTitle });
