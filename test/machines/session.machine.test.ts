import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/machines/session.types.ts";
import { plan, READY } from "../../src/model/plans.ts";
import { settle } from "./controlled-deliveries.ts";
import { ended, GRACE_MS, settled, startSession } from "./start-session.ts";

describe("session: what a run says (R2, R3)", () => {
  it("nothing at the end of the loop, one notice when it has settled", async () => {
    const { send, deliver, told } = startSession();
    send("run.started", ended("ok"));
    await deliver();
    expect(told()).toEqual([]);
    send(settled());
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed"]);
  });

  it("two failed answers, then success: one agent-completed", async () => {
    const { send, deliver, told } = startSession();
    send("run.started", ended("error"), "run.started", ended("error"), "run.started", ended("ok"), settled());
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed"]);
  });

  it("four failures: one agent-error", async () => {
    const { send, deliver, told } = startSession();
    for (let loop = 0; loop < 4; loop += 1) send("run.started", ended("error"));
    send(settled());
    await deliver();
    expect(told()).toEqual(["s-run1 agent-error"]);
  });

  it("aborted: nothing, by Pi's word", async () => {
    const { send, deliver, told, snapshot } = startSession();
    send("run.started", ended("aborted"), settled(true));
    await deliver();
    expect(told()).toEqual([]);
    expect(snapshot().value).toMatchObject({ active: { run: "idle" } });
  });

  it("an older Pi that does not say so: the last stop reason speaks", async () => {
    const { send, deliver, told } = startSession();
    send("run.started", ended("aborted"), { type: "run.settled", at: 0 });
    send("run.started", ended("aborted"), "run.started", ended("ok"), { type: "run.settled", at: 0 });
    await deliver();
    expect(told()).toEqual(["s-run2 agent-completed"]);
  });

  it("Escape while Pi waits to retry is an error, not an abort", async () => {
    const { send, deliver, told } = startSession();
    send("run.started", ended("error"), settled(false));
    await deliver();
    expect(told()).toEqual(["s-run1 agent-error"]);
  });

  it("settled with no run, or settled twice, says nothing more", async () => {
    const { send, deliver, told } = startSession();
    send(settled());
    send("run.started", ended("ok"), settled(), settled());
    await deliver();
    send(settled());
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed"]);
  });

  it("knows how long the run took", async () => {
    const { send, prepares } = startSession();
    send({ type: "run.started", at: 1_000 }, settled(false, 62_000));
    expect(prepares[0]?.input.notice).toMatchObject({ at: 62_000, durationMs: 61_000 });
    send({ type: "run.started", at: 70_000 }, settled(false, 75_000));
    expect(prepares[1]?.input.notice).toMatchObject({ at: 75_000, durationMs: 5_000 });
  });

  it("typing reaches what waits out its delay", async () => {
    const { send, outcomes } = startSession({ channels: [plan("phone", { delayMs: 5_000 })] });
    send("run.started", settled(), "user.typed");
    await settle();
    expect(outcomes).toEqual(["s-run1 agent-completed phone: expired answered"]);
  });

  it("typing while a run works reaches what another notice waits out", async () => {
    const { send, outcomes } = startSession({ channels: [plan("phone", { delayMs: 5_000 })] });
    send(
      { type: "notice.published", notice: { id: "n", event: "task-completed", at: 0 } },
      "run.started",
      "user.typed",
    );
    await settle();
    expect(outcomes).toEqual(["n task-completed phone: expired answered"]);
  });
});

describe("session: what is not true any more (R30)", () => {
  it.each<[string, readonly (SessionEvent | SessionEvent["type"])[], readonly string[]]>([
    ["typing before any run", ["user.typed"], []],
    ["a first run", ["run.started"], []],
    ["typing while it works", ["run.started", "user.typed"], []],
    [
      "typing once it has settled, as often as that happens",
      ["run.started", settled(), "user.typed", "user.typed"],
      ["run1", "run1"],
    ],
    ["a run after another", ["run.started", settled(), "run.started"], ["run1"]],
    ["a retry", ["run.started", ended("error"), "run.started"], []],
    ["the third run", ["run.started", settled(), "run.started", settled(), "run.started"], ["run1", "run2"]],
    ["a dialog's end", ["span.opened", "span.closed"], ["span1"]],
    ["an end without a dialog", ["span.closed"], []],
    ["a dialog whose end was lost", ["span.opened", "span.opened"], ["span1"]],
    ["a silent dialog", ["span.silenced", "span.opened", "span.closed"], []],
    [
      "the end of the session",
      ["run.started", settled(), "span.opened", "session.ended", "span.closed", "user.typed"],
      [],
    ],
  ])("%s", (_name, events, dismissed) => {
    const { actor, send } = startSession();
    const seen: string[] = [];
    actor.on("notice.dismissed", ({ noticeId }) => seen.push(noticeId));
    send(...events);
    expect(seen).toEqual(dismissed.map((name) => `s-${name}`));
  });
});

describe("session: dialogs (R4, R5, R7, R8)", () => {
  it("a dialog outside any run stays silent, unless every dialog is announced", () => {
    for (const notify of ["during-run", "always"] as const) {
      const { send, clock, prepares, snapshot } = startSession({ prompts: { notify, graceMs: GRACE_MS } });
      send("span.opened");
      clock.increment(GRACE_MS);
      expect(prepares).toHaveLength(notify === "always" ? 1 : 0);
      send("span.closed");
      expect(snapshot().value).toMatchObject({ active: { dialog: "closed" } });
    }
  });

  it.each([
    ["within a run", "during-run", ["run.started"]],
    ["outside any, all of them wanted", "always", []],
    ["outside any, unwatched", "during-run", []],
  ] as const)("a dialog %s whose end was lost is closed by the next one", (_name, notify, before) => {
    const { send, snapshot } = startSession({ prompts: { notify, graceMs: GRACE_MS } });
    send(...before, "span.opened", "span.opened");
    expect(snapshot().context.children.filter((id) => id.startsWith("span"))).toEqual(["span.1"]);
    send("span.closed");
    expect(snapshot().context.children.filter((id) => id.startsWith("span"))).toEqual([]);
  });

  it("a retry of the same run overtakes no dialog", async () => {
    const { send, clock, outcomes } = startSession({ channels: [plan("phone", { delayMs: 5_000 })] });
    send("run.started", "span.opened");
    clock.increment(GRACE_MS);
    send("run.started", "run.started");
    await settle();
    expect(outcomes).toEqual([]);
  });

  it("a dialog that has closed holds no later run", () => {
    const { send, prepares, snapshot } = startSession();
    send("run.started", "span.opened", "span.closed");
    expect(snapshot().value).toMatchObject({ active: { dialog: "closed" } });
    send(settled(), "run.started", settled());
    expect(prepares).toHaveLength(2);
  });

  it("a dialog within a run is told after the grace time; its closing says nothing", async () => {
    const { send, clock, deliver, told } = startSession();
    send("run.started", "span.opened");
    clock.increment(GRACE_MS - 1);
    await deliver();
    expect(told()).toEqual([]);
    clock.increment(1);
    await deliver();
    expect(told()).toEqual(["s-span1 input-required"]);
    send("span.closed", ended("ok"), settled());
    await deliver();
    expect(told()).toEqual(["s-span1 input-required", "s-run1 agent-completed"]);
  });

  it("a dialog that closes within the grace time is never told", async () => {
    const { send, clock, deliver, told, snapshot } = startSession();
    send("run.started", "span.opened");
    clock.increment(GRACE_MS - 1);
    send("span.closed");
    clock.increment(10_000);
    await deliver();
    expect(told()).toEqual([]);
    expect(snapshot().context.children).toEqual(["run.0"]);
  });

  it("opened and closed in one breath: nothing", async () => {
    const { send, clock, deliver, told } = startSession();
    send("run.started", "span.opened", "span.closed", "span.opened", "span.closed");
    clock.increment(10_000);
    await deliver();
    expect(told()).toEqual([]);
  });

  it("two in a row with the same title are two notices", async () => {
    const { send, clock, deliver, told } = startSession();
    send("run.started");
    for (let dialog = 1; dialog <= 2; dialog += 1) {
      send({ type: "span.opened", at: 0, promptTitle: "Sure?" });
      clock.increment(GRACE_MS);
      await deliver();
      send("span.closed");
    }
    expect(told()).toEqual(["s-span1 input-required", "s-span2 input-required"]);
  });

  it("closing expires what was not attempted", async () => {
    const { send, clock, deliver, outcomes } = startSession();
    send("run.started", "span.opened");
    clock.increment(GRACE_MS);
    send("span.closed");
    await deliver();
    expect(outcomes).toEqual(["s-span1 input-required hook: expired span-closed"]);
  });

  it("opened while the settled notice prepares: it is held, then told once", async () => {
    const { send, clock, deliver, told, prepares, snapshot } = startSession();
    send("run.started", ended("ok"), settled(), "span.opened");
    expect(snapshot().children["run.0"]?.getSnapshot().value).toEqual({ settled: "held" });
    expect(prepares[0]?.signal.aborted).toBe(true);
    clock.increment(GRACE_MS);
    await deliver();
    expect(told()).toEqual(["s-span1 input-required"]);
    send("span.closed");
    await deliver();
    expect(told()).toEqual(["s-span1 input-required", "s-run1 agent-completed"]);
  });

  it("still open when the run settles: the settled notice starts held", async () => {
    const { send, clock, deliver, told } = startSession();
    send("run.started", "span.opened", ended("ok"), settled());
    clock.increment(GRACE_MS);
    await deliver();
    expect(told()).toEqual(["s-span1 input-required"]);
    send("span.closed");
    await deliver();
    expect(told()).toEqual(["s-span1 input-required", "s-run1 agent-completed"]);
  });

  it("a dialog that people open themselves is not told and holds nothing", async () => {
    const { send, clock, deliver, told } = startSession();
    send("span.opened");
    clock.increment(10_000);
    send("span.closed");
    send("run.started", ended("ok"), settled());
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed"]);
  });

  it("with prompts.notify always it is told", async () => {
    const { send, clock, deliver, told } = startSession({ prompts: { notify: "always", graceMs: GRACE_MS } });
    send("span.opened");
    clock.increment(GRACE_MS);
    await deliver();
    expect(told()).toEqual(["s-span1 input-required"]);
  });

  it("a run that starts while such a dialog is open does not wait for it (R29)", async () => {
    const { send, clock, deliver, told } = startSession();
    send("span.opened", "run.started");
    clock.increment(GRACE_MS);
    await deliver();
    send(ended("ok"), settled());
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed"]);
    send("span.closed");
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed"]);
  });

  it("a second start without an end means that the end was lost: nothing hangs", async () => {
    const { send, clock, deliver, told } = startSession();
    send("run.started", "span.opened");
    clock.increment(GRACE_MS);
    await deliver();
    send("span.opened");
    clock.increment(GRACE_MS);
    await deliver();
    send("span.closed", ended("ok"), settled());
    await deliver();
    expect(told()).toEqual(["s-span1 input-required", "s-span2 input-required", "s-run1 agent-completed"]);
  });

  it("an end without a start is ignored", async () => {
    const { send, deliver, told } = startSession();
    send("span.closed", "run.started", "span.closed", ended("ok"), settled());
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed"]);
  });
});

describe("session: a new run expires the old (R6)", () => {
  it("expires what the old run and its dialogs have not attempted", async () => {
    const { send, clock, deliver, outcomes } = startSession({
      channels: [plan("hook"), plan("phone", { delayMs: 60_000 })],
    });
    send("run.started", "span.opened");
    clock.increment(GRACE_MS);
    await deliver();
    send("span.closed", ended("ok"), settled(), "run.started");
    await deliver();
    expect(outcomes).toEqual([
      "s-span1 input-required hook: accepted",
      "s-span1 input-required phone: expired span-closed",
      "s-run1 agent-completed hook: expired new-run",
      "s-run1 agent-completed phone: expired new-run",
    ]);
  });

  it("an attempt under way finishes beside the new run and touches nothing of it", async () => {
    const { send, deliver, told, attempts, prepares, outcomes } = startSession();
    send("run.started", ended("ok"), settled());
    prepares[0]?.resolve(READY);
    await settle();
    send("run.started", ended("ok"), settled());
    attempts[0]?.resolve({ kind: "failed", reason: "http 500" });
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed", "s-run2 agent-completed"]);
    expect(outcomes).toEqual(["s-run1 agent-completed hook: failed http 500", "s-run2 agent-completed hook: accepted"]);
  });

  it("a dialog of an aborted run that stays open: what it has not attempted is stale all the same", async () => {
    const { send, clock, deliver, outcomes } = startSession();
    send("run.started", "span.opened", settled(true));
    clock.increment(GRACE_MS);
    send("run.started");
    await deliver();
    expect(outcomes).toEqual(["s-span1 input-required hook: expired new-run"]);
  });

  it("a dialog that outlived its run and its notice: the next run expires what is not attempted of it", async () => {
    const { send, clock, deliver, prepares, attempts, outcomes } = startSession({
      channels: [plan("hook"), plan("phone", { delayMs: 60_000, events: ["input-required"] })],
    });
    send("run.started", ended("ok"), settled());
    prepares[0]?.resolve(READY);
    await settle();
    send("span.opened");
    clock.increment(GRACE_MS);
    attempts[0]?.resolve({ kind: "accepted" });
    await deliver();
    send("run.started");
    await deliver();
    expect(outcomes).toEqual([
      "s-run1 agent-completed phone: skipped not-subscribed",
      "s-run1 agent-completed hook: accepted",
      "s-span1 input-required hook: accepted",
      "s-span1 input-required phone: expired new-run",
    ]);
  });

  it("a dialog of no run is no old run's: the first run leaves what it has to tell, the second does not", async () => {
    const { send, clock, deliver, outcomes } = startSession({
      channels: [plan("phone", { delayMs: 60_000, events: ["input-required"] })],
      prompts: { notify: "always", graceMs: GRACE_MS },
    });
    send("span.opened");
    clock.increment(GRACE_MS);
    send("run.started", ended("ok"));
    await deliver();
    expect(outcomes).toEqual([]);
    send(settled(), "run.started");
    await deliver();
    expect(outcomes).toEqual([
      "s-run1 agent-completed phone: skipped not-subscribed",
      "s-span1 input-required phone: expired new-run",
    ]);
  });

  it("a dialog that outlives its run defers the next one's notice", async () => {
    const { send, clock, deliver, told } = startSession();
    send("run.started", "span.opened", ended("ok"), settled(), "run.started");
    clock.increment(GRACE_MS);
    await deliver();
    send(ended("ok"), settled());
    await deliver();
    expect(told()).toEqual(["s-span1 input-required"]);
    send("span.closed");
    await deliver();
    expect(told()).toEqual(["s-span1 input-required", "s-run2 agent-completed"]);
  });
});

describe("session: its end (R13, R16)", () => {
  it.each<[string, (send: ReturnType<typeof startSession>["send"]) => void]>([
    ["idle", () => {}],
    ["working", (send) => send("run.started")],
    ["preparing", (send) => send("run.started", settled())],
    ["held", (send) => send("run.started", settled(), "span.opened")],
    ["in the grace time", (send) => send("run.started", "span.opened")],
    ["with a dialog of the user's", (send) => send("span.opened")],
  ])("closes at once when %s, and leaves no timer", async (_state, arrange) => {
    const { send, deliver, told, snapshot, clock } = startSession();
    arrange(send);
    send("session.ended");
    expect(snapshot().status).toBe("done");
    clock.increment(60_000);
    await deliver();
    expect(told()).toEqual([]);
    expect(snapshot().children).toEqual({});
  });

  it("lets an attempt under way finish", async () => {
    const { send, deliver, prepares, outcomes, snapshot } = startSession();
    send("run.started", settled());
    prepares[0]?.resolve(READY);
    await settle();
    send("session.ended");
    expect(snapshot().value).toBe("closing");
    await deliver();
    expect(snapshot().status).toBe("done");
    expect(outcomes).toEqual(["s-run1 agent-completed hook: accepted"]);
  });

  it("and aborts it after 500 ms", async () => {
    const { send, clock, attempts, prepares, outcomes, snapshot } = startSession();
    send("run.started", settled());
    prepares[0]?.resolve(READY);
    await settle();
    send("session.ended");
    clock.increment(500);
    expect(snapshot().status).toBe("done");
    expect(attempts[0]?.signal.aborted).toBe(true);
    expect(outcomes).toEqual(["s-run1 agent-completed hook: timed-out session-ended"]);
  });

  it.each(["print", "json"] as const)("in %s mode the settled notice goes out first", async (mode) => {
    const { send, deliver, told, snapshot } = startSession({ mode, channels: [plan("hook", { modes: [mode] })] });
    send("run.started", ended("ok"), settled(), "session.ended");
    expect(snapshot().value).toBe("draining");
    await deliver();
    expect(told()).toEqual(["s-run1 agent-completed"]);
    expect(snapshot().status).toBe("done");
  });

  it("in print mode it does not wait for what is still in its delay", async () => {
    const { send, deliver, told, outcomes, snapshot } = startSession({
      mode: "print",
      channels: [plan("hook", { modes: ["print"] }), plan("later", { modes: ["print"], delayMs: 120_000 })],
    });
    send("run.started", ended("ok"), settled(), "session.ended");
    await deliver();
    expect(snapshot().status).toBe("done");
    expect(told()).toEqual(["s-run1 agent-completed"]);
    expect(outcomes).toContain("s-run1 agent-completed later: expired session-ended");
  });

  it("in print mode it waits at most 2 s in all, the last moment of its attempts included", async () => {
    const { send, clock, prepares, snapshot } = startSession({
      mode: "print",
      channels: [plan("hook", { modes: ["print"], timeoutMs: 30_000 })],
    });
    send("run.started", ended("ok"), settled(), "session.ended");
    prepares[0]?.resolve(READY);
    await settle();
    clock.increment(1_499);
    expect(snapshot().value).toBe("draining");
    clock.increment(1);
    expect(snapshot().value).toBe("closing");
    clock.increment(500);
    expect(snapshot().status).toBe("done");
  });

  it("asks nothing at its end for what a dialog holds", () => {
    const { send, prepares } = startSession();
    send("run.started", "span.opened", settled(), "session.ended");
    expect(prepares).toEqual([]);
  });

  it("in print mode only the settled notice holds the end up", async () => {
    const { send, prepares, attempts, outcomes, snapshot } = startSession({
      mode: "print",
      channels: [plan("hook", { modes: ["print"] })],
    });
    send("run.started", settled(), {
      type: "notice.published",
      notice: { id: "s-n1", event: "context-compacted", at: 0 },
    });
    send("session.ended");
    prepares[0]?.resolve(READY);
    await settle();
    attempts[0]?.resolve({ kind: "accepted" });
    await settle();
    expect(snapshot().status).toBe("done");
    expect(outcomes).toEqual([
      "s-run1 agent-completed hook: accepted",
      "s-n1 context-compacted hook: expired session-ended",
    ]);
  });

  it("in print mode an aborted run holds nothing up", () => {
    const { send, snapshot } = startSession({ mode: "print" });
    send("run.started", "session.ended");
    expect(snapshot().status).toBe("done");
  });
});

describe("session: published notices", () => {
  const notice = { id: "s-n1", event: "context-compacted", at: 0 } as const;

  it("are told beside everything else and not held by a dialog", async () => {
    const { send, deliver, told } = startSession();
    send("run.started", "span.opened", { type: "notice.published", notice });
    await deliver();
    expect(told()).toEqual(["s-n1 context-compacted"]);
  });

  it("may bring their own plan", async () => {
    const { send, deliver, told } = startSession({ channels: [plan("hook", { events: [] })] });
    send({ type: "notice.published", notice, channels: [plan("hook")] });
    await deliver();
    expect(told()).toEqual(["s-n1 context-compacted"]);
  });
});

describe("session: containment and memory (R9, R12, R13)", () => {
  it.each(["prepareDelivery", "attemptDelivery"] as const)(
    "%s that resolves nonsense harms nobody else",
    async (actorName) => {
      const { send, deliver, prepares, attempts, outcomes, snapshot } = startSession({
        channels: [plan("bad"), plan("good")],
      });
      send("run.started", settled());
      const nonsense = undefined as never;
      if (actorName === "prepareDelivery") prepares[0]?.resolve(nonsense);
      else {
        prepares[0]?.resolve(READY);
        await settle();
        attempts[0]?.resolve(nonsense);
      }
      await settle();
      await deliver();
      expect(outcomes).toEqual([
        "s-run1 agent-completed bad: failed internal error",
        "s-run1 agent-completed good: accepted",
      ]);
      send("run.started", ended("ok"), settled());
      await deliver();
      expect(outcomes.at(-1)).toBe("s-run2 agent-completed good: accepted");
      expect(snapshot().value).toMatchObject({ active: { run: "idle" } });
    },
  );

  it("keeps no child and uses the same few slots over many runs", async () => {
    const { send, deliver, snapshot } = startSession();
    for (let run = 0; run < 50; run += 1) {
      send("run.started", "span.opened", "span.closed", ended("ok"), settled());
      await deliver();
    }
    expect(snapshot().context.children).toEqual([]);
    expect(Object.keys(snapshot().children)).toEqual(["channel-health.hook"]);
    expect(snapshot().context.runCount).toBe(50);
  });
});

it("published notices take free slots first, so that ids do not grow with the session", async () => {
  const { send, snapshot, deliver } = startSession();
  const publish = (id: string): SessionEvent => ({
    type: "notice.published",
    notice: { id, event: "task-completed", at: 0 },
  });
  send(publish("a"), publish("b"));
  expect(snapshot().context.children).toEqual(["notice.0", "notice.1"]);
  await deliver();
  expect(snapshot().context).toMatchObject({ children: [], slots: { notice: { taken: 0, made: 2 } } });
  send(publish("c"), publish("d"));
  expect([...snapshot().context.children].sort()).toEqual(["notice.0", "notice.1"]);
  send(publish("e"));
  expect(snapshot().context.slots.notice).toEqual({ taken: 3, made: 3, free: undefined });
});
