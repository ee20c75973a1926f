import { describe, expect, it } from "vitest";
import { parseProcessTable } from "../../src/adapters/programs/process-ancestry.ts";
import { parseTmuxSettings } from "../../src/adapters/tmux/tmux-settings.ts";
import { type OscConfig, oscSchema } from "../../src/channels/osc/osc.schema.ts";
import type { DoctorFacts } from "../../src/commands/doctor/facts.ts";
import type { Finding } from "../../src/commands/doctor/finding.ts";
import { layersAbove } from "../../src/commands/doctor/layers.ts";
import { checkAll } from "../../src/commands/doctor/run-doctor.ts";
import type { TmuxSettings } from "../../src/ports/surroundings.ts";
import type { TmuxReply } from "../../src/ports/tmux-client.ts";

type Answered<Of extends { kind: string }> = Extract<Of, { kind: "answered" }>;

const KITTY = { termType: "kitty(0.26.5)", termName: "xterm-kitty" };

const TMUX: Answered<TmuxReply> = {
  kind: "answered",
  ...{ sessionName: "work", windowIndex: "1", paneIndex: "0", sessionId: "$0", windowId: "@0", paneId: "%0" },
  ...{
    passthrough: "on",
    paneVisible: true,
    clients: [KITTY],
    everyClient: [{ ...KITTY, tty: "/dev/pts/1", showsWindow: true }],
  },
};

const SETTINGS: Answered<TmuxSettings> = {
  kind: "answered",
  ...{ version: "3.5a", focusEvents: true, monitorBell: true, bellAction: "any", visualBell: "off", clientPids: [9] },
};

const FACTS: DoctorFacts = {
  language: "en",
  env: {},
  platform: "linux",
  config: {
    ...{ enabled: true, isSilentChild: false, warnings: [], project: { kind: "absent" }, path: "~/c", isAbsent: false },
  },
  channels: { ids: ["t"], osc: [{ id: "t", config: oscSchema.parse({}) }], bells: [], desktops: [], posting: [] },
  tmux: { kind: "outside" },
  settings: { kind: "outside" },
  layers: undefined,
  desktop: { kind: undefined, hasProgram: false, service: "unknown" },
  extensions: [],
};

const WITH_DESKTOP = { ...FACTS.channels, desktops: [{ id: "d", config: { when: "always" } }] } as const;
const LINUX = { kind: "linux", hasProgram: true, service: "there" } as const;

const told = (changes: Partial<DoctorFacts>) =>
  checkAll({ ...FACTS, ...changes }).flatMap((one) => (one.verdict === "fine" ? [] : [`${one.verdict} ${one.id}`]));
const fine = (changes: Partial<DoctorFacts>) =>
  checkAll({ ...FACTS, ...changes }).flatMap((one) => (one.verdict === "fine" ? [one.found] : []));

describe("what this machine's tmux cannot show", () => {
  const inTmux = (passthrough: Answered<TmuxReply>["passthrough"], version: string) => ({
    tmux: { ...TMUX, passthrough },
    settings: { ...SETTINGS, version },
  });
  const typeOf = (findings: readonly Finding[], wanted: string) =>
    findings.map((one) => (one.verdict !== "fine" && one.id === wanted ? one.type : undefined)).find(Boolean);

  it.each<[string, "all" | "on" | "past"]>([
    ["3.3a", "past"],
    ["3.4", "all"],
    ["3.10", "all"],
    ["4.0", "all"],
    ["next-3.6", "all"],
    ["openbsd-7.4", "all"],
    ["master", "past"],
  ])("from tmux %s on, hidden panes are let through by %s", (version, way) => {
    const on = typeOf(checkAll({ ...FACTS, ...inTmux("on", version) }), "pane-hidden");
    expect(on).toMatch(way === "past" ? /"tmux": "auto"/ : /^tmux set -g allow-passthrough all\n/);
    const off = typeOf(checkAll({ ...FACTS, ...inTmux("off", version) }), "passthrough-off");
    expect(off).toMatch(way === "past" ? /passthrough on\n/ : /passthrough all\n/);
  });

  it.each<[string, Partial<Answered<TmuxReply>>, string]>([
    ["passthrough-off", { passthrough: "off" }, "What channel t writes is lost in tmux."],
    ["pane-hidden", { paneVisible: false }, "What channel t writes is lost in tmux whenever nobody sees Pi's pane."],
  ])("%s is a problem where tmux is not asked: nothing goes past it then", (id, answer, follows) => {
    const config = oscSchema.parse({ tmux: "auto", tmuxPermission: "assume" });
    const findings = checkAll({
      ...FACTS,
      channels: { ...FACTS.channels, osc: [{ id: "t", config }] },
      tmux: { ...TMUX, ...answer },
      settings: { ...SETTINGS, version: "3.3a" },
    });
    const problems = findings.filter(({ verdict }) => verdict === "problem");
    expect(problems).toMatchObject([{ id, follows }]);
  });

  it.each<[string, Partial<OscConfig>, boolean]>([
    ["it is asked", {}, true],
    ["its clients are asked for", { tmux: "client-tty", tmuxPermission: "assume" }, true],
    ["it is not asked", { tmuxPermission: "assume" }, false],
  ])("a tmux that says nothing, where %s", (_name, osc, isSkipped) => {
    const [finding] = checkAll({
      ...FACTS,
      channels: { ...FACTS.channels, osc: [{ id: "t", config: oscSchema.parse(osc) }] },
      tmux: { kind: "unanswered" },
      settings: { kind: "gone" },
    }).filter(({ verdict }) => verdict === "problem");
    expect(finding).toMatchObject({ id: "tmux-gone" });
    expect(JSON.stringify(finding).includes("policy-unknown")).toBe(isSkipped);
  });

  it("all is all right", () => {
    expect(told(inTmux("all", "3.5a"))).toEqual([]);
    expect(fine(inTmux("all", "3.5a"))).toContain("tmux's allow-passthrough is all");
  });

  it("an answer to one question alone is a tmux that hangs", () => {
    expect(told({ tmux: { kind: "unanswered" }, settings: SETTINGS })).toContain("problem tmux-hung");
  });

  it.each<[string, Partial<Answered<TmuxSettings>>]>([
    ["3.3a|0|1|any|off|@1|$1\n7|@1|$1\n8|@2|$2\n", { focusEvents: false, bellAction: "any", clientPids: [7] }],
    [
      "3.3a|1|0|1|2|@1|$1\n8|@2|$1\n9|@3|$2\n",
      { focusEvents: true, bellAction: "any", visualBell: "both", clientPids: [8] },
    ],
    ["2.8|on|on|other|on|@1|$1\n", { monitorBell: true, bellAction: "other", visualBell: "on", clientPids: [] }],
  ])("reads %j", (text, expected) => {
    expect(parseTmuxSettings(text)).toMatchObject({ kind: "answered", ...expected });
  });

  it.each(["", "\n", "||||||\n", "3.3a|1|1|any|off|@x|$1\n"])("takes %j for no pane", (text) => {
    expect(parseTmuxSettings(text)).toEqual({ kind: "no-pane" });
  });
});

describe("what lies between, where the processes do not tell", () => {
  it.each<[string, Partial<DoctorFacts>, string]>([
    ["nothing", {}, "nothing"],
    ["tmux", { tmux: TMUX, settings: SETTINGS }, "tmux"],
    ["tmux, by ssh", { tmux: TMUX, settings: SETTINGS, env: { SSH_TTY: "/dev/pts/0" } }, "tmux, then ssh"],
    ["tmux that says nothing", { tmux: { kind: "unanswered" }, settings: { kind: "gone" } }, "tmux"],
    ["screen", { env: { STY: "1.a", TERM: "screen" } }, "GNU screen"],
    ["tmux on the near side of ssh", { env: { TERM: "tmux-256color", SSH_CLIENT: "x" } }, "ssh, then tmux"],
    ["Zellij", { env: { ZELLIJ: "0" } }, "Zellij"],
  ])("%s", (_name, changes, path) => {
    expect(fine(changes)).toContain(`Between Pi and the terminal: ${path}`);
  });

  it.each<[string, readonly string[], readonly number[], readonly string[]]>([
    [
      "tmux from a client over ssh",
      ["5 1 tmux: server", "6 5 sh", "7 6 node", "9 8 tmux: client", "8 3 bash", "3 2 sshd", "2 1 sshd"],
      [9],
      ["tmux", "ssh"],
    ],
    [
      "tmux on macOS, by mosh",
      ["5 1 /opt/homebrew/bin/tmux", "7 5 node", "9 8 tmux", "8 1 /usr/bin/mosh-server"],
      [9],
      ["tmux", "mosh"],
    ],
    ["tmux that nobody looks at", ["5 1 tmux: server", "7 5 node"], [], ["tmux"]],
    ["screen", ["5 1 SCREEN", "7 5 node"], [], ["screen"]],
    ["the first process adopts, and is nobody's terminal", ["1 0 sshd", "7 1 node"], [], []],
    ["a loop", ["7 8 node", "8 7 zellij"], [], ["zellij"]],
  ])("%s", (_name, lines, clients, layers) => {
    expect(layersAbove(7, parseProcessTable(lines.join("\n")), clients)).toEqual(layers);
  });

  it("a process that cannot be seen has no known parents", () => {
    expect(layersAbove(7, parseProcessTable("5 1 tmux"), [])).toBeUndefined();
  });
});

describe("who is at the machine", () => {
  const here = {
    channels: WITH_DESKTOP,
    desktop: LINUX,
    tmux: { ...TMUX, passthrough: "all" },
    settings: SETTINGS,
  } as const;
  const SSH = { SSH_CONNECTION: "x" };
  it.each<[string, Partial<DoctorFacts>, readonly string[]]>([
    ["somebody at it", { layers: ["tmux"] }, []],
    ["somebody on ssh who came later", { layers: ["tmux", "ssh"] }, ["problem ssh-stale"]],
    ["somebody on mosh who came later", { layers: ["tmux", "mosh"] }, ["problem mosh", "problem ssh-stale"]],
    ["somebody at it who once came by ssh", { layers: ["tmux"], env: SSH }, ["problem ssh-stale"]],
    ["somebody on ssh", { layers: ["tmux", "ssh"], env: SSH }, ["note desktop-over-ssh"]],
    ["nobody can tell", { env: SSH }, ["note desktop-over-ssh"]],
  ])("%s", (_name, changes, expected) => {
    expect(told({ ...here, ...changes })).toEqual(expected);
  });

  it("ssh is worth a word where the terminal is not recognised", () => {
    const unknown = { env: { ...SSH, TERM: "xterm-256color" } };
    expect(told(unknown)).toEqual(["note terminal-unknown", "note ssh"]);
    expect(told({ ...unknown, terminalName: "kitty(0.41.1)" })).toEqual([]);
    expect(told({ env: { ...SSH, TERM: "xterm-kitty" } })).toEqual([]);
  });

  it.each<[string, Partial<DoctorFacts["desktop"]>, readonly string[]]>([
    ["all there", {}, []],
    ["no dbus-send that would tell", { service: "unknown" }, []],
    [
      "both missing",
      { hasProgram: false, service: "absent" },
      ["problem notify-send-missing", "problem no-notification-service"],
    ],
    ["Windows", { kind: "windows" }, []],
    ["Windows without PowerShell", { kind: "windows", hasProgram: false }, ["problem powershell-missing"]],
  ])("desktop: %s", (_name, changes, expected) => {
    expect(told({ ...here, layers: ["tmux"], desktop: { ...LINUX, ...changes } })).toEqual(expected);
  });
});
