import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { LimitedPi } from "../../rig/limited-pi.ts";
import { HANG_LIMIT_MS, within } from "../../rig/within.ts";
import { CHANNELS } from "../../src/channels/registry.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { connect } from "../../src/extension.ts";
import type { PiMode } from "../../src/notices/notice.ts";
import type { FakePi } from "../../src/testing/fake-pi.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { type ContextChange, changeContext } from "./changed-context.ts";

const QUESTION = "\x1b[>0q";
const FAR = { TERM: "xterm-256color", SSH_CONNECTION: "192.0.2.1 5 192.0.2.2 22" };

async function start({
  env = FAR as Record<string, string>,
  mode = "tui" as PiMode,
  context = {} as ContextChange,
} = {}) {
  const text = '{"channels":[{"id":"terminal","type":"osc"}]}';
  const { config } = parseConfig(text, { file: "config.json", env: {}, channels: CHANNELS });
  const terminal = new PassThrough();
  let bytes = "";
  terminal.on("data", (chunk) => {
    bytes += String(chunk);
  });
  const pi = new LimitedPi({ mode });
  let caughtUp = async () => {};
  await pi.load((api) => {
    ({ caughtUp } = connect(changeContext(api, context), { env, terminal, config }));
  });
  await pi.start();
  return {
    pi,
    bytes: () => bytes,
    caughtUp: () => within(HANG_LIMIT_MS, "the work of the machines on the events so far", caughtUp()),
    async run() {
      await pi.emit("agent_start");
      await caughtUp();
      await pi.agentEnd("stop");
      await pi.emit("agent_settled", { aborted: false });
    },
  };
}

it("is asked for with the first run, not with Pi's start, and only once", async () => {
  const { pi, run, bytes } = await start();
  expect(bytes()).toBe("");
  await run();
  await waitUntil("the first notice", () => bytes().includes("\x1b]9;"));
  await run();
  await waitUntil("the second notice", () => bytes().split("\x1b]9;").length > 2);
  expect(bytes().indexOf(QUESTION)).toBe(0);
  expect(bytes().split(QUESTION)).toHaveLength(2);
  await pi.shutdown();
  expect(pi.keyboardListeners()).toBe(0);
});

describe.each<[string, (pi: FakePi) => Promise<void>]>([
  ["/new", (pi) => pi.newSession()],
  [
    "another session of the same extension",
    async (pi) => {
      await pi.emit("session_shutdown", { reason: "resume" });
      await pi.start("resume");
    },
  ],
])("after %s", (_name, startNextSession) => {
  const ANSWER = "\x1bP>|kitty(0.41.1)\x1b\\";
  const LIMIT_MS = 10_000;

  async function startAsked() {
    const started = await start();
    await started.run();
    await waitUntil("the question", () => started.bytes().includes(QUESTION), LIMIT_MS);
    return started;
  }

  it("what the terminal has answered still counts, and it is not asked again", async () => {
    const { pi, run, bytes } = await startAsked();
    pi.type(ANSWER);
    await waitUntil("the first notification", () => /\x1b\](9|99);/.test(bytes()), LIMIT_MS);
    await startNextSession(pi);
    const before = bytes().length;
    await run();
    const next = () => bytes().slice(before);
    await waitUntil("the next session's notification", () => /\x1b\](9|99);/.test(next()), LIMIT_MS);
    expect(next()).toContain("\x1b]99;");
    expect(bytes().split(QUESTION)).toHaveLength(2);
    await pi.shutdown();
  });

  it("a terminal that has not answered is not asked again, and a late answer still counts", async () => {
    const { pi, run, bytes, caughtUp } = await startAsked();
    await startNextSession(pi);
    await run();
    await caughtUp();
    pi.type(ANSWER);
    await run();
    await waitUntil("a notification in kitty's form", () => bytes().includes("\x1b]99;"), LIMIT_MS);
    expect(bytes().split(QUESTION)).toHaveLength(2);
    await pi.shutdown();
    expect(pi.keyboardListeners()).toBe(0);
  });
});

it("counts from the answer on", async () => {
  const { pi, run, bytes } = await start();
  await run();
  await waitUntil("the question", () => bytes().includes(QUESTION));
  pi.type("\x1bP>|kitty(0.41.1)\x1b\\");
  await waitUntil("the first notice", () => /\x1b\](9|99);/.test(bytes()));
  await run();
  await waitUntil("a notice in kitty's form", () => bytes().includes("\x1b]99;"));
  await pi.shutdown();
});

it("keeps the answer from Pi's editor, and nothing that the user types", async () => {
  const listeners = new Set<(data: string) => unknown>();
  const onTerminalInput = (listener: (data: string) => unknown) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const { pi, run, bytes } = await start({ context: { ui: { onTerminalInput } } });
  await run();
  await waitUntil("the question", () => bytes().includes(QUESTION), 5_000);
  // Pi hands the text to each listener; it goes on to the editor unless one of them consumes it.
  const consumed = (data: string) =>
    [...listeners].some((listener) => (listener(data) as { consume?: boolean } | undefined)?.consume === true);
  expect(["a", "\x1b[A", "\x1b[200~text\x1b[201~", "\x1b[?1;2c"].filter(consumed)).toEqual([]);
  expect(consumed("\x1bP>|kitty(0.41.1)\x1b\\")).toBe(true);
  await pi.shutdown();
  expect(listeners.size).toBe(0);
});

it.each<[string, Record<string, string>, PiMode]>([
  ["where the terminal is known", { ...FAR, TERM: "xterm-kitty" }, "tui"],
  ["inside tmux", { ...FAR, TERM: "tmux-256color", TMUX: "/nowhere,1,0" }, "tui"],
  ["without a terminal", FAR, "rpc"],
])("is not asked for %s", async (_name, env, mode) => {
  const { pi, run, bytes, caughtUp } = await start({ env, mode });
  await run();
  await caughtUp();
  await pi.shutdown();
  expect(bytes()).not.toContain(QUESTION);
});
