import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openHandles, waitForHandles } from "../../../rig/open-handles.ts";
import { isProcessAlive } from "../../../rig/process-alive.ts";
import { makeScratchFolder, type ScratchFolder } from "../../../rig/scratch-folder.ts";
import { createProgramRunner } from "../../../src/adapters/programs/program-runner.ts";
import type { ProgramCall } from "../../../src/ports/program-runner.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";

const NEVER = new AbortController().signal;

let scratch: ScratchFolder;
let handles: readonly string[];
beforeEach(() => {
  scratch = makeScratchFolder();
  handles = openHandles();
});
afterEach(async () => {
  await waitForHandles(handles);
  await scratch[Symbol.asyncDispose]();
});

const inScratch = (name: string) => join(scratch.path, name);

function run(call: ProgramCall, signal = NEVER, env: Record<string, string> = { PATH: process.env.PATH ?? "" }) {
  return createProgramRunner({ env }).run(call, signal);
}

/** `$1` is the scratch folder. */
function shell(script: string, more: Partial<ProgramCall> = {}, signal = NEVER) {
  return run({ program: "/bin/sh", args: ["-c", script, "sh", scratch.path], inherits: [], ...more }, signal);
}

async function pidIn(name: string): Promise<number> {
  return await waitUntil(`a process id in ${name}`, () => {
    try {
      return Number(readFileSync(inScratch(name), "utf8")) || undefined;
    } catch {
      return undefined;
    }
  });
}

const gone = (pid: number) => waitUntil(`process ${pid} to end`, () => !isProcessAlive(pid));

describe("a program that ends by itself", () => {
  it.each([
    ["exit 0", { exitCode: 0, errors: "" }],
    ["exit 3", { exitCode: 3, errors: "" }],
    ["echo out; echo no >&2; exit 1", { exitCode: 1, errors: "no\n" }],
    ["kill -TERM $$", { exitCode: undefined, errors: "" }],
  ])("%s", async (script, end) => {
    expect(await shell(script)).toEqual(end);
  });

  it("gets its arguments as they are, and of the environment what it needs", async () => {
    const args = [
      "-c",
      'printf "%s|" "$A" "$B" "$KEY" "$@" >"$0"',
      inScratch("said"),
      "$(x)",
      "a 'b' \"c\"",
      "",
      "-n",
      "‘\n",
    ];
    const env = { PATH: process.env.PATH ?? "", A: "a", B: "b", KEY: "sk-secret" };
    await run({ program: "sh", args, inherits: ["A", "B"], env: { B: "over" } }, NEVER, env);
    expect(readFileSync(inScratch("said"), "utf8")).toBe("a|over||$(x)|a 'b' \"c\"||-n|‘\n|");
  });

  it("reads what it is given, and nothing where it is given nothing", async () => {
    await shell('cat >"$1/with"', { input: "标题 ‘’" });
    await shell('cat >"$1/without"');
    expect(readFileSync(inScratch("with"), "utf8")).toBe("标题 ‘’");
    expect(readFileSync(inScratch("without"), "utf8")).toBe("");
  });

  it("may leave what it is given unread", async () => {
    expect(await shell("exec 0<&-; exit 0", { input: "x".repeat(1_000_000) })).toEqual({ exitCode: 0, errors: "" });
  });

  it.runIf(process.platform === "linux")("leads a session of its own, which has no terminal", async () => {
    await shell('echo $$ >"$1/pid"; cut -d " " -f 6 /proc/$$/stat >"$1/session"');
    expect(readFileSync(inScratch("session"), "utf8")).toBe(readFileSync(inScratch("pid"), "utf8"));
  });

  it("is cut short in its complaints", async () => {
    const { errors } = await shell("head -c 100000 /dev/zero | tr '\\0' x >&2");
    expect(errors).toBe("x".repeat(4096));
  });

  it.each([
    ["and holds its standard error", "sleep 100 &"],
    ["and holds nothing", "sleep 100 >/dev/null 2>&1 &"],
  ])("takes along what it has left behind %s", async (_name, start) => {
    expect(await shell(`${start} echo $! >"$1/pid"`)).toEqual({ exitCode: 0, errors: "" });
    await gone(await pidIn("pid"));
  });
});

describe("a program that does not start", () => {
  it.each([
    [{ program: "no-such-program", args: [] }, "no-such-program was not found"],
    [{ program: "/home/me/no-such-program", args: [] }, "no-such-program was not found"],
    [{ program: "C:\\Windows\\powershell.exe", args: [] }, "powershell.exe was not found"],
    [{ program: "sh", args: ["a\0b"] }, "sh could not be started"],
    [{ program: "sh", args: ["x".repeat(1_000_000)] }, "sh could not be started"],
  ])("%j", async (call, reason) => {
    await expect(run({ inherits: [], ...call })).rejects.toMatchObject({ name: "ProgramFault", reason });
  });

  it("because it may not be run", async () => {
    writeFileSync(inScratch("plain-file"), "");
    await expect(run({ program: inScratch("plain-file"), args: [], inherits: [] })).rejects.toMatchObject({
      reason: "plain-file could not be started",
    });
  });

  it("because nobody waits for it any more", async () => {
    const call = shell('echo >"$1/ran"', {}, AbortSignal.abort());
    await expect(call).rejects.toMatchObject({ reason: "sh was not started in time" });
    await shell("exit 0");
    expect(() => readFileSync(inScratch("ran"))).toThrow();
  });
});

it.each([
  ["hangs", 'echo $$ >"$1/pid"; exec sleep 100'],
  ["will not be told", 'trap "" TERM INT HUP; echo $$ >"$1/pid"; while :; do sleep 1; done'],
  ["has children", 'sleep 100 & echo $! >"$1/pid"; wait'],
])("one that %s is killed when it is aborted", async (_name, script) => {
  const abort = new AbortController();
  const call = shell(script, { input: "x" }, abort.signal);
  const pid = await pidIn("pid");
  abort.abort();
  await expect(call).rejects.toMatchObject({ reason: "sh was stopped" });
  await gone(pid);
});

/** Ends a process like Pi's, in which one helper runs that has a child and ignores what would end it. */
async function endOfPi(way: string, sent?: NodeJS.Signals): Promise<unknown> {
  const runner = new URL("../../../src/adapters/programs/program-runner.ts", import.meta.url).href;
  const script = 'trap "" TERM HUP INT; sleep 100 & echo $! >"$1/child"; echo $$ >"$1/pid"; wait; sleep 100';
  const call = { program: "/bin/sh", args: ["-c", script, "sh", scratch.path], inherits: [] };
  const code = `
    import { existsSync, writeFileSync } from "node:fs";
    import { createProgramRunner } from ${JSON.stringify(runner)};
    createProgramRunner({ env: {} }).run(${JSON.stringify(call)}, new AbortController().signal).catch(() => {});
    const timer = setInterval(() => {
      if (!existsSync(${JSON.stringify(inScratch("pid"))})) return;
      clearInterval(timer);
      ${way};
      writeFileSync(${JSON.stringify(inScratch("ready"))}, String(process.pid));
    }, 10);`;
  const pi = spawn(process.execPath, ["--input-type=module", "--eval", code], { stdio: "ignore" });
  const ended = new Promise((resolve) => pi.on("exit", (exitCode, signal) => resolve(signal ?? exitCode)));
  const pids = [await pidIn("child"), await pidIn("pid")];
  if (sent !== undefined) {
    await pidIn("ready");
    pi.kill(sent);
  }
  const end = await ended;
  for (const pid of pids) await gone(pid);
  return end;
}

describe("when Pi ends, the helper ends with its children", () => {
  // What the package signal-exit does, which Pi brings along.
  const SIGNAL_EXIT = `const listener = () => {
    if (process.listeners("SIGINT").length > 1) return;
    process.off("SIGINT", listener);
    process.kill(process.pid, "SIGINT");
  };
  process.on("SIGINT", listener)`;
  const GRACEFUL = `process.on("SIGTERM", () => setTimeout(() => process.exit(143), 50))`;

  it.each<[string, string, NodeJS.Signals | undefined, unknown]>([
    ["process.exit", "process.exit(3)", undefined, 3],
    ["an exception that nobody catches", "throw new Error('a fault')", undefined, 1],
    ["a rejection that nobody handles", "Promise.reject(new Error('a fault'))", undefined, 1],
    ["SIGTERM", "", "SIGTERM", "SIGTERM"],
    ["SIGHUP", "", "SIGHUP", "SIGHUP"],
    ["SIGINT", "", "SIGINT", "SIGINT"],
    ["SIGTERM to a Pi that finishes first", GRACEFUL, "SIGTERM", 143],
    ["SIGINT where signal-exit listens", SIGNAL_EXIT, "SIGINT", "SIGINT"],
  ])("%s", async (_name, way, sent, end) => {
    expect(await endOfPi(`${way}; setInterval(() => {}, 1000)`, sent)).toBe(end);
  });
});

it("nothing of ours listens to a signal while no helper runs", async () => {
  const counts = () => ["exit", "SIGHUP", "SIGTERM", "SIGINT", "SIGQUIT"].map((name) => process.listenerCount(name));
  const before = counts();
  const during = shell('cat >"$1/said"', { input: "x" });
  expect(counts()).toEqual(before.map((count) => count + 1));
  await during;
  expect(counts()).toEqual(before);
});
