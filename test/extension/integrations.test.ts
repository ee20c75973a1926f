import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { LimitedPi } from "../../rig/limited-pi.ts";
import { DEFAULT_CONFIG } from "../../src/config/config.ts";
import { connect } from "../../src/extension.ts";
import type { LiveSessions } from "../../src/integrations/live-sessions.ts";
import { outcomeText } from "../../src/messages/outcome-text.ts";
import { type StartSessionRuntime, startSessionRuntime } from "../../src/runtime/session-runtime.ts";
import type { FakePi } from "../../src/testing/fake-pi.ts";
import { type PiNotifyUnderTest, startPiNotify } from "../../src/testing/start-pi-notify.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Started extends PiNotifyUnderTest {
  readonly pi: FakePi;
  /** What herdr heard: `+label` and `-`. */
  readonly herdr: readonly string[];
  /** The events told so far, with a label where there is one. */
  told(): readonly string[];
}

async function start(config: Readonly<Record<string, unknown>> = {}): Promise<Started> {
  const pi = new LimitedPi();
  const herdr: string[] = [];
  pi.bus.on("herdr:blocked", ({ active, label }) => herdr.push(active ? `+${label}` : "-"));
  const notify = await startPiNotify(pi, { config: { content: { project: false }, ...config } });
  await pi.start();
  cleanups.push(() => pi.shutdown());
  return {
    ...notify,
    pi,
    herdr,
    told: () => notify.notices.map(({ event, lines }) => [event, ...lines].join(": ")),
  };
}

const PROMPT = {
  requestId: "r1",
  source: "tool_call",
  surface: "bash",
  value: "make",
  agentName: null,
  message: "Allow make?",
  forwarding: null,
};
const FORWARDED = { ...PROMPT, forwarding: { requesterAgentName: "work\x1b[1mer", requesterSessionId: "s" } };
const DECISION = { surface: "bash", value: "make", agentName: null, result: "allow", resolution: "user_approved" };

/** A run that is under way, and what follows. */
async function working(config?: Readonly<Record<string, unknown>>): Promise<Started> {
  const started = await start(config);
  await started.pi.emit("agent_start");
  return started;
}

async function open(pi: FakePi, title?: string): Promise<void> {
  await pi.emit("ui_prompt_start", { reason: "ui_prompt", kind: title === undefined ? "custom" : "select", title });
}

async function close(pi: FakePi): Promise<void> {
  await pi.emit("ui_prompt_end", { reason: "ui_prompt", kind: "custom" });
}

describe("what a dialog is about", () => {
  it.each([["before"], ["after"]])("a permission asked just %s the dialog opens: one notice", async (when) => {
    const { pi, told, advance } = await working();
    if (when === "before") pi.bus.emit("permissions:ui_prompt", PROMPT);
    await open(pi);
    if (when === "after") pi.bus.emit("permissions:ui_prompt", PROMPT);
    await advance(1_000);
    await close(pi);
    pi.bus.emit("permissions:decision", DECISION);
    await advance(1_000);
    expect(told()).toEqual(["permission-required"]);
  });

  it("a forwarded one names who asks, sanitised", async () => {
    const { pi, told, advance } = await working();
    pi.bus.emit("permissions:ui_prompt", FORWARDED);
    await open(pi);
    await advance(1_000);
    expect(told()).toEqual(["permission-required: worker"]);
  });

  it("the next dialog does not ask for a permission", async () => {
    const { pi, told, advance } = await working();
    pi.bus.emit("permissions:ui_prompt", PROMPT);
    await open(pi);
    await advance(1_000);
    await close(pi);
    await open(pi, "Which?");
    await advance(1_000);
    expect(told()).toEqual(["permission-required", "input-required"]);
  });

  it("a permission whose dialog never opens colours none that comes later", async () => {
    const { pi, told, advance } = await working();
    pi.bus.emit("permissions:ui_prompt", PROMPT);
    await advance(2_000);
    await open(pi, "Which?");
    await advance(1_000);
    expect(told()).toEqual(["input-required"]);
  });

  it.each([["policy_allow"], ["auto_approved"]])("resolution %s answers no dialog", async (resolution) => {
    const { pi, told, advance } = await working();
    pi.bus.emit("permissions:ui_prompt", PROMPT);
    pi.bus.emit("permissions:decision", { ...DECISION, resolution });
    await open(pi);
    await advance(1_000);
    expect(told()).toEqual(["permission-required"]);
  });

  it("a dialog that the user opened becomes a waiting one when something is asked in it, once", async () => {
    const { pi, told, herdr, advance } = await start();
    await open(pi);
    await advance(1_000);
    expect(told()).toEqual([]);
    pi.bus.emit("@eko24ive/pi-ask:started", { flowId: "f", title: "Deploy where?" });
    pi.bus.emit("permissions:ui_prompt", FORWARDED);
    await advance(1_000);
    expect(told()).toEqual(["permission-required: worker"]);
    await close(pi);
    await advance(1_000);
    expect({ told: told(), herdr }).toEqual({
      told: ["permission-required: worker"],
      herdr: ["+Deploy where?", "-"],
    });
  });
});

describe("silent dialogs", () => {
  it("are not told, hold nothing, and end; the next one is told", async () => {
    const { pi, told, herdr, advance } = await working();
    pi.bus.emit("pi-notify:ui_span_silent", { reason: "panel" });
    pi.bus.emit("pi-notify:ui_span_silent", {});
    await open(pi, "Panel");
    await advance(1_000);
    await pi.emit("agent_settled", { aborted: false });
    await advance(1_000);
    expect(told()).toEqual(["agent-completed"]);
    await pi.emit("agent_start");
    await close(pi);
    await open(pi, "Which?");
    await advance(1_000);
    expect(told()).toEqual(["agent-completed", "input-required"]);
    expect(herdr).toEqual(["+Which?"]);
  });

  it("a run that begins does not wait for one (R4), a permission inside is told and then over", async () => {
    const { pi, told, herdr, advance } = await start();
    pi.bus.emit("pi-notify:ui_span_silent", {});
    await open(pi, "Panel");
    await pi.emit("agent_start");
    pi.bus.emit("permissions:ui_prompt", PROMPT);
    await advance(1_000);
    expect(told()).toEqual(["permission-required"]);
    await pi.emit("agent_settled", { aborted: false });
    await advance(1_000);
    expect(told()).toEqual(["permission-required"]);
    pi.bus.emit("permissions:decision", DECISION);
    await advance(1_000);
    expect(told()).toEqual(["permission-required", "agent-completed"]);
    expect(herdr).toEqual(["+", "-"]);
  });

  it("a marker that comes while a dialog is open claims none, and one session's none of the next", async () => {
    const { pi, told, advance } = await working();
    await open(pi, "Which?");
    pi.bus.emit("pi-notify:ui_span_silent", {});
    await close(pi);
    await open(pi, "And which?");
    await advance(1_000);
    expect(told()).toEqual(["input-required"]);
    await close(pi);
    pi.bus.emit("pi-notify:ui_span_silent", {});
    await pi.newSession();
    await pi.emit("agent_start");
    await open(pi, "Which?");
    await advance(1_000);
    expect(told()).toEqual(["input-required", "input-required"]);
  });
});

describe("herdr", () => {
  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["with pi-notify switched off", { enabled: false }],
    ["without a channel", { channels: [] }],
  ])("hears of dialogs %s, of a run's and no others", async (_name, config) => {
    const { pi, herdr, notices, advance } = await start(config);
    await open(pi, "Settings");
    await close(pi);
    await pi.emit("agent_start");
    await advance(100);
    await open(pi, "Sure?");
    await advance(100);
    expect(herdr).toEqual(["+Sure?"]);
    await close(pi);
    await advance(100);
    await pi.emit("agent_settled", { aborted: false });
    await advance(100);
    await open(pi, "Settings");
    await advance(100);
    expect(herdr).toEqual(["+Sure?", "-"]);
    expect(notices).toEqual([]);
  });

  it("takes an unheard run for over once it has settled", async () => {
    const { pi, herdr, advance } = await start({ channels: [] });
    // With no channel to tell it, no machine is loaded for this run.
    await pi.run();
    await advance(100);
    await open(pi, "Settings");
    await advance(100);
    expect(herdr).toEqual([]);
  });

  it("does not where it is switched off", async () => {
    const { pi, herdr, told, advance } = await working({ herdr: { enabled: false } });
    await open(pi, "Sure?");
    await advance(1_000);
    expect({ told: told(), herdr }).toEqual({ told: ["input-required"], herdr: [] });
  });

  it("is lowered while Pi still listens when the session ends, and only by pi-notify's own events", async () => {
    const { pi, herdr, advance } = await working();
    await open(pi, "Sure?");
    await advance(100);
    pi.bus.emit("herdr:blocked", { active: true, label: "theirs" });
    pi.bus.emit("herdr:blocked", { active: false });
    pi.bus.emit("herdr:blocked", "nonsense");
    await pi.shutdown("new");
    expect(herdr).toEqual(["+Sure?", "+theirs", "-", "-", "-"]);
    expect({ stale: pi.staleUses, errors: pi.errors }).toEqual({ stale: 0, errors: [] });
  });

  it("hears nothing of a dialog whose session ends before the machines are loaded", async () => {
    const { pi, herdr, untilQuiet } = await start();
    await pi.emit("agent_start");
    await open(pi, "Sure?");
    await pi.newSession();
    await untilQuiet();
    expect(herdr.filter((text) => text.startsWith("+"))).toHaveLength(herdr.filter((text) => text === "-").length);
    expect(pi.staleUses).toBe(0);
  });
});

describe("subagents", () => {
  it.each<[string, unknown, readonly string[]]>([
    ["that are done", { runId: "t", agent: "scout", success: true }, ["task-completed: scout"]],
    ["that failed", { runId: "t", agent: "scout", status: "timed-out" }, ["integration-error: scout"]],
    ["that were stopped", { runId: "t", agent: "scout", state: "stopped" }, []],
  ])("%s", async (_name, payload, expected) => {
    const { pi, told, advance } = await start();
    pi.bus.emit("subagent:async-complete", payload);
    pi.bus.emit("subagent:foreground-complete", payload);
    await advance(1_000);
    expect(told()).toEqual([...expected, ...expected]);
  });

  it("with `hold` a settled notice waits for those that still work, and /notify why says so", async () => {
    const { pi, told, advance } = await start({ attention: { backgroundWork: "hold", backgroundWorkMaxMs: 60_000 } });
    await pi.emit("agent_start");
    pi.bus.emit("subagent:async-started", { id: "t", agent: "scout" });
    await pi.emit("agent_settled", { aborted: false });
    await advance(30_000);
    expect(told()).toEqual([]);
    await pi.prompt("/notify why");
    const why = await waitUntil("an answer", () => pi.said.at(-1));
    expect(why).toContain("subagents work in the background: its notification would be held");
    pi.bus.emit("subagent:async-complete", { runId: "t", agent: "scout", success: true });
    await advance(1_999);
    expect(told()).toEqual([]);
    await advance(1);
    expect(told()).toEqual(["agent-completed"]);
  });

  it.each<[string, (pi: FakePi) => Promise<void> | void]>([
    [
      "a tool's result",
      (pi) => pi.emit("tool_execution_end", { toolName: "subagent", result: { details: { asyncId: "t" } } }),
    ],
    [
      "a slash command",
      (pi) => void pi.bus.emit("subagent:slash:response", { requestId: "s", result: { details: { asyncId: "t" } } }),
    ],
  ])(
    "with `hold` work that only %s names is waited for, and Pi's own run takes the notice's place",
    async (_, begin) => {
      const { pi, told, advance } = await start({ attention: { backgroundWork: "hold" } });
      await pi.emit("agent_start");
      await begin(pi);
      await pi.emit("agent_settled", { aborted: false });
      await advance(30_000);
      expect(told()).toEqual([]);
      pi.bus.emit("subagent:async-complete", { runId: "t", agent: "scout", success: true });
      await advance(100);
      await pi.emit("agent_start");
      await pi.emit("agent_settled", { aborted: false });
      await advance(0);
      expect(told()).toEqual(["agent-completed"]);
    },
  );

  it("with `hold` a part that was let go from the foreground is waited for, by its own id", async () => {
    const { pi, told, advance } = await start({ attention: { backgroundWork: "hold" } });
    await pi.emit("agent_start");
    const results = [{ agent: "a" }, { agent: "b", detached: true }];
    await pi.emit("tool_execution_end", { toolName: "subagent", result: { details: { runId: "r", results } } });
    await pi.emit("agent_settled", { aborted: false });
    await advance(30_000);
    expect(told()).toEqual([]);
    pi.bus.emit("subagent:foreground-complete", { runId: "r", id: "r:1", agent: "b", success: true });
    await advance(2_000);
    expect(told()).toEqual(["agent-completed"]);
  });

  it("but not longer than its limit, and without `hold` not at all", async () => {
    for (const [attention, wait] of [
      [{ backgroundWork: "hold", backgroundWorkMaxMs: 60_000 }, 60_000],
      [{}, 0],
    ] as const) {
      const { pi, told, advance } = await start({ attention });
      await pi.emit("agent_start");
      pi.bus.emit("subagent:async-started", { id: "t", agent: "scout" });
      await pi.emit("agent_settled", { aborted: false });
      if (wait > 0) await advance(wait - 1);
      expect(told()).toEqual([]);
      await advance(1);
      expect(told()).toEqual(["agent-completed"]);
    }
  });
});

describe("a Pi that is a subagent's child", () => {
  async function status(env: Record<string, string>, config = DEFAULT_CONFIG): Promise<string> {
    const pi = new LimitedPi();
    await pi.load((api) => void connect(api, { env, terminal: new PassThrough(), config }));
    await pi.start();
    cleanups.push(() => pi.shutdown());
    await pi.prompt("/notify test bell");
    return await waitUntil("an answer", () => pi.said.at(-1));
  }

  it("tells nothing, and says why", async () => {
    expect(await status({ PI_SUBAGENT_CHILD: "1" })).toBe("info: bell: skipped (subagent)");
    expect(await status({ PI_SUBAGENT_DEPTH: "2" })).toBe("info: bell: skipped (subagent)");
    expect(await status({ PI_SUBAGENT_DEPTH: "0", PI_SUBAGENT_PARENT_SESSION: "s" })).toBe("info: bell: written");
  });

  it("tells where it is wanted to", async () => {
    const attention = { ...DEFAULT_CONFIG.attention, childProcesses: "notify" as const };
    expect(await status({ PI_SUBAGENT_CHILD: "1" }, { ...DEFAULT_CONFIG, attention })).toBe("info: bell: written");
  });

  it("is one inside its parent's process as well", async () => {
    const liveSessions: LiveSessions = new Set();
    const outcomes: string[] = [];
    const startRuntime: StartSessionRuntime = (given) => {
      const runtime = startSessionRuntime(given);
      runtime.onOutcome(({ outcome }) => outcomes.push(`${given.mode}: ${outcomeText(outcome, "en")}`));
      return runtime;
    };
    const host = { env: {}, terminal: new PassThrough(), config: DEFAULT_CONFIG, liveSessions, startRuntime };
    for (const mode of ["tui", "print"] as const) {
      const pi = new LimitedPi({ mode });
      await pi.load((api) => void connect(api, host));
      await pi.start();
      cleanups.push(() => pi.shutdown());
      await pi.prompt("/notify test bell");
    }
    await waitUntil("two outcomes", () => outcomes.length === 2);
    expect(outcomes.toSorted()).toEqual(["print: skipped (subagent)", "tui: written"]);
    for (const cleanup of cleanups.splice(0)) await cleanup();
    expect(liveSessions.size).toBe(0);
  });
});

describe("what makes no sense on the bus", () => {
  it("is ignored, told once for each channel and session, and repeats nothing of it", async () => {
    const { pi, told, advance } = await start();
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error("hands off");
        },
      },
    );
    for (const payload of [null, "secret", { requestId: 7, note: "secret" }, hostile]) {
      for (const channel of ["permissions:ui_prompt", "subagent:async-started"]) {
        expect(() => pi.bus.emit(channel, payload)).not.toThrow();
      }
    }
    await pi.run();
    await advance(1_000);
    expect(told()).toEqual(["agent-completed"]);
    expect(pi.said).toEqual([
      "warning: pi-notify: an extension sent an invalid payload on permissions:ui_prompt; it is ignored.",
      "warning: pi-notify: an extension sent an invalid payload on subagent:async-started; it is ignored.",
    ]);
  });
});
