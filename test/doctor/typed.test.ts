import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AttachedClient } from "../../rig/attached-client.ts";
import { BIN_FOLDER } from "../../rig/clean-environment.ts";
import { describeWith } from "../../rig/describe-with.ts";
import { startNotificationService } from "../../rig/desktop/notification-service.ts";
import { type SessionBus, startSessionBus } from "../../rig/desktop/session-bus.ts";
import { makeScratchFolder, type ScratchFolder } from "../../rig/scratch-folder.ts";
import { findProgram } from "../../rig/system-parts.ts";
import { TmuxServer } from "../../rig/tmux-server.ts";
import type { FindingId } from "../../src/commands/doctor/finding.ts";
import { checkAll } from "../../src/commands/doctor/run-doctor.ts";
import { pathWithOwnPs } from "./ancestry-from-here.ts";
import { FACTS } from "./doctor-facts.ts";
import { type Examined, examined, findingOf, PATIENT, type Situation } from "./examined.ts";
import { FINDING_CASES } from "./finding-cases.ts";
import { typeIntoShell } from "./in-a-shell.ts";

/** What a shell is given for each of these is run below, in the situation that brings it up. */
const TYPED = new Set<FindingId>();

let scratch: ScratchFolder;
beforeEach(() => {
  scratch = makeScratchFolder();
});
afterEach(() => scratch[Symbol.asyncDispose]());

const BELL = { channels: [{ id: "bell", type: "bell" }] };
const DESKTOP = { channels: [{ id: "desktop", type: "desktop", desktop: { when: "always" } }] };
const CONFIG = ".pi/agent/extensions/pi-notify/config.json";

function program(name: string, script: string): string {
  const path = join(scratch.path, "bin", name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** An editor in which somebody writes this. */
function editorThatWrites(content: object): string {
  const text = join(scratch.path, "what-somebody-writes.json");
  writeFileSync(text, JSON.stringify(content));
  return program("editor", `cat '${text}' > "$1"`);
}

interface Run extends Situation {
  /** Of the shell, besides those of the situation. */
  readonly shellEnv?: Readonly<Record<string, string>>;
  /** One does for what cannot be done twice. */
  readonly shells?: readonly ("sh" | "bash")[];
  /** What the rest of the world does before the second look. */
  readonly meanwhile?: () => Promise<unknown>;
}

/** Brings the finding up, types what the doctor says, and looks again with the environment that the shell has then. */
async function typeFor(
  id: FindingId,
  { shellEnv = {}, shells = ["sh", "bash"], meanwhile, ...situation }: Run,
): Promise<Examined> {
  const home = scratch.path;
  const env = { PATH: pathWithOwnPs(home), TERM: "xterm-256color", HOME: home, ...situation.env };
  const before = await examined({ ...situation, env, home });
  const lines = before.findings.flatMap((one) => (one.verdict !== "fine" && one.id === id ? (one.shell ?? []) : []));
  expect(lines, before.text).not.toEqual([]);
  for (const line of lines) expect(line).not.toMatch(/ #|…|\p{Script=Han}|\n/u);
  TYPED.add(id);
  let typed: Awaited<ReturnType<typeof typeIntoShell>> | undefined;
  for (const shell of shells) {
    const cwd = join(home, "project");
    typed = await typeIntoShell(lines, { env: { ...env, ...shellEnv }, cwd, shell });
    expect(typed, lines.join("\n")).toMatchObject({ code: 0 });
  }
  await meanwhile?.();
  const { config: _written, files: _files, ...rest } = situation;
  const after = await examined({ ...rest, env: { ...typed?.env }, home });
  expect(after.told, after.text).not.toContain(`problem ${id}`);
  expect(after.told, after.text).not.toContain(`note ${id}`);
  return after;
}

describe("a file", () => {
  it.each<[string, FindingId, object, object]>([
    ["a fault", "config-warning", { ...BELL, langauge: "en" }, BELL],
    ["ten faults", "config-warning", { ...BELL, a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10 }, BELL],
    ["switched off", "switched-off", { ...BELL, enabled: false }, BELL],
  ])("%s", async (_name, id, config, written) => {
    await typeFor(id, { config, shellEnv: { EDITOR: editorThatWrites(written) } });
  });

  it.each<[string, FindingId, object]>([
    ["a fault", "config-warning", { langauge: "en" }],
    ["switched off", "switched-off", { enabled: false }],
  ])("the project's: %s", async (_name, id, project) => {
    const files = { ".pi/pi-notify.json": project };
    const after = await typeFor(id, { config: BELL, files, shellEnv: { EDITOR: editorThatWrites({}) } });
    expect(after.told).toEqual([]);
    expect(JSON.parse(readFileSync(join(scratch.path, CONFIG), "utf8"))).toEqual(BELL);
  });

  it("one in a folder whose name a shell would take apart, with the editor that there is without EDITOR", async () => {
    const agentDir = join(scratch.path, "an agent's $HOME");
    const vi = editorThatWrites(BELL);
    symlinkSync(vi, join(dirname(vi), "vi"));
    const PATH = `${dirname(vi)}:/usr/bin:/bin`;
    const path = join(agentDir, "extensions/pi-notify/config.json");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "{ nonsense");
    await typeFor("config-warning", { env: { PI_CODING_AGENT_DIR: agentDir, PATH } });
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(BELL);
  });

  it("a terminal that is not known, and no file yet", async () => {
    const osc = { id: "terminal", type: "osc", osc: { protocol: "osc777" } };
    await typeFor("terminal-unknown", { shellEnv: { EDITOR: editorThatWrites({ channels: [osc] }) } });
  });

  it("ten faults are ten lines and one instruction", async () => {
    const faults = Object.fromEntries([..."abcdefghij"].map((key) => [key, 1]));
    const { text } = await examined({ config: { ...BELL, ...faults } });
    expect(text.match(/^problem config-warning: /gm)).toHaveLength(10);
    expect(text.match(/^ {2}so: /gm)).toHaveLength(1);
    expect(text.match(/^ {2}do: /gm)).toHaveLength(1);
    expect(text).toMatch(/^ {2}in Pi: \/reload$/m);
  });

  it("a variable that is not set is no matter for an editor: it has to be there before Pi starts", async () => {
    const hook = { id: "hook", type: "webhook", webhook: { url: "http://127.0.0.1:1/${HOOK_PATH}" } };
    const seen = await examined({ config: { channels: [...BELL.channels, hook] } });
    expect(findingOf(seen, "variable-unset")).toMatchObject({ follows: expect.stringMatching(/export/) });
    expect(seen.text).not.toMatch(/^ {2}(?:do|in Pi): /m);
    const env = { HOOK_PATH: "x" };
    expect((await examined({ config: { channels: [...BELL.channels, hook] }, env })).told).not.toContain(
      "problem variable-unset",
    );
  });

  it("a file that no editor opens", async () => {
    const seen = await examined({ files: { "agent/extensions/pi-notify/config.json/x": "" } });
    expect(findingOf(seen, "config-warning").shell).toBeUndefined();
  });

  it("a preset in place of a type", async () => {
    const seen = await examined({ config: { channels: [{ id: "team", type: "slack" }] } });
    expect(findingOf(seen, "config-warning").found).toContain(
      'is "slack", which is a preset: write "type": "webhook" and "webhook": {"preset": "slack", "url": "…"}',
    );
    expect(findingOf(seen, "config-warning").found).toMatch(/^config\.json:1:34: team: /);
  });

  it("on Windows no command of a shell that is not there", async () => {
    const seen = await examined({ config: { ...BELL, langauge: "en", enabled: false }, platform: "win32" });
    expect(seen.told).toEqual(["problem config-warning", "note switched-off"]);
    expect(seen.text).not.toMatch(/^ {2}do: /m);
  });
});

it.each<[string, FindingId, readonly string[]]>([
  ["another notifier", "other-notifier", ["npm:@xzzpig/pi-notify@1.2.3"]],
  ["ours twice", "loaded-twice", ["npm:pi-notify-xstate", "./mine"]],
])("%s: the real pi removes it", async (_name, id, packages) => {
  const ours = { name: "pi-notify-xstate", pi: { extensions: ["./x.js"] } };
  const files = { "agent/settings.json": { packages }, "agent/mine/package.json": ours };
  await typeFor(id, {
    ...{ config: BELL, files, shells: ["sh"] },
    shellEnv: { PATH: `${BIN_FOLDER}:/usr/bin:/bin`, PI_OFFLINE: "1" },
  });
});

describeWith("tmux", "in a real tmux", () => {
  let server: TmuxServer;
  let client: AttachedClient;
  let pane: string;
  beforeAll(async () => {
    server = await TmuxServer.start();
    pane = await server.newSession({ name: "work", command: ["cat"] });
    client = await AttachedClient.attach(server, "work", { termType: "kitty(0.26.5)" });
  });
  afterAll(async () => {
    await client?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  const OSC = { id: "terminal", type: "osc", osc: {} };
  const inTmux = (more: Situation = {}): Situation => ({
    config: { channels: [OSC, { id: "bell", type: "bell" }] },
    ...more,
    env: { TMUX: `${server.socket},${server.pid},0`, TMUX_PANE: pane, TERM: "tmux-256color", ...more.env },
  });

  it.each<[FindingId, string, string]>([
    ["passthrough-off", "allow-passthrough", "off"],
    ["monitor-bell", "monitor-bell", "off"],
    ["bell-action", "bell-action", "none"],
    ["visual-bell", "visual-bell", "on"],
    ["focus-events", "focus-events", "off"],
  ])("%s, now and for the next server", async (id, option, wrong) => {
    await server.run("set", "-g", option, wrong);
    await typeFor(id, inTmux());
    const kept = readFileSync(join(scratch.path, ".tmux.conf"), "utf8");
    await server.run("set", "-g", option, wrong);
    await server.run("source-file", join(scratch.path, ".tmux.conf"));
    expect(kept).toMatch(new RegExp(`^set -g ${option} \\w+$`, "m"));
    expect((await examined(inTmux())).told.filter((one) => one.endsWith(` ${id}`))).toEqual([]);
  });

  it("pane-hidden", async () => {
    await server.run("set", "-g", "allow-passthrough", "on");
    const past = { channels: [{ ...OSC, osc: { tmux: "auto" } }] };
    await typeFor("pane-hidden", { ...inTmux(), shellEnv: { EDITOR: editorThatWrites(past) } });
  });

  it.each<[string, FindingId, Record<string, string>]>([
    ["no pane in the environment", "tmux-lost", { TMUX_PANE: "" }],
    ["a pane that is gone", "tmux-lost", { TMUX_PANE: "%99" }],
    ["a server that is gone", "tmux-gone", { TMUX: "/no/such/socket,1,0" }],
  ])("%s", async (_name, id, env) => {
    await typeFor(id, inTmux({ env }));
  });

  it("a server that was stopped", async () => {
    process.kill(server.pid, "SIGSTOP");
    try {
      await typeFor("tmux-hung", inTmux({ limits: { ...PATIENT, tmux: 900 } }));
    } finally {
      process.kill(server.pid, "SIGCONT");
    }
  });

  it("nobody attached: nothing is said of a way past tmux, and there is nothing to type", async () => {
    await using alone = await TmuxServer.start({ options: { "allow-passthrough": "off" } });
    const cat = await alone.newSession({ name: "alone", command: ["cat"] });
    const situation = {
      config: { channels: [{ ...OSC, osc: { tmux: "auto" } }] },
      env: { TMUX: `${alone.socket},${alone.pid},0`, TMUX_PANE: cat, TERM: "tmux-256color" },
    };
    const seen = await examined(situation);
    expect(seen.told).toContain("note tmux-detached");
    expect(seen.text).not.toMatch(/past it|allow-passthrough/);
    await using _control = await AttachedClient.attach(alone, "alone", { control: true });
    const controlled = await examined(situation);
    expect(controlled.told).not.toContain("note tmux-detached");
  });
});

describeWith(["dbus-daemon", "notify-send"], "on a Linux desktop", () => {
  let bus: SessionBus;
  beforeAll(async () => {
    bus = await startSessionBus();
  });
  afterAll(() => bus?.[Symbol.asyncDispose]());

  it("ssh that is left over", async () => {
    // Only tmux's clients can contradict the environment.
    await using server = await TmuxServer.start();
    const pane = await server.newSession({ name: "work", command: ["cat"] });
    await using _client = await AttachedClient.attach(server, "work", {});
    const env = {
      ...{ TMUX: `${server.socket},${server.pid},0`, TMUX_PANE: pane, DBUS_SESSION_BUS_ADDRESS: bus.address },
      SSH_CONNECTION: "192.0.2.1 1 192.0.2.2 22",
    };
    await typeFor("ssh-stale", { config: DESKTOP, env, pid: Number(await server.display(pane, "#{pane_pid}")) });
  });

  it("a bus at its usual place that the environment does not name", async () => {
    const socket = /unix:path=([^,]+)/.exec(bus.address)?.[1] ?? "";
    symlinkSync(socket, join(scratch.path, "bus"));
    await typeFor("no-desktop", { config: DESKTOP, runtimeDir: scratch.path });
    expect((await examined({ config: DESKTOP, runtimeDir: "/no/such" })).text).not.toMatch(/^ {2}do: /m);
  });

  it("no notify-send", async () => {
    await using _service = await startNotificationService(bus.address);
    const only = join(scratch.path, "only");
    mkdirSync(only);
    for (const one of ["sh", "bash", "dbus-send", "env", "ln"]) symlinkSync(findProgram(one) ?? "", join(only, one));
    symlinkSync("/bin/true", join(only, "apt-get"));
    const sudo = program(
      "sudo",
      `[ "$*" = "apt-get install libnotify-bin" ] && ln -sf ${findProgram("notify-send")} ${only}/`,
    );
    symlinkSync(sudo, join(only, "sudo"));
    await typeFor("notify-send-missing", {
      config: DESKTOP,
      env: { DBUS_SESSION_BUS_ADDRESS: bus.address, PATH: only },
    });
  });

  it("no notification service", async () => {
    await using own = await startSessionBus();
    const only = pathWithOwnPs(scratch.path);
    program("sudo", `[ "$*" = "apt-get install dunst" ]`);
    program("apt-get", "");
    const PATH = `${join(scratch.path, "bin")}:${only}`;
    const env = { DBUS_SESSION_BUS_ADDRESS: own.address, PATH };
    await using stack = new AsyncDisposableStack();
    const meanwhile = async () => stack.use(await startNotificationService(own.address));
    await typeFor("no-notification-service", { config: DESKTOP, env, meanwhile });
  });
});

it("what a shell is given is run above, for every finding that has it", () => {
  const given = FINDING_CASES.flatMap(([, facts]) =>
    checkAll({ ...FACTS, desktop: { ...FACTS.desktop, installer: "apt-get", usualBus: "/run/user/1/bus" }, ...facts }),
  ).flatMap((one) => (one.verdict !== "fine" && one.shell !== undefined ? [one.id] : []));
  expect([...new Set(given)].filter((id) => !TYPED.has(id))).toEqual([]);
});
