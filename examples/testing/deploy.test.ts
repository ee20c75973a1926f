import assert from "node:assert/strict";
import { test } from "node:test";
import { FakePi, startPiNotify, toolCalls } from "pi-notify-xstate/testing";
import deploy from "./deploy.ts";

/** A run in which the model has called the tool, and the dialog is open. */
async function askToDeploy() {
  const pi = new FakePi();
  const notify = await startPiNotify(pi);
  await pi.load(deploy);
  await pi.start();
  pi.model.answer(toolCalls({ name: "deploy", args: {} }));
  const run = pi.prompt("ship it");
  const dialog = await pi.waitForDialog("Deploy to production?");
  return { pi, notify, dialog, run };
}

test("the dialog is announced once, and not again when Pi settles", async () => {
  const { pi, notify, dialog, run } = await askToDeploy();
  await notify.advance(150);
  assert.deepEqual(
    notify.notices.map(({ event, promptTitle }) => [event, promptTitle]),
    [["input-required", "Deploy to production?"]],
  );

  dialog.answer(true);
  await run;
  await notify.advance(60_000);
  assert.deepEqual(
    notify.notices.map(({ event }) => event),
    ["input-required", "agent-completed"],
  );
  assert.deepEqual(pi.errors, []);
});

test("a dialog that closes within the grace time is not announced", async () => {
  const { notify, dialog, run } = await askToDeploy();
  await notify.advance(149);
  dialog.answer(true);
  await run;
  await notify.advance(60_000);
  assert.deepEqual(
    notify.notices.map(({ event }) => event),
    ["agent-completed"],
  );
});

test("while nobody has answered, nothing else is said", async () => {
  const { pi, notify } = await askToDeploy();
  await notify.advance(3_600_000);
  assert.equal(notify.notices.length, 1);

  await pi.terminate();
  await notify.advance(60_000);
  assert.equal(notify.notices.length, 1);
});
