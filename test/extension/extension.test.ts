import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { afterEach, describe, expect, it } from "vitest";
import { type HttpReceiver, startHttpReceiver } from "../../rig/http-receiver.ts";
import { LimitedPi } from "../../rig/limited-pi.ts";
import { unwrapped } from "../../rig/unwrapped.ts";
import { NOTIFICATION_EVENT_IDS, PI_NOTIFY_PUBLISH_EVENT, publishNotification } from "../../src/api/api.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { connect, type ExtensionHost } from "../../src/extension.ts";
import type { PiMode } from "../../src/notices/notice.ts";
import { startSessionRuntime } from "../../src/runtime/session-runtime.ts";
import type { FakePi } from "../../src/testing/fake-pi.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Started {
  readonly pi: FakePi;
  readonly hook: HttpReceiver;
  /** Everything written to the terminal. */
  readonly written: () => string;
  /** Lets every further write to the terminal throw, or no longer. */
  readonly breakTerminal: (isBroken: boolean) => void;
}

async function start({
  mode = "tui" as PiMode,
  config = {} as object | string,
  copies = 1,
  notifyThrows = false,
  env = {},
  /** The `events` of the webhook in place of those that are on by default. */
  events = undefined as readonly string[] | undefined,
  /** Another extension, loaded before this one. */
  first = undefined as ((api: ExtensionAPI) => void) | undefined,
  host = {} as Partial<ExtensionHost>,
} = {}): Promise<Started> {
  const agentDir = await mkdtemp(join(tmpdir(), "pi-notify-"));
  cleanups.push(() => rm(agentDir, { recursive: true, force: true }));
  const hook = await startHttpReceiver();
  cleanups.push(() => hook.close());
  const folder = join(agentDir, "extensions", "pi-notify");
  await mkdir(folder, { recursive: true });
  const channels = [
    { id: "terminal", type: "osc", osc: { protocol: "osc9" } },
    { id: "bell", type: "bell" },
    { id: "hook", type: "webhook", events, webhook: { url: hook.url } },
  ];
  const text =
    typeof config === "string" ? config : JSON.stringify({ version: 1, language: "en", channels, ...config });
  await writeFile(join(folder, "config.json"), text);
  const terminal = new PassThrough();
  let bytes = "";
  terminal.on("data", (chunk) => {
    bytes += String(chunk);
  });
  const write = terminal.write.bind(terminal);
  const breakTerminal = (isBroken: boolean) => {
    terminal.write = isBroken
      ? () => {
          throw Object.assign(new Error("the terminal is gone"), { code: "EIO" });
        }
      : write;
  };
  const pi = new LimitedPi({ mode, notifyThrows });
  if (first !== undefined) await pi.load(first);
  for (let copy = 0; copy < copies; copy += 1) {
    await pi.load((api) => connect(api, { env: { PI_CODING_AGENT_DIR: agentDir, ...env }, terminal, ...host }));
  }
  await pi.start();
  cleanups.push(() => pi.shutdown());
  return { pi, hook, written: () => bytes, breakTerminal };
}

/** Events of the requests so far, in order of arrival. */
const events = (hook: HttpReceiver) => hook.requests.map((request) => JSON.parse(request.body).event as string);

/** The events that have come, once there are at least `count`. */
async function arrived(hook: HttpReceiver, count: number): Promise<string[]> {
  await waitUntil(`${count} requests`, () => hook.requests.length >= count);
  return events(hook);
}

describe("extension", () => {
  it("tells a settled run on three channels, BEL last", async () => {
    const { pi, hook, written } = await start();
    await pi.run();
    expect(await arrived(hook, 1)).toEqual(["agent-completed"]);
    await waitUntil("BEL", () => written().endsWith("\x07"));
    expect(written()).toMatch(/^\x1b\]9;Pi finished the task · Project: project · .*\x1b\\\x07$/);
    expect(pi.errors).toEqual([]);
  });

  it.each<PiMode>(["print", "json", "rpc"])("writes not a byte to the terminal in %s mode (R14)", async (mode) => {
    const { pi, hook, written } = await start({ mode });
    await pi.run();
    await pi.openDialog();
    await pi.closeDialog();
    await pi.shutdown();
    expect(written()).toBe("");
    expect(events(hook)).toEqual(mode === "print" ? ["agent-completed"] : []);
  });

  it("in print mode the webhook still arrives before the shutdown handler returns", async () => {
    const { pi, hook } = await start({ mode: "print" });
    await pi.run();
    await pi.shutdown();
    expect(events(hook)).toEqual(["agent-completed"]);
  });

  it("loaded twice: one notice, and the second copy says that it does nothing", async () => {
    const { pi, hook } = await start({ copies: 2 });
    expect(pi.said).toEqual(["warning: pi-notify is loaded twice; this second copy does nothing."]);
    await pi.run();
    await pi.run("error");
    await waitUntil("the second run's notice", () => events(hook).includes("agent-error"));
    expect(events(hook).filter((event) => event === "agent-error")).toHaveLength(1);
  });

  it("after /new one copy is at work again, with nothing of the old session", async () => {
    const { pi, hook } = await start({ copies: 2 });
    await pi.emit("agent_start");
    await pi.newSession();
    await pi.emit("agent_settled", { aborted: false });
    await pi.run("length");
    expect(await arrived(hook, 1)).toEqual(["agent-error"]);
    expect(pi.errors).toEqual([]);
  });

  it.each<[string, string | undefined, string]>([
    ["stop", "stop", "agent-completed"],
    ["error", "error", "agent-error"],
    ["length", "length", "agent-error"],
    ["toolUse", "toolUse", "agent-completed"],
    ["pending", "pending", "agent-completed"],
    ["deferred", "deferred", "agent-completed"],
    ["none at all", undefined, "agent-completed"],
  ])("a last stop reason of %s", async (_name, stopReason, event) => {
    const { pi, hook } = await start();
    await pi.emit("agent_start");
    await pi.agentEnd("error");
    await pi.emit("agent_start");
    await pi.agentEnd(stopReason);
    await pi.emit("agent_settled", { aborted: false });
    expect(await arrived(hook, 1)).toEqual([event]);
  });

  it("survives events of any shape, and goes on telling", async () => {
    const { pi, hook } = await start();
    for (const type of ["agent_end", "agent_settled", "ui_prompt_start", "ui_prompt_end", "session_info_changed"]) {
      await pi.emit(type);
      await pi.emit(type, { messages: null, kind: 7, title: {}, name: 3, aborted: "no" });
    }
    await pi.run();
    expect((await arrived(hook, 1)).at(-1)).toBe("agent-completed");
  });

  it("a dialog without a kind is no dialog, and ends none that is open", async () => {
    const { pi, hook } = await start({ config: { prompts: { notify: "always", graceMs: 0 } } });
    await pi.emit("ui_prompt_start", { reason: "ui_prompt", title: "?" });
    await pi.run();
    expect(await arrived(hook, 1)).toEqual(["agent-completed"]);
    await pi.openDialog();
    await arrived(hook, 2);
    await pi.emit("ui_prompt_start", { reason: "ui_prompt", title: "?" });
    await pi.closeDialog();
    await pi.run("error");
    expect(await arrived(hook, 3)).toEqual(["agent-completed", "input-required", "agent-error"]);
  });

  it("an interface that throws when it is told something harms nothing", async () => {
    const strays: unknown[] = [];
    const note = (error: unknown) => strays.push(error);
    process.on("unhandledRejection", note);
    cleanups.push(() => process.off("unhandledRejection", note));
    const { pi, hook } = await start({ notifyThrows: true, config: { languag: "en" } });
    await pi.run();
    expect(await arrived(hook, 1)).toEqual(["agent-completed"]);
    await pi.command("notify", "status");
    await waitUntil("the status to be told", () => pi.said.some((line) => line.startsWith("info")));
    expect(pi.said.some((line) => line.startsWith("warning"))).toBe(true);
    await pi.shutdown();
    expect({ strays, errors: pi.errors }).toEqual({ strays: [], errors: [] });
  });

  it("a presence question that cannot be answered harms nothing", async () => {
    const { pi, hook } = await start();
    for (const question of [
      Object.freeze({}),
      null,
      7,
      new Proxy(
        {},
        {
          set: () => {
            throw new Error("no");
          },
        },
      ),
    ]) {
      expect(() => pi.bus.emit("pi-notify:presence", question)).not.toThrow();
    }
    await pi.run();
    expect(await arrived(hook, 1)).toEqual(["agent-completed"]);
  });

  it("does no I/O before Pi's handlers have returned, and holds what a handler after ours defers (R12, R4)", async () => {
    const { pi, hook, written } = await start();
    await pi.run();
    await arrived(hook, 1);
    await waitUntil("BEL", () => written().endsWith("\x07"));
    const before = written();
    await pi.emit("agent_start");
    await pi.agentEnd("stop");
    await pi.emit("agent_settled", { aborted: false });
    await pi.openDialog();
    expect(written()).toBe(before);
    expect(hook.requests).toHaveLength(1);
    await waitUntil("the dialog's notice", () => events(hook).includes("input-required"));
    expect(events(hook)).toEqual(["agent-completed", "input-required"]);
    await pi.closeDialog();
    expect(await arrived(hook, 3)).toEqual(["agent-completed", "input-required", "agent-completed"]);
  });

  it("context-compacted only where a channel subscribes to it", async () => {
    const { pi, hook } = await start();
    await pi.emit("session_compact", { reason: "manual" });
    await pi.run();
    expect(await arrived(hook, 1)).toEqual(["agent-completed"]);

    const url = hook.url;
    const subscribed = await start({
      config: { channels: [{ id: "h", type: "webhook", events: ["context-compacted"], webhook: { url } }] },
    });
    await subscribed.pi.emit("session_compact", { reason: "manual" });
    expect(await arrived(hook, 2)).toEqual(["agent-completed", "context-compacted"]);
  });

  it("uses the session's name as it is when the notice goes out", async () => {
    const { pi, hook } = await start();
    await pi.rename("refactoring");
    await pi.run();
    await arrived(hook, 1);
    expect(JSON.parse(hook.requests[0]?.body ?? "{}").session).toBe("refactoring");
  });

  it("a broken configuration is one line, and the good channels work (R17)", async () => {
    const hookless = await start();
    const { pi, hook } = await start({
      config: {
        channels: [
          { id: "bad", type: "webhook", webhook: { url: 7 } },
          { id: "good", type: "webhook", webhook: { url: hookless.hook.url } },
        ],
      },
    });
    await pi.run();
    await arrived(hookless.hook, 1);
    expect(hook.requests).toHaveLength(0);
    expect(pi.said.filter((line) => line.startsWith("warning"))).toHaveLength(1);
  });

  it("typing answers what waits out its delay; a terminal's report does not", async () => {
    const { pi, hook } = await start();
    const { url } = hook;
    const delayed = await start({
      config: {
        channels: [
          { id: "now", type: "webhook", webhook: { url } },
          { id: "later", type: "webhook", delayMs: 400, webhook: { url, template: { event: "later" } } },
        ],
      },
    });
    await delayed.pi.run();
    await arrived(hook, 1);
    delayed.pi.type("\x1b[I");
    expect(await arrived(hook, 2)).toEqual(["agent-completed", "later"]);
    await delayed.pi.run();
    await arrived(hook, 3);
    delayed.pi.type("x");
    await waitUntil("the outcome", async () => {
      await delayed.pi.command("notify", "status");
      return delayed.pi.said.some((line) => /expired\s+\(answered\)/.test(line));
    });
    await pi.run();
    expect(await arrived(hook, 4)).toEqual(["agent-completed", "later", "agent-completed", "agent-completed"]);
  });
});

describe("a channel's health", () => {
  const OK = { kind: "reply", status: 204 } as const;
  const BROKEN = { kind: "reply", status: 500 } as const;

  /** What was told of channels so far, without ports. */
  const told = (pi: FakePi) =>
    pi.said.filter((line) => /works again|not warn again/.test(line)).map((line) => line.replace(/:\d{2,}/, ""));
  const down = (reason: string) =>
    `warning: pi-notify: hook (webhook to 127.0.0.1): ${reason}. pi-notify keeps trying. It will not warn again until the channel has recovered.`;
  const UP = "info: pi-notify: hook (webhook to 127.0.0.1) works again.";

  /** A real notice on one channel, and its outcome. */
  async function test(pi: FakePi, channel: string): Promise<string> {
    const answer = () => pi.said.slice(before).find((line) => line.startsWith(`info: ${channel}: `));
    const before = pi.said.length;
    await pi.command("notify", `test ${channel}`);
    return waitUntil("the outcome", answer);
  }

  async function statusOf(pi: FakePi, channel: string): Promise<string> {
    const before = pi.said.length;
    await pi.command("notify", "status");
    const status = await waitUntil("the status", () => pi.said.slice(before).find((line) => line.includes("mode tui")));
    return unwrapped(status).find((line) => line.startsWith(`${channel}: `)) ?? "";
  }

  it("is told once an outage and once a recovery, also of two outages with the same cause", async () => {
    const { pi, hook } = await start();
    for (const answer of [OK, BROKEN, BROKEN, OK, OK, BROKEN, OK]) {
      hook.answerWith(answer);
      await test(pi, "hook");
    }
    const failed = down("failed (http 500)");
    expect(told(pi)).toEqual([failed, UP, failed, UP]);
  });

  it("is told for what runs bring, and no secret with it", async () => {
    const { hook } = await start();
    const url = `${hook.url}/secret-path?token=secret`;
    const { pi } = await start({ config: { channels: [{ id: "hook", type: "webhook", webhook: { url } }] } });
    hook.answerWith({ kind: "reply", status: 500, body: "secret words" });
    await pi.run();
    await waitUntil("the outage", () => told(pi).length === 1);
    hook.answerWith(OK);
    await pi.run();
    await waitUntil("the recovery", () => told(pi).length === 2);
    expect(told(pi)).toEqual([down("failed (http 500)"), UP]);
    expect(pi.said.join()).not.toContain("secret");
  });

  it("counts a server that does not answer in time", async () => {
    const { hook } = await start();
    const webhook = { url: hook.url, timeoutMs: 50 };
    const { pi } = await start({ config: { channels: [{ id: "hook", type: "webhook", webhook }] } });
    hook.answerWith({ kind: "hang" });
    await test(pi, "hook");
    await test(pi, "hook");
    expect(told(pi)).toEqual([down("timed-out (no-answer)")]);
  });

  it("counts terminal writes like anything else", async () => {
    const { pi, breakTerminal } = await start();
    for (const isBroken of [true, true, false, true]) {
      breakTerminal(isBroken);
      await test(pi, "bell");
    }
    breakTerminal(false);
    const lost =
      "warning: pi-notify: bell (terminal bell): failed (terminal closed). pi-notify keeps trying. It will not warn again until the channel has recovered.";
    expect(told(pi)).toEqual([lost, "info: pi-notify: bell (terminal bell) works again.", lost]);
  });

  it("stands in the status as long as the outage lasts, whatever is skipped or overtaken meanwhile", async () => {
    const { hook } = await start();
    const webhook = { url: hook.url };
    const { pi } = await start({
      config: { channels: [{ id: "hook", type: "webhook", delayMs: 60_000, webhook }] },
    });
    hook.answerWith(BROKEN);
    await test(pi, "hook");
    await pi.run();
    pi.type("x");
    await waitUntil("the expiry", async () => (await statusOf(pi, "hook")).includes("expired (answered)"));
    expect(await statusOf(pi, "hook")).toMatch(
      /; outage: failed \(http 500\); last: agent-completed expired \(answered\)$/,
    );
    hook.answerWith(OK);
    await test(pi, "hook");
    expect(await statusOf(pi, "hook")).toMatch(/ready; last: agent-completed accepted$/);
    expect(told(pi)).toEqual([down("failed (http 500)"), UP]);
  });

  it("is told to an interface that throws, without harm", async () => {
    const strays: unknown[] = [];
    const note = (error: unknown) => strays.push(error);
    for (const kind of ["unhandledRejection", "uncaughtException"] as const) {
      process.on(kind, note);
      cleanups.push(() => process.off(kind, note));
    }
    const { pi, hook } = await start({ notifyThrows: true });
    for (const answer of [BROKEN, OK, BROKEN]) {
      hook.answerWith(answer);
      await test(pi, "hook");
    }
    expect(told(pi)).toHaveLength(3);
    await pi.shutdown();
    expect({ strays, errors: pi.errors }).toEqual({ strays: [], errors: [] });
  });

  it("of an ended session is no news to the next one", async () => {
    const { pi, hook } = await start();
    hook.answerWith({ kind: "hang" });
    await pi.run();
    await hook.waitForRequests(1);
    await pi.newSession();
    // The old attempt is given up, which its session learns, but nobody hears.
    await hook.waitForNoConnection();
    hook.answerWith(OK);
    await test(pi, "hook");
    expect(told(pi)).toEqual([]);
    hook.answerWith(BROKEN);
    await test(pi, "hook");
    expect(told(pi)).toEqual([down("failed (http 500)")]);
    expect(pi.staleUses).toBe(0);
  });
});

describe("the end of a session", () => {
  it("waits for nothing when a command is still loading the machines", async () => {
    const { pi } = await start();
    const command = pi.command("notify", "status");
    await pi.shutdown();
    await command;
    expect(pi.errors).toEqual([]);
  });

  it.each<[PiMode, string]>([
    ["tui", "a run"],
    ["tui", "a command"],
    ["print", "a run"],
    ["rpc", "a command"],
  ])("does not wait for a configuration that cannot be read: %s mode, %s", async (mode, what) => {
    let readAtLast = () => {};
    const hangs = new Promise<void>((resolve) => {
      readAtLast = resolve;
    });
    let reads = 0;
    let starts = 0;
    const { pi, hook } = await start({
      mode,
      host: {
        async loadConfig(options) {
          reads += 1;
          if (reads === 1) await hangs;
          return loadConfig(options);
        },
        startRuntime(options) {
          starts += 1;
          return startSessionRuntime(options);
        },
      },
    });
    const command = what === "a run" ? pi.run() : pi.command("notify", "status");
    await pi.emit("session_shutdown", { reason: "quit" });
    // What comes now comes too late; the next session is not touched by it.
    readAtLast();
    await command;
    await pi.start();
    await pi.run("error");
    expect(await arrived(hook, 1)).toEqual(["agent-error"]);
    expect({ starts, said: pi.said, errors: pi.errors }).toEqual({ starts: 1, said: [], errors: [] });
  });

  it("a session that starts without the old one's end replaces it", async () => {
    const { pi, hook } = await start();
    await pi.emit("agent_start");
    await pi.start("resume");
    await pi.emit("agent_settled", { aborted: false });
    await pi.run("error");
    expect(await arrived(hook, 1)).toEqual(["agent-error"]);
  });

  it("happens twice without harm, and events after it are ignored", async () => {
    const { pi, hook } = await start();
    await pi.emit("session_shutdown", { reason: "quit" });
    await pi.run();
    await pi.emit("session_shutdown", { reason: "quit" });
    await pi.start();
    await pi.run("error");
    expect(await arrived(hook, 1)).toEqual(["agent-error"]);
    expect(pi.errors).toEqual([]);
  });
});

describe("/notify", () => {
  async function answer(pi: FakePi, args: string): Promise<string> {
    const before = pi.said.length;
    await pi.command("notify", args);
    await waitUntil("an answer", () => pi.said.length > before);
    return pi.said.slice(before).join("\n");
  }

  it.each<[object, string]>([
    [{ TERM: "xterm-256color" }, "not inside tmux"],
    [{ TERM: "screen", STY: "1.pts" }, "GNU screen"],
    [{ TERM: "tmux-256color", SSH_CONNECTION: "1" }, "tmux, known by TERM only, so it cannot be asked"],
    [{ TERM: "screen.linux", SSH_CONNECTION: "1" }, "GNU screen, known by TERM only, so it cannot be asked"],
    [{ TERM: "xterm-kitty", ZELLIJ: "0" }, "Zellij"],
    [{ TERM: "tmux-256color", TMUX: "/nowhere,1,0" }, "tmux, which does not answer"],
  ])("status with %j: %s", async (env, multiplexer) => {
    const { pi } = await start({ env });
    expect((await answer(pi, "status")).split("\n")).toContain(`Multiplexer: ${multiplexer}`);
  });

  it.each<[object, string]>([
    [{}, "not recognised, so OSC 9 is tried"],
    [{ fallback: "osc777" }, "not recognised, so OSC 777 is tried"],
    [{ termPrograms: { rio: "osc99" } }, "OSC 99, by `osc.termPrograms` has `TERM_PROGRAM`"],
    [{ protocol: "osc777" }, "OSC 777, by `osc.protocol`"],
  ])("status with %j for the terminal: %s", async (osc, terminal) => {
    const config = { channels: [{ id: "terminal", type: "osc", osc }] };
    const { pi } = await start({ config, env: { TERM_PROGRAM: "rio" } });
    expect((await answer(pi, "status")).split("\n")).toContain(`Terminal: ${terminal}`);
  });

  it("status names what was detected and each channel with its last outcome, and no path of a URL", async () => {
    const { pi, hook } = await start();
    await pi.run();
    await arrived(hook, 1);
    await waitUntil("outcome", async () => (await answer(pi, "status")).includes("accepted"));
    const status = await answer(pi, "status");
    expect(status).toContain("info: pi-notify on, language en, mode tui");
    expect(status).toMatch(/^Terminal: OSC 9/m);
    expect(status).toMatch(/^Multiplexer: not inside tmux$/m);
    expect(status).toMatch(/^terminal: .*ready; last: agent-completed written$/m);
    expect(status).toMatch(/^hook: webhook to 127\.0\.0\.1\S*, ready; last: agent-completed/m);
  });

  it("test sends a real notice to every channel, or to the one named, and tells the outcome", async () => {
    const { pi, hook, written } = await start({ config: { prompts: { notify: "always" } } });
    expect(await answer(pi, "test")).toBe("info: terminal: written\nbell: written\nhook: accepted");
    expect(written()).toMatch(/\/notify test.*\x07$/);
    expect(await answer(pi, "test hook")).toBe("info: hook: accepted");
    expect(hook.requests).toHaveLength(2);
    hook.answerWith({ kind: "reply", status: 500 });
    expect(await answer(pi, "test hook")).toMatch(/^info: hook: failed \(http 500\)$/m);
    expect(await answer(pi, "test nobody")).toBe("info: No such channel. Configured: terminal, bell, hook");
    expect(await answer(pi, "frobnicate")).toContain("Usage: /notify status | test [channel]");
  });

  it("test reaches a channel whatever its delay and its subscriptions", async () => {
    const { hook } = await start();
    const { pi } = await start({
      config: {
        channels: [{ id: "h", type: "webhook", events: ["agent-error"], delayMs: 60_000, webhook: { url: hook.url } }],
      },
    });
    expect(await answer(pi, "test h")).toBe("info: h: accepted");
  });

  it("test while switched off says so", async () => {
    const { pi, hook } = await start({ config: { enabled: false } });
    expect(await answer(pi, "test hook")).toBe("info: hook: skipped (disabled)");
    expect(hook.requests).toHaveLength(0);
  });
});

describe("what another extension publishes", () => {
  const PUBLICATION = { eventId: "task-completed", source: "deploy", label: "Deployed" } as const;
  const labels = (hook: HttpReceiver) => hook.requests.map((request) => JSON.parse(request.body).label as string);
  const warnings = (pi: FakePi) => pi.said.filter((line) => line.startsWith("warning:"));

  it.each(NOTIFICATION_EVENT_IDS)("is told as %s", async (eventId) => {
    const { pi, hook } = await start({ events: NOTIFICATION_EVENT_IDS });
    pi.bus.emit(PI_NOTIFY_PUBLISH_EVENT, { eventId, source: "deploy" });
    expect(await arrived(hook, 1)).toEqual([eventId]);
  });

  it("is told with its label as the first line, made safe for every channel, and once on each", async () => {
    const { pi, hook, written } = await start();
    pi.bus.emit(PI_NOTIFY_PUBLISH_EVENT, { ...PUBLICATION, label: "\x1b]9;boo\x07--all\n\u202Egreen\x07" });
    await arrived(hook, 1);
    await waitUntil("the bell", () => written().endsWith("\x07"));
    expect(labels(hook)).toEqual(["all green"]);
    expect(written()).toMatch(/^\x1b\]9;Pi completed a task · all green · [^\x07\x1b]*\x1b\\\x07$/);
  });

  it("twice the same is told twice: nothing is known to be one thing", async () => {
    const { pi, hook } = await start();
    pi.bus.emit(PI_NOTIFY_PUBLISH_EVENT, PUBLICATION);
    pi.bus.emit(PI_NOTIFY_PUBLISH_EVENT, PUBLICATION);
    expect(await arrived(hook, 2)).toEqual(["task-completed", "task-completed"]);
    expect(new Set(hook.requests.map((request) => JSON.parse(request.body).id)).size).toBe(2);
  });

  it("before the session has started here is told when it has, and in no later session", async () => {
    const { pi, hook } = await start({
      first: (api) => {
        api.on("session_start", (event) => {
          if (event.reason === "startup") api.events.emit(PI_NOTIFY_PUBLISH_EVENT, PUBLICATION);
        });
      },
    });
    await arrived(hook, 1);
    await pi.newSession();
    pi.bus.emit(PI_NOTIFY_PUBLISH_EVENT, { ...PUBLICATION, label: "later" });
    await arrived(hook, 2);
    expect(labels(hook)).toEqual(["Deployed", "later"]);
    expect(pi.errors).toEqual([]);
  });

  it("and is malformed is ignored, with one warning a session that quotes nothing of it", async () => {
    const { pi, hook } = await start();
    const trap = {
      get eventId(): never {
        throw new Error("s3cret");
      },
    };
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const bad = [undefined, "s3cret", [], trap, revoked.proxy, { ...PUBLICATION, eventId: "s3cret" }];
    for (const payload of bad) pi.bus.emit(PI_NOTIFY_PUBLISH_EVENT, payload);
    await waitUntil("the warning", () => warnings(pi).length > 0);
    expect(warnings(pi)).toEqual([
      expect.stringMatching(/^warning: pi-notify: .* pi-notify:publish; it is ignored\.$/),
    ]);
    expect(warnings(pi).join()).not.toContain("s3cret");
    await pi.newSession();
    pi.bus.emit(PI_NOTIFY_PUBLISH_EVENT, null);
    await waitUntil("the new session's warning", () => warnings(pi).length > 1);
    expect(warnings(pi)).toHaveLength(2);
    pi.bus.emit(PI_NOTIFY_PUBLISH_EVENT, PUBLICATION);
    expect(await arrived(hook, 1)).toEqual(["task-completed"]);
    expect(pi.errors).toEqual([]);
  });

  it("answers otherwise when it is read again is told as it was read first", async () => {
    const { pi, hook } = await start();
    let reads = 0;
    pi.bus.emit(PI_NOTIFY_PUBLISH_EVENT, {
      ...PUBLICATION,
      get eventId() {
        reads += 1;
        return reads === 1 ? "integration-error" : 42;
      },
    });
    expect(await arrived(hook, 1)).toEqual(["integration-error"]);
  });

  it("with `pi` of a session that is over gets Pi's own error, and the new session is unharmed", async () => {
    const publishers: ExtensionAPI[] = [];
    const { pi, hook } = await start({ first: (api) => publishers.push(api) });
    await pi.newSession();
    const [old, current] = publishers;
    expect(() => publishNotification({ events: old?.events ?? noBus, ...PUBLICATION })).toThrow(/stale/);
    publishNotification({ events: current?.events ?? noBus, ...PUBLICATION, label: "now" });
    await arrived(hook, 1);
    expect(labels(hook)).toEqual(["now"]);
  });
});

const noBus = { emit: () => {} };
