import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { BIN_FOLDER } from "../../rig/clean-environment.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { fillAgentDir } from "../../src/testing/agent-folder.ts";
import { pathWithOwnPs } from "../doctor/ancestry-from-here.ts";
import { RUN_SETTLED, RUN_STARTED, SESSION_ENDED, startTracedSession } from "./traced-session.ts";

const PROGRAM = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

let stack = new AsyncDisposableStack();
afterEach(async () => {
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

/** Runs the program of the package's `bin` from its sources. */
function run(...args: string[]) {
  return runIn(process.env, ...args);
}

function runIn(env: Readonly<Record<string, string | undefined>>, ...args: string[]) {
  const options = { encoding: "utf8", env: { ...env } } as const;
  const { status, stdout, stderr } = spawnSync(join(BIN_FOLDER, "node"), [PROGRAM, ...args], options);
  return { status, stdout, stderr };
}

function fileWith(text: string): string {
  const path = join(stack.use(makeScratchFolder()).path, "trace.json");
  writeFileSync(path, text);
  return path;
}

it("tells the stories of a trace file", async () => {
  const session = startTracedSession({ channels: [{ id: "hook", type: "refused" }], trace: { keep: 1 } });
  await session.take(RUN_STARTED, RUN_SETTLED, RUN_STARTED, RUN_SETTLED);
  const read = session.trace();
  const at = Date.UTC(2026, 6, 28, 10, 0, 0, 5);
  const trace = { ...read, utcOffsetMinutes: 120, records: read.records.map((record) => ({ ...record, at })) };
  expect(run("trace", fileWith(JSON.stringify(trace)))).toEqual({
    status: 0,
    stderr: "",
    stdout: [
      `Trace of pi-notify source from 2026-07-28, mode tui, records: ${trace.records.length}.`,
      "Channels: hook (refused).",
      `Older records not kept: ${trace.dropped}; trace.keep is 1.`,
      "",
      "12:00:00 run#2: agent-completed; hook failed (http 500)",
      "  12:00:00.005 the run began",
      "  12:00:00.005 the run settled",
      "  12:00:00.005 hook: checks whether it can send",
      "  12:00:00.005 hook: sends",
      "  12:00:00.005 hook: failed (http 500)",
      "",
      "hook: not working since before the oldest kept record",
      "",
    ].join("\n"),
  });
});

it("says that nothing happened", async () => {
  const session = startTracedSession();
  await session.take(SESSION_ENDED);
  const { stdout } = run("trace", fileWith(JSON.stringify(session.trace())));
  expect(stdout).toMatch(/\nNothing happened that could have made a notification\.\n$/);
});

it("prints no control character of a hostile file", async () => {
  const session = startTracedSession(
    { channels: [{ id: "hook", type: "refused" }] },
    "\u001b]0;owned\u0007\u202e\r\nbad",
  );
  await session.take(RUN_STARTED, RUN_SETTLED);
  const trace = { ...session.trace(), madeBy: "\u001b[2J\u009b1A" };
  const { status, stdout } = run("trace", fileWith(JSON.stringify(trace)));
  expect(status).toBe(0);
  expect(stdout).toContain("hook: failed");
  expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(stdout).not.toContain("\nbad");
});

it("prints one clear line and exits with 1 for a file that is not a trace", () => {
  const bad = fileWith("{");
  expect(run("trace", bad)).toEqual({ status: 1, stdout: "", stderr: `pi-notify-xstate: ${bad} is not valid JSON.\n` });
  const absent = `${bad}.not`;
  expect(run("trace", absent)).toEqual({
    status: 1,
    stdout: "",
    stderr: `pi-notify-xstate: ${absent} cannot be read (ENOENT).\n`,
  });
});

it("prints no control character of a file's name", () => {
  expect(run("trace", "/no/such/\u001b]0;owned\u0007\u202etrace.json")).toEqual({
    status: 1,
    stdout: "",
    stderr: "pi-notify-xstate: /no/such/trace.json cannot be read (ENOENT).\n",
  });
});

it("says nothing when its reader stops reading, as `head` does", async () => {
  const session = startTracedSession();
  await session.take(RUN_STARTED, RUN_SETTLED);
  const file = fileWith(JSON.stringify(session.trace()));
  // The reader has gone before the program writes, so the write fails with EPIPE.
  const script = '{ "$@"; echo "code $?" >&2; } | true';
  const { stderr } = spawnSync("sh", ["-c", script, "sh", join(BIN_FOLDER, "node"), PROGRAM, "trace", file], {
    encoding: "utf8",
  });
  expect(stderr).toBe("code 0\n");
});

it.each([[[]], [["trace"]], [["trace", "a", "b"]], [["doctor", "a"]], [["frobnicate", "a"]], [["--fast"]]])(
  "tells how it is used after %j, with exit code 2",
  (args: readonly string[]) => {
    expect(run(...args)).toEqual({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(/^Usage: pi-notify-xstate doctor \| trace FILE/),
    });
  },
);

it.each<[string, number, object, RegExp]>([
  ["nothing is wrong", 0, { channels: [{ id: "bell", type: "bell" }] }, /^pi-notify doctor: nothing is wrong/],
  ["only something is worth noting", 0, { enabled: false }, /^pi-notify doctor: nothing is wrong, .*\bnote/],
  [
    "something is wrong",
    1,
    { channels: [{ id: "b", type: "bell", delayMs: "soon" }] },
    /^pi-notify doctor: problems: [12]\b/,
  ],
])("where %s, the doctor ends with exit code %i", (_name, code, config, headline) => {
  const home = stack.use(makeScratchFolder()).path;
  fillAgentDir(join(home, ".pi", "agent"), { modelUrl: "http://127.0.0.1:1", config });
  const env = { PATH: pathWithOwnPs(home), HOME: home, TERM: "xterm-kitty" };
  expect(runIn(env, "doctor")).toEqual({ status: code, stderr: "", stdout: expect.stringMatching(headline) });
});

it("the doctor says in one line that its folder is gone", () => {
  const folder = join(stack.use(makeScratchFolder()).path, "gone");
  mkdirSync(folder);
  const script = 'rmdir "$PWD"; exec "$@"';
  const { status, stdout, stderr } = spawnSync(
    "sh",
    ["-c", script, "sh", join(BIN_FOLDER, "node"), PROGRAM, "doctor"],
    { cwd: folder, encoding: "utf8" },
  );
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "",
    stderr: "pi-notify-xstate: the current folder no longer exists; cd to another one.\n",
  });
});

it("--help is no error", () => {
  expect(run("--help")).toEqual({ status: 0, stderr: "", stdout: expect.stringMatching(/^Usage: /) });
});
