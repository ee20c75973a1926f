import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { startHttpReceiver } from "../../rig/http-receiver.ts";
import { isProcessAlive, killProcess } from "../../rig/process-alive.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { within } from "../../rig/within.ts";
import { CHANNELS } from "../../src/channels/registry.ts";
import type { SessionEvent } from "../../src/machines/session.types.ts";
import type { PiMode } from "../../src/notices/notice.ts";
import type { TerminalTurns } from "../../src/ports/terminal-turns.ts";
import { type SessionRuntimeOptions, startSessionRuntime } from "../../src/runtime/session-runtime.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { BELL, startExtension } from "./started-extension.ts";

/** Well below the 3.5 s for which Pi's exit waits at most, so that a wait of that length is seen. */
const PROMPT_MS = 2_000;

/** The real machines, which never say that they have ended. */
function neverClosed(options: SessionRuntimeOptions) {
  return { ...startSessionRuntime(options), closed: new Promise<void>(() => {}) };
}

/** An event that the machines cannot read. */
function unreadable(at: number): SessionEvent {
  return {
    type: "question.asked",
    at,
    get question(): never {
      throw new Error("a planted fault");
    },
  };
}

describe("the end of a session", () => {
  it.each(["new", "resume", "fork", "reload"])("by %s does not wait for the old session", async (reason) => {
    await using started = await startExtension(BELL, { startRuntime: neverClosed });
    const { pi, caughtUp } = started;
    await pi.run();
    await caughtUp();
    await within(PROMPT_MS, `session_shutdown with the reason ${reason}`, pi.emit("session_shutdown", { reason }));
    expect(pi.errors).toEqual([]);
  });

  it("by quit is immediate once an internal error has ended the machines", async () => {
    await using started = await startExtension(BELL, {
      startRuntime: (options) => {
        const runtime = startSessionRuntime(options);
        return {
          ...runtime,
          send: (event) => runtime.send(event.type === "run.settled" ? unreadable(event.at) : event),
        };
      },
    });
    const { pi } = started;
    await pi.run();
    await waitUntil("the internal error", () => pi.said.some((line) => line.includes("an internal error")), 5_000);
    await within(PROMPT_MS, "quit after an internal error", pi.quit());
    expect(pi.errors).toEqual([]);
  });
});

describe("/notify", () => {
  it.each<[PiMode, string, boolean]>([
    ["tui", "does not wait", false],
    ["rpc", "waits", true],
  ])("in %s mode Pi %s for the answer", async (mode, _name, waits) => {
    await using server = await startHttpReceiver();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.answerWith(async () => {
      await held;
      return { kind: "reply", status: 200 };
    });
    const hook = { id: "hook", type: "webhook", webhook: { url: server.url, timeoutMs: 60_000 } };
    await using started = await startExtension({ channels: [hook] }, { mode });
    const { pi } = started;
    let hasReturned = false;
    const command = pi.command("notify", "test").then(() => {
      hasReturned = true;
    });
    await server.waitForRequests(1, 5_000);
    try {
      if (!waits) await within(PROMPT_MS, "the handler of /notify test", command);
      expect(hasReturned).toBe(!waits);
      expect(pi.said).toEqual([]);
    } finally {
      answer();
    }
    await within(5_000, "the handler of /notify test, once the server has answered,", command);
    await waitUntil("the answer to /notify test", () => pi.said.some((line) => line.includes("accepted")), 5_000);
  });

  it("status tells of the other channels when one never says whether it is ready", async () => {
    const channels = CHANNELS.map((channel) =>
      channel.type === "webhook" ? { ...channel, prepare: () => new Promise<never>(() => {}) } : channel,
    );
    const hook = { id: "hook", type: "webhook", webhook: { url: "http://127.0.0.1:1/" } };
    await using started = await startExtension(
      { channels: [hook, { id: "bell", type: "bell" }] },
      { startRuntime: (options) => startSessionRuntime({ ...options, channels }) },
    );
    const { pi } = started;
    await pi.command("notify", "status");
    await waitUntil("the answer to /notify status", () => pi.said.length > 0, 5_000);
    expect(pi.said[0]).toMatch(/^hook: .*gives no answer/m);
    expect(pi.said[0]).toMatch(/^bell: .*ready/m);
  });
});

it("all sessions of a process take turns at the terminal", async () => {
  const turns: TerminalTurns[] = [];
  await using started = await startExtension(BELL, {
    startRuntime: (options) => {
      const runtime = startSessionRuntime(options);
      turns.push(runtime.deps.turns);
      return runtime;
    },
  });
  const { pi } = started;
  for (const count of [1, 2]) {
    await pi.run();
    await waitUntil(`the machines of session ${count}`, () => turns.length === count, 5_000);
    await pi.newSession();
  }
  expect(turns[1]).toBe(turns[0]);
});

it("a tmux that does not answer is stopped with what it started, although the session goes on", async () => {
  await using folder = makeScratchFolder();
  const log = join(folder.path, "pids");
  const program = join(folder.path, "tmux");
  writeFileSync(program, `#!/bin/sh\nsleep 600 &\necho $$ $! >>"${log}"\nwait\n`);
  chmodSync(program, 0o755);
  const pids = () => (existsSync(log) ? readFileSync(log, "utf8").split(/\s+/).filter(Boolean).map(Number) : []);
  const env = { PATH: `${folder.path}${delimiter}${process.env.PATH}`, TMUX: "/x,1,0", TMUX_PANE: "%0" };
  await using started = await startExtension(BELL, { env });
  await started.pi.run();
  await waitUntil("tmux to be asked", () => pids().length >= 2, 5_000);
  const left = () => pids().filter(isProcessAlive);
  try {
    await waitUntil(
      () => `tmux and its child to end; alive: ${left().join(", ")}`,
      () => left().length === 0,
      5_000,
    );
  } finally {
    for (const pid of left()) killProcess(pid);
  }
});
