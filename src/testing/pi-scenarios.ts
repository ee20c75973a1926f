import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { FakePi } from "./fake-pi.ts";
import { failure, text, toolCalls } from "./model-answers.ts";
import { nextTurn } from "./next-turn.ts";

/** What the scenarios ask in their dialogs. */
const QUESTION = "Deploy?";
const SECOND_QUESTION = "Deploy? (second)";
const ASK = toolCalls({ name: "scenario_ask", args: {} });
const ASK_TWICE = toolCalls({ name: "scenario_ask_twice", args: {} });
const ASK_OVERLAPPING = toolCalls({ name: "scenario_ask_overlapping", args: {} });

/**
 * The orders in which Pi's events come, each as a function that plays one on a fake Pi, from `session_start` on. Load
 * your extensions first. Each is compared with the real Pi, event by event.
 *
 * @example
 * for (const [name, play] of Object.entries(piScenarios)) it(name, () => play(pi));
 */
export const piScenarios = {
  /** One message, one answer. */
  async plainAnswer(pi) {
    await pi.start();
    await pi.prompt("work");
  },

  /** The model's answer is cut at its length limit. */
  async cutAnswer(pi) {
    await pi.start();
    pi.model.answer(text("so far", { finish: "length" }));
    await pi.prompt("work");
  },

  /** The model fails with 503 once; Pi asks again by itself. */
  async failOnce(pi) {
    await pi.start();
    pi.model.answer(failure(503));
    await pi.prompt("work");
  },

  /** The model fails every time, until Pi gives up. */
  async failAlways(pi) {
    await pi.start();
    pi.model.answer(failure(503), failure(503), failure(503), failure(503));
    await pi.prompt("work");
  },

  /** Escape while the model works. */
  async escapeWhileWorking(pi) {
    await workingRun(pi);
    await pi.escape();
  },

  /** Escape while Pi waits to ask a failing model again: Pi takes that for an error and not for a stop. */
  async escapeWhileRetrying(pi) {
    await pi.start();
    pi.model.answer(failure(503));
    const retry = pi.holdRetry();
    const run = pi.prompt("work");
    await retry.reached();
    await pi.escape();
    await run;
  },

  /** A message typed while the model works joins the run. */
  async steer(pi) {
    await pi.start();
    const held = pi.model.hold();
    const run = pi.prompt("work");
    await held.reached();
    await pi.prompt("and this");
    held.release();
    await run;
  },

  /** A tool opens a dialog, somebody answers it, the run goes on. */
  async toolDialog(pi) {
    const run = await askingRun(pi);
    (await pi.waitForDialog(QUESTION)).answer(true);
    await run.over;
  },

  /** A tool asks the same twice, one dialog after the other. */
  async dialogsInARow(pi) {
    const run = await askingRun(pi, ASK_TWICE);
    (await pi.waitForDialog(QUESTION)).answer(true);
    await nextTurn();
    (await pi.waitForDialog(QUESTION)).answer(true);
    await run.over;
  },

  /** The second dialog opens before the first is answered. */
  async overlappingDialogs(pi) {
    const run = await askingRun(pi, ASK_OVERLAPPING);
    (await pi.waitForDialog(SECOND_QUESTION)).answer(true);
    (await pi.waitForDialog(QUESTION)).answer(true);
    await run.over;
  },

  /** A slash command opens a dialog while nothing runs. */
  async commandDialog(pi) {
    await pi.load(asking);
    await pi.start();
    const command = pi.prompt("/scenario-ask");
    (await pi.waitForDialog(QUESTION)).answer(true);
    await command;
  },

  /** The context grows too large, so Pi compacts it inside the run. */
  async compaction(pi) {
    await pi.start();
    await pi.prompt("first");
    pi.model.answer(text("much", { usage: { prompt_tokens: 127_000, completion_tokens: 100 } }), text("a summary"));
    await pi.prompt("second");
  },

  /** `!command`: the user's own shell command. */
  async shellCommand(pi) {
    await pi.start();
    await pi.prompt("!true");
  },

  /** `/new`, with nothing under way. */
  async newSession(pi) {
    await pi.start();
    await pi.newSession();
  },

  /** `/new` while the model works. */
  async newSessionWhileWorking(pi) {
    await workingRun(pi);
    await pi.newSession();
  },

  /** `/reload`. */
  async reload(pi) {
    await pi.start();
    await pi.reload();
  },

  /** Ctrl+D, with nothing under way. */
  async quit(pi) {
    await pi.start();
    await pi.quit();
  },

  /** Ctrl+D while the model works. */
  async quitWhileWorking(pi) {
    await workingRun(pi);
    await pi.quit();
  },

  /** SIGTERM while the model works. */
  async terminateWhileWorking(pi) {
    await workingRun(pi);
    await pi.terminate();
  },

  /** SIGTERM while a tool's dialog is open. */
  async terminateUnderDialog(pi) {
    await askingRun(pi);
    await pi.waitForDialog(QUESTION);
    await pi.terminate();
  },

  /** `pi -p`: Pi ends as soon as it has settled. The fake Pi has to be in mode `print`. */
  async print(pi) {
    if (pi.mode !== "print") throw new TypeError("this scenario is for new FakePi({ mode: 'print' })");
    await pi.start();
    await pi.prompt("work");
    await pi.quit();
  },
} as const satisfies Record<string, (pi: FakePi) => Promise<void>>;

/** A run whose model does not answer. */
async function workingRun(pi: FakePi): Promise<void> {
  await pi.start();
  const held = pi.model.hold();
  void pi.prompt("work");
  await held.reached();
}

/** A run in which a tool opens a dialog. */
async function askingRun(pi: FakePi, calls = ASK): Promise<{ readonly over: Promise<void> }> {
  await pi.load(asking);
  await pi.start();
  pi.model.answer(calls);
  return { over: pi.prompt("work") };
}

/** The extension whose dialogs the scenarios use. */
function asking(pi: ExtensionAPI): void {
  const ask = (ctx: ExtensionContext, title: string, signal?: AbortSignal) =>
    ctx.ui.confirm(title, "Yes or no?", { signal });
  const about = { label: "Ask", description: "Asks the user.", parameters: { type: "object" } };
  pi.registerTool({
    ...about,
    name: "scenario_ask",
    execute: async (_id, _args, signal, _update, ctx) => answerOf([await ask(ctx, QUESTION, signal)]),
  });
  pi.registerTool({
    ...about,
    name: "scenario_ask_twice",
    execute: async (_id, _args, signal, _update, ctx) =>
      answerOf([await ask(ctx, QUESTION, signal), await ask(ctx, QUESTION, signal)]),
  });
  pi.registerTool({
    ...about,
    name: "scenario_ask_overlapping",
    execute: async (_id, _args, signal, _update, ctx) =>
      answerOf(await Promise.all([ask(ctx, QUESTION, signal), ask(ctx, SECOND_QUESTION, signal)])),
  });
  pi.registerCommand("scenario-ask", {
    description: "Asks the user.",
    handler: async (_args, ctx) => void (await ask(ctx, QUESTION)),
  });
}

function answerOf(answers: readonly boolean[]) {
  return { content: [{ type: "text" as const, text: answers.join(",") }], details: {} };
}
