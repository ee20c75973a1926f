import { describe, expect, it } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { type DeliveryInput, deliveryMachine } from "../../src/machines/delivery.machine.ts";
import { NOTICE, plan, READY } from "../../src/model/plans.ts";
import type { Outcome } from "../../src/notices/outcome.ts";
import { controlledDeliveries, settle } from "./controlled-deliveries.ts";

function start(changes: Partial<DeliveryInput> = {}) {
  const clock = new SimulatedClock();
  const world = controlledDeliveries();
  const actor = createActor(deliveryMachine.provide({ actors: world.actors }), {
    clock,
    input: { notice: NOTICE, channel: plan("hook"), mode: "tui", held: false, ...changes },
  });
  actor.start();
  return { actor, clock, ...world, outcome: (): Outcome | undefined => actor.getSnapshot().output };
}

describe("delivery: the plain way", () => {
  it("prepares, attempts and ends accepted", async () => {
    const { prepares, attempts, outcome } = start();
    expect(prepares[0]?.input).toEqual({ notice: NOTICE, channelId: "hook", round: 1 });
    prepares[0]?.resolve({ kind: "ready", facts: { protocol: "osc9" } });
    await settle();
    expect(attempts[0]?.input).toEqual({ notice: NOTICE, channelId: "hook", facts: { protocol: "osc9" } });
    expect(outcome()).toBeUndefined();
    attempts[0]?.resolve({ kind: "accepted" });
    await settle();
    expect(outcome()).toEqual({ kind: "accepted" });
  });

  it.each<[string, Outcome & { kind: "written" | "accepted" | "failed" }]>([
    ["written", { kind: "written" }],
    ["accepted", { kind: "accepted" }],
    ["failed", { kind: "failed", reason: "http 500" }],
  ])("ends %s as its attempt did", async (state, result) => {
    const { actor, prepares, attempts, outcome } = start();
    prepares[0]?.resolve(READY);
    await settle();
    attempts[0]?.resolve(result);
    await settle();
    expect(actor.getSnapshot().value).toBe(state);
    expect(outcome()).toEqual(result);
  });

  it("waits out the channel's delay before it asks anything", () => {
    const { clock, prepares } = start({ channel: plan("hook", { delayMs: 3_000 }) });
    clock.increment(2_999);
    expect(prepares).toHaveLength(0);
    clock.increment(1);
    expect(prepares).toHaveLength(1);
  });
});

describe("delivery: policy", () => {
  it.each<[string, Partial<DeliveryInput>]>([
    ["disabled", { channel: plan("hook", { unusable: "disabled", events: [] }) }],
    ["not-configured", { channel: plan("hook", { unusable: "not-configured", modes: [] }) }],
    ["not-subscribed", { channel: plan("hook", { events: ["agent-error"], modes: [] }) }],
    ["mode", { mode: "rpc" }],
  ])("is skipped as %s before anything outside is asked, the first reason in order", (reason, changes) => {
    const { prepares, outcome } = start(changes);
    expect(outcome()).toEqual({ kind: "skipped", reason });
    expect(prepares).toHaveLength(0);
  });

  it("is skipped with the reason that preparing gave, and never attempted", async () => {
    const { prepares, attempts, outcome } = start();
    prepares[0]?.resolve({ kind: "skipped", reason: "pane-hidden" });
    await settle();
    expect(outcome()).toEqual({ kind: "skipped", reason: "pane-hidden" });
    expect(attempts).toHaveLength(0);
  });
});

describe("delivery: hold and release (R4, R5)", () => {
  it("held while preparing: the question is dropped, and asked afresh after the release", async () => {
    const { actor, prepares, attempts, outcome } = start();
    actor.send({ type: "delivery.held" });
    expect(prepares[0]?.signal.aborted).toBe(true);
    prepares[0]?.resolve({ kind: "ready", facts: "stale" });
    await settle();
    expect(attempts).toHaveLength(0);
    actor.send({ type: "delivery.released" });
    expect(prepares[1]?.input.round).toBe(2);
    prepares[1]?.resolve({ kind: "ready", facts: "fresh" });
    await settle();
    expect(attempts.map((call) => call.input.facts)).toEqual(["fresh"]);
    attempts[0]?.resolve({ kind: "written" });
    await settle();
    expect(outcome()).toEqual({ kind: "written" });
  });

  it("starts held when a dialog is open already", () => {
    const { actor, prepares } = start({ held: true });
    expect(prepares).toHaveLength(0);
    actor.send({ type: "delivery.released" });
    expect(prepares).toHaveLength(1);
  });

  it("held again after a release: two dialogs cost two rounds and one attempt", async () => {
    const { actor, prepares, attempts } = start();
    for (let round = 1; round <= 2; round += 1) {
      actor.send({ type: "delivery.held" });
      actor.send({ type: "delivery.released" });
    }
    expect(prepares.map((call) => call.input.round)).toEqual([1, 2, 3]);
    for (const call of prepares) call.resolve(READY);
    await settle();
    expect(attempts).toHaveLength(1);
  });

  it("once attempting it knows no hold, no release and no expiry", async () => {
    const { actor, prepares, attempts, outcome } = start();
    prepares[0]?.resolve(READY);
    await settle();
    actor.send({ type: "delivery.held" });
    actor.send({ type: "delivery.released" });
    actor.send({ type: "delivery.expired", reason: "new-run" });
    await settle();
    expect(attempts).toHaveLength(1);
    expect(attempts[0]?.signal.aborted).toBe(false);
    attempts[0]?.resolve({ kind: "accepted" });
    await settle();
    expect(outcome()).toEqual({ kind: "accepted" });
  });

  it("the delay's clock runs on during a hold; the rest of it is waited out", () => {
    const { actor, clock, prepares } = start({ channel: plan("hook", { delayMs: 1_000 }) });
    clock.increment(400);
    actor.send({ type: "delivery.held" });
    clock.increment(400);
    actor.send({ type: "delivery.released" });
    clock.increment(199);
    expect(prepares).toHaveLength(0);
    clock.increment(1);
    expect(prepares).toHaveLength(1);
  });

  it("a delay that ran out during the hold is not waited again", () => {
    const { actor, clock, prepares } = start({ channel: plan("hook", { delayMs: 1_000 }) });
    actor.send({ type: "delivery.held" });
    clock.increment(5_000);
    expect(prepares).toHaveLength(0);
    actor.send({ type: "delivery.released" });
    expect(prepares).toHaveLength(1);
  });
});

describe("delivery: Pi is about to exit (R16)", () => {
  it("what is held goes out without its release, after a fresh question", async () => {
    const { actor, prepares, attempts, outcome } = start();
    actor.send({ type: "delivery.held" });
    actor.send({ type: "session.draining" });
    expect(prepares.map((call) => call.input.round)).toEqual([1, 2]);
    prepares[1]?.resolve(READY);
    await settle();
    attempts[0]?.resolve({ kind: "accepted" });
    await settle();
    expect(outcome()).toEqual({ kind: "accepted" });
  });

  it("what was held from its start is asked about for the first time", () => {
    const { actor, prepares } = start({ held: true });
    actor.send({ type: "session.draining" });
    expect(prepares).toHaveLength(1);
  });

  it.each([true, false])("what still waits out its delay expires, held: %s", (held) => {
    const { actor, prepares, outcome } = start({ held, channel: plan("hook", { delayMs: 9_000 }) });
    actor.send({ type: "session.draining" });
    expect(outcome()).toEqual({ kind: "expired", reason: "session-ended" });
    expect(prepares).toEqual([]);
  });

  it("what prepares goes on as it was", async () => {
    const { actor, prepares, attempts } = start();
    actor.send({ type: "session.draining" });
    prepares[0]?.resolve(READY);
    await settle();
    expect(prepares).toHaveLength(1);
    expect(attempts).toHaveLength(1);
  });
});

describe("delivery: overtaken (R6, R7)", () => {
  it.each(["span-closed", "new-run", "session-ended"] as const)("expires as %s while preparing", async (reason) => {
    const { actor, prepares, attempts, outcome } = start();
    actor.send({ type: "delivery.expired", reason });
    expect(outcome()).toEqual({ kind: "expired", reason });
    expect(prepares[0]?.signal.aborted).toBe(true);
    prepares[0]?.resolve(READY);
    await settle();
    expect(attempts).toHaveLength(0);
  });

  it("expires while held, and while it waits out its delay", () => {
    const held = start({ held: true });
    held.actor.send({ type: "delivery.expired", reason: "new-run" });
    expect(held.outcome()).toEqual({ kind: "expired", reason: "new-run" });
    const delayed = start({ channel: plan("hook", { delayMs: 9_000 }) });
    delayed.actor.send({ type: "session.ended" });
    expect(delayed.outcome()).toEqual({ kind: "expired", reason: "session-ended" });
  });

  it("typing answers what still waits out its delay, held or not, and nothing later", async () => {
    const delayed = start({ channel: plan("hook", { delayMs: 9_000 }) });
    delayed.actor.send({ type: "delivery.held" });
    delayed.actor.send({ type: "user.typed" });
    expect(delayed.outcome()).toEqual({ kind: "expired", reason: "answered" });
    const preparing = start();
    preparing.actor.send({ type: "user.typed" });
    expect(preparing.outcome()).toBeUndefined();
  });
});

describe("delivery: bounds (R11, R16)", () => {
  it("preparing longer than a second expires as prepare-timeout", () => {
    const { clock, prepares, outcome } = start();
    clock.increment(999);
    expect(outcome()).toBeUndefined();
    clock.increment(1);
    expect(outcome()).toEqual({ kind: "expired", reason: "prepare-timeout" });
    expect(prepares[0]?.signal.aborted).toBe(true);
  });

  it("an attempt longer than the channel's timeout is timed-out and aborted", async () => {
    const { clock, prepares, attempts, outcome } = start({ channel: plan("hook", { timeoutMs: 700 }) });
    prepares[0]?.resolve(READY);
    await settle();
    clock.increment(699);
    expect(outcome()).toBeUndefined();
    clock.increment(1);
    expect(outcome()).toEqual({ kind: "timed-out", reason: "no-answer" });
    expect(attempts[0]?.signal.aborted).toBe(true);
  });

  it("at the end of the session an attempt under way gets 500 ms and is then aborted", async () => {
    const { actor, clock, prepares, attempts, outcome } = start();
    prepares[0]?.resolve(READY);
    await settle();
    actor.send({ type: "session.ended" });
    clock.increment(499);
    expect(outcome()).toBeUndefined();
    clock.increment(1);
    expect(outcome()).toEqual({ kind: "timed-out", reason: "session-ended" });
    expect(attempts[0]?.signal.aborted).toBe(true);
  });

  it("an attempt that answers within those 500 ms keeps its own outcome", async () => {
    const { actor, clock, prepares, attempts, outcome } = start();
    prepares[0]?.resolve(READY);
    await settle();
    actor.send({ type: "session.ended" });
    clock.increment(300);
    attempts[0]?.resolve({ kind: "accepted" });
    await settle();
    expect(outcome()).toEqual({ kind: "accepted" });
  });

  it("the channel's own timeout still ends an attempt while the session closes", async () => {
    const { actor, clock, prepares, outcome } = start({ channel: plan("hook", { timeoutMs: 400 }) });
    prepares[0]?.resolve(READY);
    await settle();
    clock.increment(300);
    actor.send({ type: "session.ended" });
    clock.increment(100);
    expect(outcome()).toEqual({ kind: "timed-out", reason: "no-answer" });
  });
});

describe("delivery: BEL after OSC (R10)", () => {
  const bell = plan("bell", { yieldsTo: ["terminal"] });

  it("prepared, it still lets the other go first", async () => {
    const { actor, prepares, attempts } = start({ channel: bell });
    prepares[0]?.resolve(READY);
    await settle();
    expect(attempts).toHaveLength(0);
    actor.send({ type: "leader.finished", channelId: "terminal" });
    expect(attempts).toHaveLength(1);
  });

  it("a leader that finished early is not waited for", async () => {
    const { actor, prepares, attempts } = start({ channel: bell });
    actor.send({ type: "leader.finished", channelId: "terminal" });
    prepares[0]?.resolve(READY);
    await settle();
    expect(attempts).toHaveLength(1);
  });

  it("two leaders: both go first", async () => {
    const { actor, prepares, attempts } = start({ channel: plan("bell", { yieldsTo: ["a", "b"] }) });
    prepares[0]?.resolve(READY);
    await settle();
    actor.send({ type: "leader.finished", channelId: "b" });
    expect(attempts).toHaveLength(0);
    actor.send({ type: "leader.finished", channelId: "a" });
    expect(attempts).toHaveLength(1);
  });

  it("held while it yields, it prepares again afterwards", async () => {
    const { actor, prepares, attempts } = start({ channel: bell });
    prepares[0]?.resolve(READY);
    await settle();
    actor.send({ type: "delivery.held" });
    actor.send({ type: "leader.finished", channelId: "terminal" });
    await settle();
    expect(attempts).toHaveLength(0);
    actor.send({ type: "delivery.released" });
    prepares[1]?.resolve(READY);
    await settle();
    expect(attempts).toHaveLength(1);
  });

  it("a leader that never ends does not silence it", async () => {
    const { clock, prepares, attempts } = start({ channel: bell });
    prepares[0]?.resolve(READY);
    await settle();
    clock.increment(2_000);
    expect(attempts).toHaveLength(1);
  });
});

describe("delivery: a broken channel (R9, R12)", () => {
  it("a rejected prepare is failed, without the error's own text", async () => {
    const { prepares, attempts, outcome } = start();
    prepares[0]?.reject(new Error("token tk_secret"));
    await settle();
    expect(outcome()).toEqual({ kind: "failed", reason: "internal error" });
    expect(attempts).toHaveLength(0);
  });

  it("a rejected attempt is failed, without the error's own text", async () => {
    const { prepares, attempts, outcome } = start();
    prepares[0]?.resolve(READY);
    await settle();
    attempts[0]?.reject(new Error("https://host/secret/path"));
    await settle();
    expect(outcome()).toEqual({ kind: "failed", reason: "internal error" });
  });
});
