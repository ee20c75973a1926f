import { describe, expect, it } from "vitest";
import { WAKE_UP_LIMIT_MS } from "../../src/machines/background.machine.ts";
import type { SessionEvent, SessionInput } from "../../src/machines/session.types.ts";
import { plan } from "../../src/model/plans.ts";
import { ended, settled, startSession } from "./start-session.ts";

const MAX_MS = 10_000;
const HOLD: Partial<SessionInput> = { background: { work: "hold", maxMs: MAX_MS } };

const began = (taskId: string): SessionEvent => ({ type: "task.started", taskId });
const done = (taskId: string): SessionEvent => ({ type: "task.ended", taskId });
/** A run that has something to tell. */
const RUN: readonly (SessionEvent | "run.started")[] = ["run.started", ended("ok"), settled()];

describe("session: a settled notice waits for subagents in the background (R34)", () => {
  it.each<[string, Partial<SessionInput>, number]>([
    ["hold", HOLD, 0],
    ["ignore", { background: { work: "ignore", maxMs: MAX_MS } }, 1],
    ["nothing said", {}, 1],
  ])("with %s", async (_name, changes, count) => {
    const { send, clock, deliver, told } = startSession(changes);
    send(began("t1"), ...RUN);
    await deliver();
    expect(told()).toHaveLength(count);
    send(done("t1"));
    clock.increment(WAKE_UP_LIMIT_MS);
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed"]);
  });

  it.each<[string, SessionEvent[], SessionEvent[]]>([
    ["two at work: until both are done", [began("t1"), began("t2")], [done("t1"), done("t2")]],
    ["in any order", [began("t1"), began("t2")], [done("t2"), done("t1")]],
    ["one that says twice that it began is one", [began("t1"), began("t1")], [done("t1")]],
    ["the end of one that nobody heard of ends no other", [began("t1")], [done("t9"), done("t1")]],
  ])("%s", async (_name, begins, ends) => {
    const { send, clock, deliver, told } = startSession(HOLD);
    send(...begins, ...RUN, ...ends.slice(0, -1));
    clock.increment(WAKE_UP_LIMIT_MS);
    await deliver();
    expect(told()).toEqual([]);
    send(...ends.slice(-1));
    clock.increment(WAKE_UP_LIMIT_MS);
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed"]);
  });

  it("keeps nothing of what says over and over that it began, or is done (R13)", () => {
    const { send, snapshot } = startSession(HOLD);
    send(began("t1"), began("t2"), began("t1"), began("t1"));
    const tasks = () => snapshot().children.background?.getSnapshot().context.tasks;
    expect(tasks()).toEqual(["t2", "t1"]);
    send(done("t1"));
    expect(tasks()).toEqual(["t2"]);
  });

  it("work that was done long before the run settled holds nothing", async () => {
    const { send, clock, deliver, told } = startSession(HOLD);
    send("run.started", began("t1"), done("t1"));
    clock.increment(WAKE_UP_LIMIT_MS);
    send(ended("ok"), settled());
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed"]);
  });

  it("work that begins while the settled notice prepares holds it, and it prepares again (R4)", async () => {
    const { send, clock, deliver, told, prepares } = startSession(HOLD);
    send(...RUN, began("t1"));
    expect(prepares[0]?.signal.aborted).toBe(true);
    await deliver();
    expect(told()).toEqual([]);
    send(done("t1"));
    clock.increment(WAKE_UP_LIMIT_MS);
    await deliver();
    expect(prepares.map((call) => call.input.round)).toEqual([1, 2]);
    expect(told()).toEqual(["s-run1 agent-completed"]);
  });

  it("a dialog and work behind it: the notice waits for the later of both", async () => {
    for (const ends of [
      [done("t1"), "span.closed"],
      ["span.closed", done("t1")],
    ] as const) {
      const { send, clock, deliver, told } = startSession(HOLD);
      send("run.started", began("t1"), "span.opened", ended("ok"), settled(), ends[0]);
      clock.increment(WAKE_UP_LIMIT_MS);
      await deliver();
      expect(told()).not.toContain("s-run1 agent-completed");
      send(ends[1]);
      await deliver();
      clock.increment(WAKE_UP_LIMIT_MS);
      await deliver();
      expect(told()).toContain("s-run1 agent-completed");
    }
  });

  it("work that goes on holds the next run's notice too", async () => {
    const { send, clock, deliver, told, outcomes } = startSession(HOLD);
    send(began("t1"), ...RUN, ...RUN);
    await deliver();
    expect(told()).toEqual([]);
    expect(outcomes).toEqual(["s-run1 agent-completed hook: expired new-run"]);
    send(done("t1"));
    clock.increment(WAKE_UP_LIMIT_MS);
    await deliver();
    expect(told()).toEqual(["s-run2 agent-completed"]);
  });

  it("holds no dialog's notice", async () => {
    const { send, passGrace, told } = startSession(HOLD);
    send("run.started", began("t1"), "span.opened");
    await passGrace();
    expect(told()).toEqual(["s-span1 input-required"]);
  });
});

describe("session: how long it waits for them", () => {
  it("so long after it has settled, whatever the run took, and no longer", async () => {
    const { send, clock, deliver, told } = startSession(HOLD);
    send("run.started", began("t1"));
    clock.increment(MAX_MS * 2);
    send(ended("ok"), settled());
    clock.increment(MAX_MS - 1);
    await deliver();
    expect(told()).toEqual([]);
    clock.increment(1);
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed"]);
  });

  it("counted anew for each run", async () => {
    const { send, clock, deliver, told } = startSession(HOLD);
    send(began("t1"), ...RUN);
    clock.increment(MAX_MS - 1);
    send(...RUN);
    clock.increment(MAX_MS - 1);
    await deliver();
    expect(told()).toEqual([]);
    clock.increment(1);
    await deliver();
    expect(told()).toEqual(["s-run2 agent-completed"]);
  });

  it("not while no run has anything to tell", async () => {
    const { send, clock, deliver, told } = startSession(HOLD);
    send(began("t1"), ...RUN);
    clock.increment(MAX_MS - 1);
    send("run.started");
    clock.increment(MAX_MS * 2);
    send(ended("ok"), settled());
    await deliver();
    expect(told()).toEqual([]);
  });

  it("starts no timer for work that begins after the run's notice is finished (R13)", async () => {
    const { send, deliver, told, snapshot } = startSession(HOLD);
    send(...RUN);
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed"]);
    send(began("t1"));
    const state = snapshot().children.background?.getSnapshot().value;
    expect(state).toEqual({ run: "idle", work: { holding: { tasks: "underway", limit: "patient" } } });
  });

  it("waited out once, the same run does not wait for more of it, and the next run does", async () => {
    const channels = [plan("phone", { delayMs: MAX_MS * 3 })];
    const { send, clock, deliver, told } = startSession({ ...HOLD, channels });
    send(began("t1"), ...RUN);
    clock.increment(MAX_MS);
    send(began("t2"));
    clock.increment(MAX_MS * 2);
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed"]);
    send(...RUN);
    clock.increment(MAX_MS - 1);
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed"]);
    send(done("t1"), done("t2"));
    clock.increment(MAX_MS * 2 + 1);
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed", "s-run2 agent-completed"]);
  });

  it("the next run is held from its start, so that nothing of it slips out when it settles", async () => {
    const { send, clock, deliver, prepares } = startSession(HOLD);
    send(began("t1"), ...RUN);
    clock.increment(MAX_MS);
    await deliver();
    send(...RUN);
    expect(prepares).toHaveLength(1);
  });

  it("all of it done after that, new work of the same run is waited for, and its own limit counts the pauses between", async () => {
    const channels = [plan("phone", { delayMs: MAX_MS + 1 })];
    const { send, clock, deliver, told } = startSession({ ...HOLD, channels });
    send(began("t1"), ...RUN);
    clock.increment(MAX_MS);
    send(done("t1"), began("t2"));
    clock.increment(MAX_MS - 1);
    send(done("t2"), began("t3"));
    clock.increment(1);
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed"]);
    expect(told()).toEqual(["s-run1 agent-completed"]);
  });

  it.each(["print", "json"] as const)("in %s mode Pi does not wait: what is held goes out at once", async (mode) => {
    const { send, deliver, told, snapshot } = startSession({
      ...HOLD,
      mode,
      channels: [plan("hook", { modes: [mode] })],
    });
    send(began("t1"), ...RUN, "session.ended");
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed"]);
    expect(snapshot().status).toBe("done");
  });
});

describe("session: after the last task (R34)", () => {
  it("Pi's own run takes the notice's place, and is told once", async () => {
    const { send, clock, deliver, told, outcomes } = startSession(HOLD);
    send(began("t1"), ...RUN, done("t1"));
    clock.increment(WAKE_UP_LIMIT_MS - 1);
    await deliver();
    expect(told()).toEqual([]);
    send(...RUN);
    await deliver();
    expect(outcomes[0]).toBe("s-run1 agent-completed hook: expired new-run");
    expect(told()).toEqual(["s-run2 agent-completed"]);
  });

  it("a task that begins meanwhile is waited for", async () => {
    const { send, clock, deliver, told } = startSession(HOLD);
    send(began("t1"), ...RUN, done("t1"));
    clock.increment(WAKE_UP_LIMIT_MS - 1);
    send(began("t2"));
    clock.increment(WAKE_UP_LIMIT_MS);
    await deliver();
    expect(told()).toEqual([]);
  });

  it("starts no timer while no run has anything to tell (R13)", () => {
    const { send, snapshot } = startSession(HOLD);
    send(began("t1"), done("t1"));
    expect(snapshot().children.background?.getSnapshot().value).toEqual({ run: "idle", work: "free" });
  });

  it("what says that a task has ended is told only where no run will tell it", async () => {
    const { send, deliver, told } = startSession(HOLD);
    const notice = (id: string) => ({
      type: "notice.published" as const,
      notice: { id, event: "task-completed" as const, at: 0 },
      ofTask: true,
    });
    send(began("t1"), notice("idle"), ...RUN, notice("held"), done("t1"), notice("after"));
    await deliver();
    expect(told()).toEqual(["idle task-completed"]);
  });

  it("a panel that the user opens while the notice waits is not told and holds nothing (R29)", async () => {
    const { send, clock, passGrace, deliver, told } = startSession(HOLD);
    send(began("t1"), ...RUN, "span.opened");
    await passGrace();
    send(done("t1"), ...RUN);
    await deliver();
    clock.increment(WAKE_UP_LIMIT_MS);
    await deliver();
    expect(told()).toEqual(["s-run2 agent-completed"]);
  });
});
