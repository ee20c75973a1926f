import { describe, expect, it } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { deliveryMachine } from "../../src/machines/delivery.machine.ts";
import { noticeMachine } from "../../src/machines/notice.machine.ts";
import { runMachine } from "../../src/machines/run.machine.ts";
import { type SessionEvent, sessionMachine } from "../../src/machines/session.machine.ts";
import { spanMachine } from "../../src/machines/span.machine.ts";
import { controlledDeliveries, settle } from "./controlled-deliveries.ts";
import { plan, READY } from "./plans.ts";

const fault = () => {
  throw new Error("a fault of ours");
};

/** The machines with one fault planted; each is only as deep as its name says. */
function start(place: "delivery" | "notice" | "run" | "span") {
  const { actors, prepares, attempts } = controlledDeliveries();
  const clock = new SimulatedClock();
  const delivery = deliveryMachine.provide({
    actors,
    ...(place === "delivery" && { guards: { isReady: fault } }),
  });
  const notice = noticeMachine.provide({
    actors: { delivery },
    ...(place === "notice" && { guards: { haveAllFinished: fault } }),
  });
  const run = runMachine.provide({ actors: { notice }, ...(place === "run" && { guards: { isWorthTelling: fault } }) });
  const span = spanMachine.provide({ actors: { notice }, ...(place === "span" && { guards: { startsOfRun: fault } }) });
  const faults: string[] = [];
  const errors: unknown[] = [];
  const actor = createActor(sessionMachine.provide({ actors: { run, span, notice } }), {
    clock,
    input: {
      sessionKey: "s",
      mode: "tui",
      channels: [plan("bad"), plan("good")],
      prompts: { notify: "during-run", graceMs: 150 },
    },
  });
  actor.subscribe({ error: (error) => errors.push(error) });
  const outcomes: string[] = [];
  actor.on("actor.failed", ({ actorId }) => faults.push(actorId));
  actor.on("delivery.finished", ({ channelId, outcome }) => outcomes.push(`${channelId} ${outcome.kind}`));
  actor.start();
  const send = (...events: SessionEvent[]) => {
    for (const event of events) actor.send(event);
  };
  return { send, clock, prepares, attempts, outcomes, faults, errors, snapshot: () => actor.getSnapshot() };
}

const settled: SessionEvent = { type: "run.settled", at: 0, aborted: false };

describe("a fault of ours stays where it is (R9, R12)", () => {
  it("in a delivery: that delivery has failed, the others and the session go on", async () => {
    const { send, prepares, outcomes, errors, snapshot } = start("delivery");
    send({ type: "run.started", at: 0 }, settled);
    prepares[0]?.resolve(READY);
    await settle();
    expect(outcomes).toEqual(["bad failed"]);
    expect(errors).toEqual([]);
    expect(snapshot().status).toBe("active");
  });

  it("in a settled notice: the run is over, it is told, and the next run begins", () => {
    const { send, faults, errors, snapshot } = start("notice");
    send({ type: "run.started", at: 0 }, settled);
    expect(faults).toEqual(["settled"]);
    expect(errors).toEqual([]);
    send({ type: "run.started", at: 0 });
    expect(snapshot().context.children).toEqual(["run.0"]);
  });

  it("in a dialog's notice: it is told, and the dialog still closes", () => {
    const { send, clock, faults, errors, snapshot } = start("notice");
    send({ type: "run.started", at: 0 }, { type: "span.opened", at: 0 });
    clock.increment(150);
    expect(faults).toEqual(["announcement"]);
    send({ type: "span.closed" });
    expect(snapshot().context.children).toEqual(["run.0"]);
    expect(errors).toEqual([]);
  });

  it("in a run: it is told, and the session is idle again", () => {
    const { send, faults, errors, snapshot } = start("run");
    send({ type: "run.started", at: 0 }, settled);
    expect(faults).toEqual(["run.0"]);
    expect(errors).toEqual([]);
    expect(snapshot().value).toMatchObject({ active: { run: "idle" } });
  });

  it("in a dialog: it is told, and the run's notice is still held and released", () => {
    const { send, prepares, faults, errors } = start("span");
    send({ type: "run.started", at: 0 }, { type: "span.opened", at: 0 }, settled);
    expect(prepares).toHaveLength(0);
    send({ type: "span.closed" });
    expect(prepares).toHaveLength(2);
    expect(faults).toEqual(["span.0"]);
    expect(errors).toEqual([]);
  });
});
