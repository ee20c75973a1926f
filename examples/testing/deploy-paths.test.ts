import assert from "node:assert/strict";
import { test } from "node:test";
import { type FakeDialog, FakePi, startPiNotify, text, toolCalls, walkPaths } from "pi-notify-xstate/testing";
import { setup } from "xstate";
import deploy from "./deploy.ts";

/** What should happen, and nothing of how: events only, no delays and no actors. */
const dialogModel = setup({
  types: {
    events: {} as
      | { type: "tool asks" }
      | { type: "grace time ends" }
      | { type: "user answers" }
      | { type: "model is done" },
  },
}).createMachine({
  id: "dialog",
  initial: "working",
  states: {
    working: { on: { "tool asks": "unnoticed", "model is done": "settled" } },
    unnoticed: { on: { "grace time ends": "announced", "user answers": "working" } },
    announced: { on: { "user answers": "working" } },
    settled: {},
  },
});

/** The real thing, and what the checks have to know of its past. */
async function start() {
  const pi = new FakePi();
  const notify = await startPiNotify(pi);
  await pi.load(deploy);
  await pi.start();
  const model = pi.model.hold();
  const run = pi.prompt("ship it");
  await model.reached();
  const events = () => notify.notices.map(({ event }) => event);
  return { pi, notify, model, run, events, dialog: undefined as FakeDialog | undefined, toldBefore: 0 };
}

test("whatever the order, each dialog is announced at most once, and the end is told once", async () => {
  const report = await walkPaths(dialogModel, {
    paths: "transitions",
    start,
    steps: {
      "tool asks": async (it) => {
        it.toldBefore = it.notify.notices.length;
        const next = it.pi.model.hold();
        it.model.release(toolCalls({ name: "deploy", args: {} }));
        it.model = next;
        it.dialog = await it.pi.waitForDialog("Deploy to production?");
        await it.notify.untilQuiet();
      },
      "grace time ends": (it) => it.notify.advance(150),
      "user answers": async (it) => {
        it.dialog?.answer(true);
        await it.model.reached();
        await it.notify.untilQuiet();
      },
      "model is done": async (it) => {
        it.model.release(text("done"));
        await it.run;
        await it.notify.advance(60_000);
      },
    },
    states: {
      working: (it) => assert.ok(!it.events().includes("agent-completed")),
      unnoticed: (it) => assert.equal(it.notify.notices.length, it.toldBefore),
      announced: (it) => assert.equal(it.notify.notices.length, it.toldBefore + 1),
      settled: (it) => assert.equal(it.events().filter((event) => event === "agent-completed").length, 1),
    },
    end: (it) => it.pi.shutdown(),
  });
  assert.deepEqual(report.model.missing, []);
});
