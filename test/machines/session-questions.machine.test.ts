import { describe, expect, it } from "vitest";
import { QUESTION_LIMIT_MS } from "../../src/machines/session.machine.ts";
import type { SessionEvent } from "../../src/machines/session.types.ts";
import { plan } from "../../src/model/plans.ts";
import type { Answer, Question } from "../../src/notices/question.ts";
import { ended, GRACE_MS, opened, settled, startSession } from "./start-session.ts";

const asked = (question: Question): SessionEvent => ({ type: "question.asked", at: 0, question });
const answered = (answer: Answer): SessionEvent => ({ type: "question.answered", answer });

const PERMISSION: Question = { kind: "permission", id: "p1" };
const OTHER_PERMISSION: Question = { kind: "permission", id: "p2" };
const FORWARDED: Question = { kind: "forwarded", id: "f1", requester: "scout" };
const ASK: Question = { kind: "ask", id: "a1", title: "Which one?" };

describe("session: what a dialog is told as", () => {
  it.each<[string, SessionEvent[], string, string | undefined]>([
    ["no question", [opened()], "input-required", undefined],
    ["a permission just before it", [asked(PERMISSION), opened()], "permission-required", undefined],
    ["a permission just after it", [opened(), asked(PERMISSION)], "permission-required", undefined],
    ["a subagent's permission before it", [asked(FORWARDED), opened()], "permission-required", "scout"],
    ["a subagent's permission after it", [opened(), asked(FORWARDED)], "permission-required", "scout"],
    ["an ask flow before it", [asked(ASK), opened()], "input-required", undefined],
    ["an ask flow after it", [opened(), asked(ASK)], "input-required", undefined],
    [
      "a permission, answered at once",
      [opened(), asked(PERMISSION), answered(PERMISSION)],
      "input-required",
      undefined,
    ],
    [
      "a permission before it, answered in it",
      [asked(PERMISSION), opened(), answered(PERMISSION)],
      "input-required",
      undefined,
    ],
    [
      "two permissions, one answered",
      [opened(), asked(PERMISSION), asked(OTHER_PERMISSION), answered(PERMISSION)],
      "permission-required",
      undefined,
    ],
    [
      "an answer to something else",
      [opened(), asked(PERMISSION), answered({ kind: "permission", id: "p9" })],
      "permission-required",
      undefined,
    ],
  ])("%s", async (_name, events, event, label) => {
    const { send, passGrace, attempts } = startSession();
    send("run.started", ...events);
    await passGrace();
    expect(attempts.map((call) => call.input.notice)).toEqual([
      { id: "s-span1", event, at: 0, label, dismissible: true },
    ]);
  });

  it("stays what it was told as once that is out (R7)", async () => {
    const { send, passGrace, told } = startSession();
    send("run.started", "span.opened");
    await passGrace();
    send(asked(PERMISSION));
    await passGrace();
    expect(told()).toEqual(["s-span1 input-required"]);
  });

  it("a question goes with its dialog: the next one is about something else", async () => {
    const { send, passGrace, told, snapshot } = startSession();
    send("run.started", "span.opened", asked(PERMISSION), "span.closed");
    expect(snapshot().context.questions).toEqual([]);
    send("span.opened");
    await passGrace();
    expect(told()).toEqual(["s-span2 input-required"]);
  });

  it("a dialog whose end was lost takes its question along", async () => {
    const { send, passGrace, told } = startSession();
    send("run.started", "span.opened", asked(PERMISSION), "span.opened");
    await passGrace();
    expect(told()).toEqual(["s-span2 input-required"]);
  });
});

describe("session: a question and a dialog outside any run", () => {
  it("a dialog that the user opened is waited for from the question on, and told when the grace time is over", async () => {
    const { send, clock, deliver, passGrace, told, waits } = startSession();
    send("span.opened");
    await passGrace();
    send(asked(PERMISSION));
    expect(waits).toEqual(["began: (no title)"]);
    clock.increment(GRACE_MS - 1);
    await deliver();
    expect(told()).toEqual([]);
    clock.increment(1);
    await deliver();
    expect(told()).toEqual(["s-span1 permission-required"]);
    send("span.closed");
    expect(waits).toEqual(["began: (no title)", "ended"]);
  });

  it("it is of no run: the first that begins leaves it, the second overtakes it (R6)", async () => {
    const { send, deliver, passGrace, outcomes } = startSession({ channels: [plan("phone", { delayMs: 60_000 })] });
    send("span.opened", asked(PERMISSION));
    await passGrace();
    send("run.started", settled(true));
    await deliver();
    expect(outcomes).toEqual([]);
    send("run.started");
    await deliver();
    expect(outcomes).toEqual(["s-span1 permission-required phone: expired new-run"]);
  });

  it.each([
    [QUESTION_LIMIT_MS - 1, "told", ["s-span1 permission-required"]],
    [QUESTION_LIMIT_MS, "nobody's concern", []],
  ] as const)("a dialog %i ms after its question is %s", async (milliseconds, _name, expected) => {
    const { send, clock, passGrace, told, waits } = startSession();
    send(asked(PERMISSION));
    clock.increment(milliseconds);
    send("span.opened");
    await passGrace();
    expect(told()).toEqual(expected);
    expect(waits).toEqual(expected.map(() => "began: (no title)"));
  });

  it("every question is waited for anew", async () => {
    const { send, clock, passGrace, told } = startSession();
    send(asked(FORWARDED));
    clock.increment(600);
    send(asked(PERMISSION));
    clock.increment(600);
    send("span.opened");
    await passGrace();
    expect(told()).toEqual(["s-span1 permission-required"]);
  });

  it.each([
    ["the first", [FORWARDED, PERMISSION]],
    ["the second", [PERMISSION, FORWARDED]],
  ] as const)(
    "two questions before their dialog are both kept: %s is, when the other is answered",
    async (_name, both) => {
      const { send, passGrace, attempts } = startSession();
      send(...both.map(asked), answered(PERMISSION), "span.opened");
      await passGrace();
      expect(attempts[0]?.input.notice).toMatchObject({ event: "permission-required", label: "scout" });
    },
  );

  it("found by its dialog it waits as long as that, not only its own second", async () => {
    const graceMs = QUESTION_LIMIT_MS * 3;
    const { send, clock, deliver, attempts } = startSession({ prompts: { notify: "during-run", graceMs } });
    send(asked(FORWARDED), "span.opened");
    clock.increment(graceMs - 1);
    send(asked(ASK));
    clock.increment(1);
    await deliver();
    expect(attempts[0]?.input.notice).toMatchObject({ event: "permission-required", label: "scout" });
  });

  it.each<[string, SessionEvent[]]>([
    ["answered before it opened", [asked(PERMISSION), answered(PERMISSION)]],
    ["of a dialog that has closed", [asked(PERMISSION), opened(), { type: "span.closed" }]],
    ["asked inside a dialog that has closed", [opened(), asked(PERMISSION), { type: "span.closed" }]],
  ])("a question %s makes no later dialog a waiting one", async (_name, before) => {
    const { send, passGrace, told, waits } = startSession();
    send(...before);
    waits.length = 0;
    send("span.opened");
    await passGrace();
    expect(told()).toEqual([]);
    expect(waits).toEqual([]);
  });

  it("a question of a run whose dialog never came is forgotten when the run settles", async () => {
    const { send, passGrace, deliver, told, snapshot } = startSession();
    send("run.started", asked(PERMISSION), ended("ok"), settled());
    expect(snapshot().context.questions).toEqual([]);
    await deliver();
    send("span.opened");
    await passGrace();
    expect(told()).toEqual(["s-run1 agent-completed"]);
  });

  it("a question inside a dialog outlives the end of the run", async () => {
    const graceMs = 1_000;
    const { send, clock, deliver, told } = startSession({ prompts: { notify: "during-run", graceMs } });
    send("run.started", "span.opened", asked(PERMISSION), ended("ok"), settled(), asked(ASK));
    clock.increment(graceMs);
    await deliver();
    expect(told()).toEqual(["s-span1 permission-required"]);
  });
});
