import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/machines/session.types.ts";
import { plan } from "../../src/model/plans.ts";
import { ended, opened, settled, startSession } from "./start-session.ts";

const asked = (id: string): SessionEvent => ({ type: "question.asked", at: 0, question: { kind: "permission", id } });
const answered = (id: string): SessionEvent => ({ type: "question.answered", answer: { kind: "permission", id } });

describe("session: a dialog that its extension silenced (R37)", () => {
  it("is not told, is not waited for, and holds no settled notice (R4)", async () => {
    const { send, passGrace, told, waits } = startSession();
    send("run.started", "span.silenced", "span.opened", ended("ok"), settled());
    await passGrace();
    expect(told()).toEqual(["s-run1 agent-completed"]);
    expect(waits).toEqual([]);
  });

  it.each([
    ["a dialog within a run", ["run.started"], "during-run"],
    ["a dialog of no run, all of them wanted", [], "always"],
  ] as const)("silences %s, and only the first after the marker", async (_name, before, notify) => {
    const { send, passGrace, told } = startSession({ prompts: { notify, graceMs: 150 } });
    send(...before, "span.silenced", "span.silenced", "span.opened");
    await passGrace();
    expect(told()).toEqual([]);
    send("span.closed", "span.opened");
    await passGrace();
    expect(told()).toEqual(["s-span1 input-required"]);
  });

  it.each<[string, SessionEvent["type"][]]>([
    ["one that is waited for", ["run.started", "span.opened"]],
    ["one that the user opened", ["span.opened"]],
    ["a silent one", ["run.started", "span.silenced", "span.opened"]],
  ])("a marker that comes while a dialog is open, %s, is dropped", async (_name, before) => {
    const { send, passGrace, told, snapshot } = startSession();
    send(...before, "span.silenced");
    expect(snapshot().value).toMatchObject({ active: { marker: "unarmed" } });
    send("span.closed");
    await passGrace();
    send("run.started", "span.opened");
    await passGrace();
    expect(told()).toHaveLength(1);
  });

  it("once it has closed a marker silences the next one", () => {
    const { send, waits } = startSession();
    send("run.started");
    for (let dialog = 1; dialog <= 3; dialog += 1) send("span.silenced", "span.opened", "span.closed");
    expect(waits).toEqual([]);
  });

  it("stays silent when a run begins, which is told as always", async () => {
    const { send, passGrace, told, waits } = startSession();
    send("span.silenced", "span.opened", "run.started");
    await passGrace();
    send(ended("ok"), settled());
    await passGrace();
    expect(told()).toEqual(["s-run1 agent-completed"]);
    expect(waits).toEqual([]);
  });

  it("whose end was lost gives way to the next dialog", async () => {
    const { send, passGrace, told } = startSession();
    send("run.started", "span.silenced", "span.opened", "span.opened");
    await passGrace();
    expect(told()).toEqual(["s-span1 input-required"]);
  });

  it("the marker wins over a question that came before it, which colours no later dialog", async () => {
    const { send, passGrace, told, waits, snapshot } = startSession();
    send(asked("p1"), "span.silenced", "span.opened");
    await passGrace();
    expect(snapshot().context.questions).toEqual([]);
    send("span.closed", "span.opened");
    await passGrace();
    expect(told()).toEqual([]);
    expect(waits).toEqual([]);
  });
});

describe("session: a question inside a silent dialog", () => {
  it("is told without the dialog's title, and held settled notices wait for its answer", async () => {
    const { send, passGrace, deliver, attempts, told, waits } = startSession();
    send("run.started", "span.silenced", opened("Monitor"));
    send({ type: "question.asked", at: 7, question: { kind: "permission", id: "p1" } }, ended("ok"), settled());
    await passGrace();
    expect(attempts.map((call) => call.input.notice)).toEqual([
      { id: "s-span1", event: "permission-required", at: 7, dismissible: true },
    ]);
    expect(waits).toEqual(["began: (no title)"]);
    send(answered("p1"));
    await deliver();
    expect(told()).toEqual(["s-span1 permission-required", "s-run1 agent-completed"]);
    expect(waits).toEqual(["began: (no title)", "ended"]);
  });

  it("is over with its answer, not with the dialog: the next one is told anew", async () => {
    const { send, passGrace, told, waits, snapshot } = startSession();
    send("run.started", "span.silenced", opened("Monitor"));
    for (const id of ["p1", "p2"]) {
      send(asked(id));
      await passGrace();
      send(answered(id));
      expect(snapshot().value).toMatchObject({ active: { dialog: "silent" } });
      expect(snapshot().context.children).toEqual(["run.0"]);
    }
    expect(told()).toEqual(["s-span1 permission-required", "s-span2 permission-required"]);
    expect(waits).toEqual(["began: (no title)", "ended", "began: (no title)", "ended"]);
  });

  it("answered within the grace time it is never told", async () => {
    const { send, passGrace, told } = startSession();
    send("run.started", "span.silenced", "span.opened", asked("p1"), answered("p1"));
    await passGrace();
    expect(told()).toEqual([]);
  });

  it("of two, both have to be answered", async () => {
    const { send, passGrace, told, waits } = startSession();
    send("run.started", "span.silenced", "span.opened", asked("p1"), asked("p2"), answered("p1"));
    await passGrace();
    expect(told()).toEqual(["s-span1 permission-required"]);
    expect(waits).toEqual(["began: (no title)"]);
    send(answered("p2"));
    expect(waits).toEqual(["began: (no title)", "ended"]);
  });

  it("ends with the dialog when no answer comes", async () => {
    const { send, passGrace, told, waits, snapshot } = startSession();
    send("span.silenced", "span.opened", asked("p1"), "span.closed");
    await passGrace();
    expect(told()).toEqual([]);
    expect(waits).toEqual(["began: (no title)", "ended"]);
    expect(snapshot().value).toMatchObject({ active: { dialog: "closed", question: "none" } });
  });

  it.each([
    ["of a run goes stale with the next", ["run.started"], [settled(true), "run.started"]],
    ["of no run goes stale with the second", [], ["run.started", settled(true), "run.started"]],
  ] as const)("what is not attempted of one that is asked %s (R6)", async (_name, before, runs) => {
    const channels = [plan("phone", { delayMs: 60_000 })];
    const { send, passGrace, deliver, outcomes } = startSession({ channels });
    send(...before, "span.silenced", "span.opened", asked("p1"));
    await passGrace();
    send(...runs.slice(0, -1));
    await deliver();
    expect(outcomes).toEqual([]);
    send(...runs.slice(-1));
    await deliver();
    expect(outcomes).toEqual(["s-span1 permission-required phone: expired new-run"]);
  });
});
