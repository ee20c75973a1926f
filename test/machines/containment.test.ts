import { describe, expect, it } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { deliveryMachine } from "../../src/machines/delivery.machine.ts";
import { noticeMachine } from "../../src/machines/notice.machine.ts";
import { runMachine } from "../../src/machines/run.machine.ts";
import { sessionMachine } from "../../src/machines/session.machine.ts";
import type { SessionEvent } from "../../src/machines/session.types.ts";
import { spanMachine } from "../../src/machines/span.machine.ts";
import { plan, READY } from "../../src/model/plans.ts";
import { controlledDeliveries, settle } from "./controlled-deliveries.ts";

const fault = () => {
  throw new Error("a fault of ours");
};

/** The machines with one fault planted; each is only as deep as its name says. */
type Place =
  | "delivery"
  | "delivery that never closes"
  | "notice"
  | "notice after its first outcome"
  | "run"
  | "run at work"
  | "span";

function start(place: Place) {
  const { actors, prepares, attempts } = controlledDeliveries();
  const clock = new SimulatedClock();
  const delivery = deliveryMachine.provide({
    actors,
    ...(place === "delivery" && { guards: { isReady: fault } }),
    ...(place === "delivery that never closes" && { delays: { closeLimit: 1_000_000 } }),
  });
  const notice = noticeMachine.provide({
    actors: { delivery },
    ...(place === "notice" && { guards: { haveAllFinished: fault } }),
    ...(place === "notice after its first outcome" && {
      guards: { haveAllFinished: ({ context }) => Object.keys(context.outcomes).length > 0 && fault() },
    }),
  });
  const run = runMachine.provide({
    actors: { notice },
    ...(place === "run" && { guards: { isWorthTelling: fault } }),
    ...(place === "run at work" && { actions: { recordLoop: fault } }),
  });
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
    prepares[1]?.resolve(READY);
    await settle();
    expect(outcomes).toEqual(["bad failed", "good failed"]);
    expect(errors).toEqual([]);
    expect(snapshot().context.children).toEqual([]);
    expect(snapshot().status).toBe("active");
  });

  it("in a delivery that never closes: the session ends without it", async () => {
    const { send, clock, prepares, attempts, snapshot } = start("delivery that never closes");
    send({ type: "run.started", at: 0 }, settled);
    prepares[0]?.resolve(READY);
    await settle();
    expect(attempts).toHaveLength(1);
    send({ type: "session.ended" });
    expect(snapshot().value).toBe("closing");
    clock.increment(1_000);
    expect(snapshot().status).toBe("done");
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

  it("in the notice of a dialog that has just closed: it is told, and nothing of the dialog stays behind", async () => {
    const { send, clock, prepares, faults, errors, snapshot } = start("notice after its first outcome");
    send({ type: "run.started", at: 0 }, { type: "span.opened", at: 0 });
    clock.increment(150);
    prepares[0]?.resolve(READY);
    await settle();
    send({ type: "span.closed" });
    expect(faults).toEqual(["announcement"]);
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

  it("in a working run: Pi's further events about it change nothing, and the next run begins", () => {
    const { send, faults, errors, snapshot } = start("run at work");
    const loopEnded: SessionEvent = { type: "loop.ended", outcome: "ok" };
    send({ type: "run.started", at: 0 }, loopEnded, loopEnded, settled);
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
