import { describe, expect, it } from "vitest";
import { createActor } from "xstate";
import { deliveryMachine } from "../../src/machines/delivery.machine.ts";
import { noticeMachine } from "../../src/machines/notice.machine.ts";
import { type RunEvent, type RunInput, runMachine } from "../../src/machines/run.machine.ts";
import { plan, READY } from "../../src/model/plans.ts";
import { controlledDeliveries, settle } from "./controlled-deliveries.ts";
import { observedParent } from "./observed-parent.ts";

function start(changes: Partial<RunInput> = {}) {
  const world = controlledDeliveries();
  const { parent, reports } = observedParent();
  const notice = noticeMachine.provide({ actors: { delivery: deliveryMachine.provide({ actors: world.actors }) } });
  const input: RunInput = {
    noticeId: "s-run1",
    startedAt: 0,
    channels: [plan("hook")],
    mode: "tui",
    ...changes,
  };
  const actor = createActor(runMachine.provide({ actors: { notice } }), { input, parent });
  actor.start();
  const send = (...events: RunEvent[]) => {
    for (const event of events) actor.send(event);
  };
  return { actor, reports, send, ...world, state: () => actor.getSnapshot().value };
}

const settled: RunEvent = { type: "run.settled", at: 0, aborted: false };

describe("run", () => {
  it("works until it has settled, however many loops that takes", () => {
    const { send, state, prepares } = start();
    send({ type: "loop.ended", outcome: "error" }, { type: "loop.ended", outcome: "ok" });
    expect(state()).toEqual({ working: "free" });
    expect(prepares).toHaveLength(0);
    send(settled);
    expect(state()).toEqual({ settled: "telling" });
    expect(prepares[0]?.input.notice).toMatchObject({ id: "s-run1", event: "agent-completed" });
  });

  it.each([
    ["error", "agent-error"],
    ["ok", "agent-completed"],
  ] as const)("after a last loop that ended %s it tells %s", (outcome, event) => {
    const { send, prepares } = start();
    send({ type: "loop.ended", outcome: "error" }, { type: "loop.ended", outcome }, settled);
    expect(prepares[0]?.input.notice.event).toBe(event);
  });

  it.each([
    ["Pi says aborted", "ok", true, true],
    ["Pi says not aborted", "aborted", false, false],
    ["an older Pi says nothing", "aborted", undefined, true],
    ["an older Pi says nothing", "error", undefined, false],
  ] as const)("%s, last loop %s: silent is what counts", (_who, outcome, aborted, silent) => {
    for (const before of [[], [{ type: "run.held" }]] as const) {
      const { send, actor } = start();
      send(...before, { type: "loop.ended", outcome }, { type: "run.settled", at: 0, aborted });
      expect(actor.getSnapshot().status).toBe(silent ? "done" : "active");
    }
  });

  it("held and told are states: a dialog before, while and after it settles", async () => {
    const { send, state, prepares, reports, attempts } = start();
    send({ type: "run.held" });
    expect(state()).toEqual({ working: "held" });
    send(settled);
    expect(state()).toEqual({ settled: "held" });
    expect(prepares).toHaveLength(0);
    send({ type: "run.released" });
    expect(state()).toEqual({ settled: "telling" });
    send({ type: "run.held" });
    expect(state()).toEqual({ settled: "held" });
    send({ type: "run.released" });
    for (const call of prepares) call.resolve(READY);
    await settle();
    attempts[0]?.resolve({ kind: "accepted" });
    await settle();
    expect(state()).toBe("over");
    expect(reports).toEqual(["hook accepted"]);
  });

  it.each(["telling", "held"])("superseded while %s: expired, and over when nothing is under way", async (from) => {
    const { send, state, reports } = start();
    send(settled);
    if (from === "held") send({ type: "run.held" });
    send({ type: "run.superseded" });
    await settle();
    expect(state()).toBe("over");
    expect(reports).toEqual(["hook expired"]);
  });

  it.each([["run.superseded"], ["session.ended"], ["run.superseded", "session.ended"]] as const)(
    "with an attempt under way %s %s: it still waits for its answer, and holds nothing",
    async (...types) => {
      const { send, state, prepares, attempts, reports } = start();
      send(settled);
      prepares[0]?.resolve(READY);
      await settle();
      for (const type of types) {
        send({ type }, { type: "run.held" });
        expect(state()).toEqual({ settled: "expiring" });
      }
      attempts[0]?.resolve({ kind: "accepted" });
      await settle();
      expect(state()).toBe("over");
      expect(reports).toEqual(["hook accepted"]);
    },
  );

  it("a dialog that closes before it settles holds nothing any more", () => {
    const { send, state, prepares } = start();
    send({ type: "run.held" }, { type: "run.released" }, settled);
    expect(state()).toEqual({ settled: "telling" });
    expect(prepares).toHaveLength(1);
  });

  it("the session ends while it works: over, nothing said", () => {
    const { send, state, prepares } = start();
    send({ type: "session.ended" });
    expect(state()).toBe("over");
    expect(prepares).toHaveLength(0);
  });

  it("typing reaches a delivery that waits out its delay", async () => {
    const { send, state, reports } = start({ channels: [plan("phone", { delayMs: 1_000 })] });
    send(settled, { type: "user.typed" });
    await settle();
    expect(reports).toEqual(["phone expired"]);
    expect(state()).toBe("over");
  });
});
