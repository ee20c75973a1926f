import { describe, expect, it } from "vitest";
import { createActor } from "xstate";
import { deliveryMachine } from "../../src/machines/delivery.machine.ts";
import { noticeMachine } from "../../src/machines/notice.machine.ts";
import { type SpanEvent, type SpanInput, spanMachine } from "../../src/machines/span.machine.ts";
import { plan, READY } from "../../src/model/plans.ts";
import type { WaitingPermission } from "../../src/notices/question.ts";
import { controlledDeliveries, settle } from "./controlled-deliveries.ts";
import { observedParent } from "./observed-parent.ts";

function start(changes: Partial<SpanInput> = {}) {
  const world = controlledDeliveries();
  const { parent, clock, reports } = observedParent();
  const notice = noticeMachine.provide({ actors: { delivery: deliveryMachine.provide({ actors: world.actors }) } });
  const input: SpanInput = {
    noticeId: "s-span1",
    openedAt: 7,
    channels: [plan("hook")],
    mode: "tui",
    graceMs: 150,
    standing: "ofRun",
    ...changes,
  };
  const actor = createActor(spanMachine.provide({ actors: { notice } }), { input, parent });
  actor.start();
  const send = (...types: SpanEvent["type"][]) => {
    for (const type of types) actor.send({ type } as SpanEvent);
  };
  return { actor, clock, reports, send, ...world, state: () => actor.getSnapshot().value };
}

describe("span", () => {
  it("is announced after the grace time, with its title and the time it opened", () => {
    const { clock, state, prepares } = start({ promptTitle: "Sure?" });
    expect(state()).toEqual({ grace: "ofRun" });
    clock.increment(150);
    expect(state()).toEqual({ announcing: "ofRun" });
    expect(prepares[0]?.input.notice).toEqual({
      id: "s-span1",
      event: "input-required",
      at: 7,
      promptTitle: "Sure?",
      dismissible: true,
    });
  });

  it("with no grace time it is announced as soon as the clock moves", () => {
    const { clock, state } = start({ graceMs: 0 });
    clock.increment(0);
    expect(state()).toEqual({ announcing: "ofRun" });
  });

  it.each(["span.closed", "session.ended"] as const)("%s within the grace time: never announced", (type) => {
    const { clock, send, state, prepares } = start();
    send(type);
    clock.increment(1_000);
    expect(state()).toBe("over");
    expect(prepares).toHaveLength(0);
  });

  it("is idle until a run begins; from then on the grace time counts", () => {
    const { clock, send, state, prepares } = start({ standing: "unwatched" });
    clock.increment(60_000);
    expect(state()).toBe("unwatched");
    send("run.started");
    clock.increment(149);
    expect(prepares).toHaveLength(0);
    clock.increment(1);
    expect(prepares).toHaveLength(1);
  });

  it("engaged by a question outside a run: the grace time counts from there", () => {
    const { clock, send, state, prepares } = start({ standing: "unwatched" });
    clock.increment(60_000);
    send("span.engaged");
    expect(state()).toEqual({ grace: "ofNoRun" });
    clock.increment(149);
    expect(prepares).toHaveLength(0);
    clock.increment(1);
    expect(state()).toEqual({ announcing: "ofNoRun" });
    expect(prepares).toHaveLength(1);
  });

  it.each(["span.closed", "session.ended"] as const)("unwatched, then %s: over", (type) => {
    const { send, state } = start({ standing: "unwatched" });
    send(type);
    expect(state()).toBe("over");
  });

  it.each(["span.closed", "session.ended"] as const)("%s while it is being told expires the rest", async (type) => {
    const { clock, send, state, reports } = start();
    clock.increment(150);
    send(type);
    await settle();
    expect(state()).toBe("over");
    expect(reports).toEqual(["hook expired"]);
  });

  it("answered with an attempt under way, then the session ends: it waits for its answer", async () => {
    const { clock, send, state, prepares, attempts, reports } = start();
    clock.increment(150);
    prepares[0]?.resolve(READY);
    await settle();
    send("span.closed", "session.ended");
    expect(state()).toBe("expiring");
    attempts[0]?.resolve({ kind: "written" });
    await settle();
    expect(state()).toBe("over");
    expect(reports).toEqual(["hook written"]);
  });

  it("answered, then the session ends: what is under way gets its last moment and no more", async () => {
    const { clock, send, state, prepares, reports } = start();
    clock.increment(150);
    prepares[0]?.resolve(READY);
    await settle();
    send("span.closed", "session.ended");
    clock.increment(500);
    expect(state()).toBe("over");
    expect(reports).toEqual(["hook timed-out"]);
  });

  it.each(["span.closed", "session.ended"] as const)(
    "told, it stays until %s and is never told again",
    async (type) => {
      const { clock, send, state, prepares, attempts } = start();
      clock.increment(150);
      prepares[0]?.resolve(READY);
      await settle();
      attempts[0]?.resolve({ kind: "written" });
      await settle();
      expect(state()).toBe("announced");
      send("run.started");
      clock.increment(60_000);
      expect(prepares).toHaveLength(1);
      send(type);
      expect(state()).toBe("over");
    },
  );

  it("overtaken with an attempt under way, it waits for the answer and hears of no further run", async () => {
    const { clock, send, state, prepares, attempts, reports } = start();
    clock.increment(150);
    prepares[0]?.resolve(READY);
    await settle();
    send("run.started", "run.started");
    expect(state()).toEqual({ announcing: "overtaken" });
    attempts[0]?.resolve({ kind: "written" });
    await settle();
    expect(state()).toBe("announced");
    expect(reports).toEqual(["hook written"]);
  });

  it("a new run expires what was not attempted, but the dialog is still there", async () => {
    const { clock, send, state, reports } = start({ channels: [plan("phone", { delayMs: 5_000 })] });
    clock.increment(150);
    send("run.started");
    await settle();
    expect(state()).toBe("announced");
    expect(reports).toEqual(["phone expired"]);
  });

  it("of no run, it belongs to the first that begins while it is open and goes stale with the next", async () => {
    const { clock, send, reports } = start({ standing: "ofNoRun", channels: [plan("phone", { delayMs: 5_000 })] });
    clock.increment(150);
    send("run.started");
    await settle();
    expect(reports).toEqual([]);
    send("run.started");
    await settle();
    expect(reports).toEqual(["phone expired"]);
  });

  it.each([
    ["of no run, a run that begins within the grace time makes it its own", "ofNoRun"],
    ["of a run, the next one that begins within the grace time overtakes nothing", "ofRun"],
  ] as const)("%s; the clock runs on, and the run after that overtakes it", async (_name, standing) => {
    const { clock, send, state, reports } = start({ standing, channels: [plan("phone", { delayMs: 5_000 })] });
    clock.increment(100);
    send("run.started");
    expect(state()).toEqual({ grace: "ofRun" });
    clock.increment(50);
    expect(state()).toEqual({ announcing: "ofRun" });
    send("run.started");
    await settle();
    expect(state()).toBe("announced");
    expect(reports).toEqual(["phone expired"]);
  });

  it("typing reaches a delivery that waits out its delay", async () => {
    const { clock, send, reports } = start({ channels: [plan("phone", { delayMs: 5_000 })] });
    clock.increment(150);
    send("user.typed");
    await settle();
    expect(reports).toEqual(["phone expired"]);
  });
});

describe("span: a matter of permission or not, as it is when the grace time is over (R18)", () => {
  const INPUT = { id: "s-span1", event: "input-required", at: 7, dismissible: true };
  const PERMISSION = { ...INPUT, event: "permission-required" };

  it.each<[string, WaitingPermission | undefined, (WaitingPermission | undefined)[], object]>([
    ["none", undefined, [], INPUT],
    ["one from the start", {}, [], PERMISSION],
    ["one of a requester", { requester: "scout" }, [], { ...PERMISSION, label: "scout" }],
    ["one that comes meanwhile", undefined, [{ requester: "scout" }], { ...PERMISSION, label: "scout" }],
    ["another one meanwhile", { requester: "scout" }, [{}], PERMISSION],
    ["one answered meanwhile", { requester: "scout" }, [undefined], INPUT],
  ])("%s", (_name, permission, changes, notice) => {
    for (const standing of ["ofRun", "ofNoRun", "unwatched"] as const) {
      const { actor, clock, send, prepares } = start({ standing, permission });
      for (const change of changes) actor.send({ type: "permission.changed", permission: change });
      send("span.engaged");
      clock.increment(150);
      expect(prepares.map((call) => call.input.notice)).toEqual([notice]);
    }
  });

  it("told once: what changes after that is not told", async () => {
    const { actor, clock, state, prepares, attempts } = start();
    clock.increment(150);
    actor.send({ type: "permission.changed", permission: {} });
    expect(state()).toEqual({ announcing: "ofRun" });
    prepares[0]?.resolve(READY);
    await settle();
    attempts[0]?.resolve({ kind: "written" });
    await settle();
    actor.send({ type: "permission.changed", permission: { requester: "scout" } });
    clock.increment(60_000);
    expect(attempts.map((call) => call.input.notice)).toEqual([INPUT]);
    expect(prepares).toHaveLength(1);
  });
});
