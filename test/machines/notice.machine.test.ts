import { describe, expect, it } from "vitest";
import { createActor } from "xstate";
import { deliveryMachine } from "../../src/machines/delivery.machine.ts";
import { type NoticeInput, noticeMachine } from "../../src/machines/notice.machine.ts";
import { NOTICE, plan, READY } from "../../src/model/plans.ts";
import { controlledDeliveries, settle } from "./controlled-deliveries.ts";
import { observedParent } from "./observed-parent.ts";

function start(changes: Partial<NoticeInput> = {}) {
  const world = controlledDeliveries();
  const { parent, clock, reports } = observedParent();
  const logic = noticeMachine.provide({
    actors: { delivery: deliveryMachine.provide({ actors: world.actors }) },
  });
  const input: NoticeInput = {
    notice: NOTICE,
    channels: [plan("terminal"), plan("hook")],
    mode: "tui",
    held: false,
    ...changes,
  };
  const actor = createActor(logic, { input, parent });
  actor.start();
  return { actor, clock, reports, ...world, state: () => actor.getSnapshot().value };
}

describe("notice: the fan-out", () => {
  it("prepares every channel at once and is told when each has its outcome", async () => {
    const { actor, prepares, attempts, reports, state } = start();
    expect(prepares.map((call) => call.input.channelId)).toEqual(["terminal", "hook"]);
    for (const call of prepares) call.resolve(READY);
    await settle();
    attempts[1]?.resolve({ kind: "failed", reason: "http 500" });
    await settle();
    expect(state()).toEqual({ open: "telling" });
    attempts[0]?.resolve({ kind: "written" });
    await settle();
    expect(state()).toBe("told");
    expect(reports).toEqual(["hook failed", "terminal written"]);
    expect(actor.getSnapshot().output).toEqual({
      hook: { kind: "failed", reason: "http 500" },
      terminal: { kind: "written" },
    });
  });

  it("with no channel it is told at once", () => {
    expect(start({ channels: [] }).state()).toBe("told");
  });

  it("a channel may be called like a property of every object", async () => {
    const { prepares, attempts, state } = start({ channels: [plan("constructor"), plan("toString")] });
    for (const call of prepares) call.resolve(READY);
    await settle();
    expect(attempts).toHaveLength(2);
    for (const call of attempts) call.resolve({ kind: "accepted" });
    await settle();
    expect(state()).toBe("told");
  });

  it("keeps no finished delivery", async () => {
    const { actor, prepares } = start();
    prepares[0]?.resolve({ kind: "skipped", reason: "pane-hidden" });
    await settle();
    expect(Object.keys(actor.getSnapshot().children)).toEqual(["delivery.hook"]);
  });
});

describe("notice: held by a dialog", () => {
  it("holds what is not attempted; after the release only that goes on (R5)", async () => {
    const { actor, prepares, attempts, attempted, state } = start();
    prepares[1]?.resolve(READY);
    await settle();
    expect(attempted()).toEqual(["hook"]);
    actor.send({ type: "notice.held" });
    expect(state()).toEqual({ open: "held" });
    attempts[0]?.resolve({ kind: "accepted" });
    await settle();
    actor.send({ type: "notice.released" });
    expect(state()).toEqual({ open: "telling" });
    expect(prepares.map((call) => `${call.input.channelId} ${call.input.round}`)).toEqual([
      "terminal 1",
      "hook 1",
      "terminal 2",
    ]);
    prepares[2]?.resolve(READY);
    await settle();
    expect(attempted()).toEqual(["hook", "terminal"]);
  });

  it("is told even while held, when nothing is left to hold", async () => {
    const { actor, prepares, attempts, state } = start({ channels: [plan("hook")] });
    prepares[0]?.resolve(READY);
    await settle();
    actor.send({ type: "notice.held" });
    attempts[0]?.resolve({ kind: "accepted" });
    await settle();
    expect(state()).toBe("told");
  });
});

describe("notice: overtaken", () => {
  it("expires what is not attempted and still hears of what is under way", async () => {
    const { actor, prepares, attempts, reports, state } = start();
    prepares[1]?.resolve(READY);
    await settle();
    actor.send({ type: "notice.expired", reason: "new-run" });
    expect(state()).toBe("expiring");
    attempts[0]?.resolve({ kind: "accepted" });
    await settle();
    expect(state()).toBe("told");
    expect(reports).toEqual(["terminal expired", "hook accepted"]);
  });

  it.each(["telling", "held"])("ends with the session out of %s", async (from) => {
    const { actor, reports, state } = start();
    if (from === "held") actor.send({ type: "notice.held" });
    actor.send({ type: "session.ended" });
    await settle();
    expect(state()).toBe("told");
    expect(reports).toEqual(["terminal expired", "hook expired"]);
  });
});

describe("notice: the session ends with an attempt under way", () => {
  it("waits for its answer, and can be held no more", async () => {
    const { actor, prepares, attempts, reports, state } = start({ channels: [plan("hook")] });
    prepares[0]?.resolve(READY);
    await settle();
    actor.send({ type: "session.ended" });
    expect(state()).toBe("expiring");
    attempts[0]?.resolve({ kind: "accepted" });
    await settle();
    expect(state()).toBe("told");
    expect(reports).toEqual(["hook accepted"]);
  });
});

describe("notice: BEL is last (R10)", () => {
  const channels = [plan("bell", { yieldsTo: ["terminal"] }), plan("terminal")];

  it.each([
    ["written", READY],
    ["skipped", { kind: "skipped", reason: "passthrough-off" }],
  ] as const)("the bell follows an OSC that was %s", async (_name, verdict) => {
    const { prepares, attempts, attempted } = start({ channels });
    prepares[0]?.resolve(READY);
    await settle();
    expect(attempted()).toEqual([]);
    prepares[1]?.resolve(verdict);
    await settle();
    if (attempts[0]?.input.channelId === "terminal") {
      expect(attempted()).toEqual(["terminal"]);
      attempts[0].resolve({ kind: "written" });
      await settle();
    }
    expect(attempted().at(-1)).toBe("bell");
  });

  it("does not wait for a leader that this notice does not use", async () => {
    const { prepares, attempted } = start({ channels: [plan("bell", { yieldsTo: ["terminal"] })] });
    prepares[0]?.resolve(READY);
    await settle();
    expect(attempted()).toEqual(["bell"]);
  });

  it("follows a leader that policy refused before anything was asked", async () => {
    const { prepares, attempted } = start({
      channels: [channels[0] ?? plan("bell"), plan("terminal", { events: [] })],
    });
    prepares[0]?.resolve(READY);
    await settle();
    expect(attempted()).toEqual(["bell"]);
  });
});
