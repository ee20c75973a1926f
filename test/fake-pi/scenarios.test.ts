import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeWith } from "../../rig/describe-with.ts";
import { type PiInTmux, type PiInTmuxOptions, startPiInTmux } from "../../rig/pi-in-tmux.ts";
import { runPiPrint, startPiRpc } from "../../rig/pi-on-pipes.ts";
import { failure, text, toolCalls } from "../../src/testing/model-answers.ts";
import { piScenarios } from "../../src/testing/pi-scenarios.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";
import {
  comparable,
  PROBE_ENVIRONMENT,
  type RecordedEvent,
  recordOnFakePi,
  type ScenarioName,
} from "./recorded-scenarios.ts";

type Play = (pi: PiInTmux) => Promise<void>;

/** Played one after the other in one session of the real Pi; each leaves it idle. */
const IN_ONE_SESSION = {
  plainAnswer: (pi) => pi.prompt("work"),
  failOnce: async (pi) => {
    pi.model.answer(failure(503));
    await pi.prompt("work");
  },
  failAlways: async (pi) => {
    pi.model.answer(failure(503), failure(503), failure(503), failure(503));
    await pi.prompt("work");
  },
  escapeWhileWorking: async (pi) => {
    await work(pi);
    await pi.keys("Escape");
  },
  steer: async (pi) => {
    const held = await work(pi);
    const inputs = pi.eventNames("input").length;
    await pi.prompt("and this");
    await pi.waitForEvent("input", inputs + 1);
    held.release();
  },
  toolDialog: async (pi) => {
    await askBy(pi, "ask_user");
    await answer(pi);
  },
  dialogsInARow: async (pi) => {
    const opened = pi.eventNames("ui_prompt_start").length;
    await askBy(pi, "ask_twice");
    await pi.keys("Enter");
    // Both look alike: only the event tells that the second is there.
    await pi.waitForEvent("ui_prompt_start", opened + 2);
    await pi.keys("Enter");
  },
  overlappingDialogs: async (pi) => {
    await askBy(pi, "ask_overlapping");
    await answer(pi);
    await pi.waitForScreen(/enter select/);
    await answer(pi);
  },
  commandDialog: async (pi) => {
    await pi.prompt("/rig-dialog Deploy?");
    await pi.waitForScreen(/enter select/);
    await answer(pi);
  },
  shellCommand: async (pi) => {
    await pi.prompt("!echo shell-$((40 + 2))");
    await pi.waitForScreen(/shell-42/);
  },
  compaction: async (pi) => {
    const settled = pi.eventNames("agent_settled").length;
    await pi.prompt("first");
    await pi.waitForEvent("agent_settled", settled + 1);
    pi.model.answer(text("much", { usage: { prompt_tokens: 127_000, completion_tokens: 100 } }), text("a summary"));
    await pi.prompt("second");
  },
  newSession: (pi) => pi.prompt("/new"),
  reload: async (pi) => {
    await pi.prompt("/reload");
    await pi.waitForScreen(/Reloaded/);
  },
  newSessionWhileWorking: async (pi) => {
    await work(pi);
    await pi.prompt("/new");
  },
  quit: (pi) => pi.keys("C-d"),
} as const satisfies Partial<Record<ScenarioName, Play>>;

/** Each in a Pi of its own, because it ends there, or needs another setting or no history. */
const ALONE = {
  cutAnswer: async (pi) => {
    pi.model.answer(text("so far", { finish: "length" }));
    await pi.prompt("work");
  },
  escapeWhileRetrying: async (pi) => {
    pi.model.answer(failure(503));
    await pi.prompt("work");
    await pi.waitForScreen(/[Rr]etry/);
    await pi.keys("Escape");
  },
  quitWhileWorking: async (pi) => {
    await work(pi);
    await pi.keys("C-d");
  },
  terminateWhileWorking: async (pi) => {
    await work(pi);
    pi.signal("SIGTERM");
  },
  terminateUnderDialog: async (pi) => {
    await askBy(pi, "ask_user");
    pi.signal("SIGTERM");
  },
} as const satisfies Partial<Record<ScenarioName, Play>>;

const SETTINGS: Partial<Record<ScenarioName, PiInTmuxOptions["settings"]>> = {
  escapeWhileRetrying: { retry: { baseDelayMs: 60_000 } },
};

const namesOf = <Name extends string>(scenarios: Readonly<Record<Name, unknown>>) => Object.keys(scenarios) as Name[];

describeWith("tmux", "the fake Pi tells extensions what the real Pi tells them", () => {
  let pi: PiInTmux;
  beforeAll(async () => {
    pi = await startPiInTmux({ env: PROBE_ENVIRONMENT, settings: { compaction: { keepRecentTokens: 1 } } });
  });
  afterAll(() => pi[Symbol.asyncDispose]());

  it.each(namesOf(IN_ONE_SESSION))("%s", async (name) => {
    const before = pi.events.length;
    const expected = await recordOnFakePi(name);
    await IN_ONE_SESSION[name](pi);
    expect(await recordOnRealPi(pi, before, expected.length)).toEqual(expected);
  });

  it.each(namesOf(ALONE))("%s", async (name) => {
    await using alone = await startPiInTmux({ env: PROBE_ENVIRONMENT, settings: SETTINGS[name] });
    const expected = await recordOnFakePi(name);
    await ALONE[name](alone);
    expect(await recordOnRealPi(alone, 1, expected.length)).toEqual(expected);
  });
});

describe("the fake Pi tells extensions what the real Pi tells them, without a terminal", () => {
  it("print", async () => {
    const { events } = await runPiPrint("work", { env: PROBE_ENVIRONMENT });
    expect(comparable(events).slice(1)).toEqual(await recordOnFakePi("print", "print"));
  });

  it("toolDialog in rpc mode", async () => {
    await using pi = await startPiRpc({ env: PROBE_ENVIRONMENT });
    pi.model.answer(toolCalls({ name: "ask_user", args: { title: "Deploy?" } }));
    pi.send({ type: "prompt", message: "work" });
    const { id } = await pi.waitForRecord("the dialog", ({ type }) => type === "extension_ui_request");
    pi.send({ type: "extension_ui_response", id, confirmed: true });
    await pi.waitForEvent("agent_settled");
    expect(comparable(pi.events).slice(1)).toEqual(await recordOnFakePi("toolDialog", "rpc"));
  });
});

it("every scenario of the kit is compared", () => {
  expect([...namesOf(IN_ONE_SESSION), ...namesOf(ALONE), "print"].sort()).toEqual(namesOf(piScenarios).sort());
});

/**
 * What came since, once it is as much as was expected. Something that comes later still is taken for the beginning of
 * the next scenario, and fails that.
 */
async function recordOnRealPi(pi: PiInTmux, before: number, count: number): Promise<RecordedEvent[]> {
  await waitUntil(
    () => `${count} events; came: ${pi.eventNames().slice(before).join(" ")}`,
    () => pi.events.length >= before + count,
    5_000,
  ).catch((error: unknown) => {
    // Fewer than expected: the comparison shows which.
    if (pi.events.length <= before) throw error;
  });
  const recorded = comparable(pi.events.slice(before));
  if (recorded.at(-1)?.detail.reason !== "quit") return recorded;
  await pi.exit();
  return comparable(pi.events.slice(before));
}

/** A run whose model does not answer. */
async function work(pi: PiInTmux) {
  const held = pi.model.hold();
  await pi.prompt("work");
  await held.reached();
  return held;
}

async function askBy(pi: PiInTmux, tool: string): Promise<void> {
  pi.model.answer(toolCalls({ name: tool, args: { title: "Deploy?" } }));
  await pi.prompt("work");
  await pi.waitForScreen(/enter select/);
}

/** Presses Enter on a dialog and sees it react. */
async function answer(pi: PiInTmux): Promise<void> {
  const screen = await pi.screen();
  await pi.keys("Enter");
  await waitUntil("the dialog to react", async () => (await pi.screen()) !== screen);
}
