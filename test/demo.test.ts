import { spawn } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkArrivals, type DemoOutcome, type Evidence } from "../demo/check-arrivals.ts";
import { wrap } from "../demo/wrap.ts";
import { describeWith } from "../rig/describe-with.ts";
import { makeScratchFolder } from "../rig/scratch-folder.ts";
import { waitUntil } from "../src/testing/wait-until.ts";

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));
const PTY = { PI_NOTIFY_DEMO_PTY: "1" };

/** Starts the demo as npm does, with an environment that has no home; its scratch folders lie in `temp`. */
function startDemo(temp: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ["demo/demo.ts", ...args], {
    cwd: REPOSITORY,
    env: { PATH: process.env.PATH, TMPDIR: temp, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, said, ended };
}

async function runDemo(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  await using temp = makeScratchFolder();
  const { said, ended } = startDemo(temp.path, args, env);
  const code = await ended;
  return { code, ...said, leftBehind: foldersOf(temp.path) };
}

function foldersOf(temp: string): string[] {
  return readdirSync(temp).filter((name) => name.startsWith("pi-rig-"));
}

function outcomesOf(stdout: string): DemoOutcome[] {
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function expectAllSix(outcomes: readonly DemoOutcome[]): void {
  const asked = { event: "input-required", title: "Pi needs your input", notice: expect.stringMatching(/span1$/) };
  const settled = { event: "agent-completed", title: "Pi finished the task", notice: expect.stringMatching(/run1$/) };
  const channels = [
    { channel: "osc", outcome: "written" },
    { channel: "bell", outcome: "written" },
    { channel: "webhook", outcome: "accepted" },
  ];
  const latencyMs = expect.any(Number);
  expect(outcomes).toEqual(
    [asked, settled].flatMap((notice) => channels.map((channel) => ({ ...notice, ...channel, latencyMs }))),
  );
  for (const outcome of outcomes) {
    expect(Object.keys(outcome)).toEqual(["notice", "event", "channel", "outcome", "latencyMs", "title"]);
    expect(outcome.latencyMs).toBeGreaterThanOrEqual(0);
  }
}

describeWith("tmux", "the demo in tmux", () => {
  it("tells the story, with what the terminal received, the bell flag and the JSON", async () => {
    const { code, stdout, stderr, leftBehind } = await runDemo([]);
    expect(stderr).toBe("");
    expect(stdout.replace(/\s+/g, " ")).toMatch(
      /␛\]777;notify;Pi needs your input;Project: shop · Host: \S+ · Location: work \/ window 0/,
    );
    expect(stdout).toContain("␛]777;notify;Pi finished the task;Project: shop");
    expect(stdout.match(/␇ {2}and tmux has set the window's bell flag/g)).toHaveLength(2);
    expect(stdout).toContain('{"event":"agent-completed","priority":3,');
    expect(stdout).toContain("6 of 6 arrived, each exactly once");
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f]/); // no colour: this is no terminal
    expect(stdout.split("\n").length).toBeLessThanOrEqual(40);
    expect(code).toBe(0);
    expect(leftBehind).toEqual([]);
  });

  it("prints one JSON object an outcome and nothing else on stdout", async () => {
    const { code, stdout, leftBehind } = await runDemo(["--json"]);
    expectAllSix(outcomesOf(stdout));
    expect(code).toBe(0);
    expect(leftBehind).toEqual([]);
  });
});

describe("the demo on a plain terminal", () => {
  it("tells the story without tmux's part", async () => {
    const { code, stdout, leftBehind } = await runDemo([], PTY);
    expect(stdout).toContain("on a plain terminal");
    expect(stdout).not.toContain("tmux");
    expect(stdout).not.toContain("Location");
    expect(stdout.match(/ ␇$/gm)).toHaveLength(2);
    expect(stdout).toContain("6 of 6 arrived, each exactly once");
    expect(code).toBe(0);
    expect(leftBehind).toEqual([]);
  });

  it("prints the same six outcomes, the story on stderr", async () => {
    const { code, stdout, stderr } = await runDemo(["--json"], PTY);
    expectAllSix(outcomesOf(stdout));
    expect(stderr).toContain("6 of 6 arrived");
    expect(code).toBe(0);
  });

  it("ends with exit code 1 and names what is missing when the extension says nothing", async () => {
    await using folder = makeScratchFolder();
    const silent = join(folder.path, "silent.ts");
    writeFileSync(silent, "export default function silent() {}\n");
    const { code, stdout, stderr, leftBehind } = await runDemo(["--json", silent], PTY);
    expect(outcomesOf(stdout).map(({ outcome, latencyMs }) => ({ outcome, latencyMs }))).toEqual(
      Array.from({ length: 6 }, () => ({ outcome: "missing", latencyMs: null })),
    );
    expect(stderr).toContain("0 of 6 arrived as they should");
    expect(stderr).toContain("agent-completed on webhook: missing");
    expect(code).toBe(1);
    expect(leftBehind).toEqual([]);
  });

  it("takes everything with it when it is told to stop", async () => {
    await using temp = makeScratchFolder();
    const { child, said, ended } = startDemo(temp.path, [], PTY);
    await waitUntil("the story to begin", () => said.stdout.includes("Ship release"));
    expect(foldersOf(temp.path)).not.toEqual([]);
    child.kill("SIGTERM");
    expect(await ended).toBe(143);
    expect(foldersOf(temp.path)).toEqual([]);
  });
});

describe("the check", () => {
  const osc = { at: 1_010, position: 100, sequence: "", title: "Pi needs your input" };
  const bell = { at: 1_011, position: 200 };
  const webhook = { at: 1_012, json: "", id: "key-span1", event: "input-required", title: "Pi needs your input" };
  const good: Evidence = {
    event: "input-required",
    eventAt: 1_000,
    osc: [osc],
    bell: [bell],
    webhook: [webhook],
    bellFlag: true,
  };
  const told = (changed: Partial<Evidence>) =>
    checkArrivals({ ...good, ...changed }).map(
      ({ outcome, problem }) => `${outcome.outcome}${problem ? `: ${problem}` : ""}`,
    );
  const fine = ["written", "written", "accepted"];

  it.each([
    ["all well", {}, fine],
    ["no tmux, no flag", { bellFlag: undefined }, fine],
    ["no notification", { osc: [] }, ["missing: missing", "written", "accepted"]],
    ["two bells", { bell: [bell, bell] }, ["written", "repeated: came 2 times", "accepted"]],
    [
      "the bell before the notification",
      { bell: [{ ...bell, position: 50 }] },
      ["written", "wrong: BEL came before the OSC notification", "accepted"],
    ],
    ["the flag down", { bellFlag: false }, ["written", "wrong: tmux did not set the window's bell flag", "accepted"]],
    [
      "another title",
      { osc: [{ ...osc, title: "Hi" }] },
      ['wrong: the title is "Hi", not "Pi needs your input"', "written", "accepted"],
    ],
    [
      "another event",
      { webhook: [{ ...webhook, event: "agent-error" }] },
      ["written", "written", 'wrong: the event is "agent-error"'],
    ],
    ["no id", { webhook: [{ ...webhook, id: "" }] }, ["written", "written", "wrong: the notice has no id"]],
  ] satisfies [string, Partial<Evidence>, string[]][])("%s", (_name, changed, expected) => {
    expect(told(changed)).toEqual(expected);
  });

  it("counts the time from Pi's event and gives the bell the event's title", () => {
    expect(checkArrivals(good)[1]?.outcome).toEqual({
      notice: "key-span1",
      event: "input-required",
      channel: "bell",
      outcome: "written",
      latencyMs: 11,
      title: "Pi needs your input",
    });
  });
});

describe("wrapping", () => {
  it.each([
    ["short", 10, ["short"]],
    ["one two three", 7, ["one two", "three"]],
    ['{"a":1,"b":2}', 8, ['{"a":1,', '"b":2}']],
    ["unbreakable", 4, ["unbr", "eaka", "ble"]],
    ["ends here ", 9, ["ends here"]],
    ["", 5, [""]],
  ])("%j at %i", (text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines);
  });
});
