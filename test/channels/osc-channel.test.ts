import { describe, expect, it } from "vitest";
import { OFF_DESKTOP } from "../../rig/off-desktop.ts";
import { parseTerminal, shownNotifications } from "../../rig/osc-parser.ts";
import { detectProtocol } from "../../src/channels/osc/detect-protocol.ts";
import type { Multiplexer } from "../../src/channels/osc/multiplexers.ts";
import { type OscFacts, oscChannel } from "../../src/channels/osc/osc.channel.ts";
import { type OscConfig, type OscProtocol, oscSchema } from "../../src/channels/osc/osc.schema.ts";
import { TERMINAL_NAME_QUESTION, wantsTerminalName } from "../../src/channels/osc/terminal-name.ts";
import { TERMINAL_TABLE } from "../../src/channels/osc/terminal-table.ts";
import { wrap } from "../../src/channels/osc/wrap.ts";
import { terminalNameIn } from "../../src/pi/terminal-name.ts";
import type { Environment } from "../../src/ports/environment.ts";
import type { AttachedTmuxClient, TmuxClientInfo, TmuxReply } from "../../src/ports/tmux-client.ts";
import { attemptOf, withdrawalOf } from "./bell-and-osc-attempt.ts";

const DEFAULTS = oscSchema.parse({});
const OUTSIDE: TmuxReply = { kind: "outside" };

function tmux(changes: Partial<Extract<TmuxReply, { kind: "answered" }>> = {}): TmuxReply {
  return {
    kind: "answered",
    sessionName: "work",
    windowIndex: "2",
    paneIndex: "1",
    sessionId: "$1",
    windowId: "@7",
    paneId: "%12",
    passthrough: "on",
    paneVisible: true,
    clients: [],
    everyClient: [],
    ...changes,
  };
}

function clients(...names: readonly (readonly [termType: string, termName: string])[]): TmuxReply {
  return tmux({ clients: names.map(([termType, termName]): TmuxClientInfo => ({ termType, termName })) });
}

/** Clients by tty; none of them need show the pane. */
function attached(
  all: Readonly<Record<string, readonly [termType: string, termName: string]>>,
  changes: Partial<Extract<TmuxReply, { kind: "answered" }>> = {},
): TmuxReply {
  const everyClient = Object.entries(all).map(
    ([tty, [termType, termName]]): AttachedTmuxClient => ({ tty, termType, termName, showsWindow: false }),
  );
  return tmux({ everyClient, ...changes });
}

function prepare(env: Environment, answer: TmuxReply = OUTSIDE, config: Partial<OscConfig> = {}) {
  return oscChannel.prepare({ config: { ...DEFAULTS, ...config }, env, tmux: answer, ...OFF_DESKTOP });
}

describe("detection", () => {
  const KITTY = { KITTY_WINDOW_ID: "1" };
  const FAR = { TERM: "xterm-256color", SSH_CONNECTION: "1" };
  const CASES: readonly (readonly [string, Environment, TmuxReply, Partial<OscConfig>, string, number])[] = [
    ["the configured protocol before all", KITTY, clients(["kitty(0.26.5)", ""]), { protocol: "osc777" }, "osc777", 1],

    ["tmux on kitty", {}, clients(["kitty(0.26.5)", "xterm-kitty"]), {}, "osc99", 2],
    ["tmux in xterm.js", {}, clients(["xterm.js(6.1.0)", "xterm-256color"]), {}, "osc99", 2],
    ["tmux in xterm", KITTY, clients(["XTerm(379)", "xterm"]), {}, "none", 2],
    ["tmux in Terminology", {}, clients(["terminology 1.13.0", "xterm-256color"]), {}, "none", 2],
    ["a client with Alacritty's TERM", KITTY, clients(["", "alacritty"]), {}, "none", 2],
    ["a client with st's TERM", KITTY, clients(["", "st-256color"]), {}, "none", 2],
    ["a client with st's short TERM", {}, clients(["", "st"]), {}, "none", 2],
    ["a client with mlterm's TERM", {}, clients(["", "mlterm"]), {}, "none", 2],
    ["a client in Emacs", {}, clients(["", "eterm-color"]), {}, "none", 2],
    ["a client in dvtm", {}, clients(["", "dvtm-256color"]), {}, "none", 2],
    ["a client on the console", {}, clients(["", "linux"]), {}, "none", 2],
    ["a client on a dumb terminal", {}, clients(["", "dumb"]), {}, "none", 2],
    ["a silent client beside kitty", {}, clients(["", "alacritty"], ["kitty(0.26.5)", "xterm-kitty"]), {}, "osc99", 2],
    ["tmux on a client that says nothing", { TERM_PROGRAM: "WezTerm" }, clients(["", "xterm"]), {}, "osc777", 7],
    [
      "tmux on two clients, of which one has said what it is",
      { TERM_PROGRAM: "WezTerm" },
      clients(["", "xterm"], ["Mystery 1", "xterm"]),
      {},
      "osc9",
      10,
    ],
    ["tmux on foot, started from kitty", KITTY, clients(["foot(1.13.1)", "foot"]), {}, "osc777", 2],
    ["tmux on Ghostty", KITTY, clients(["ghostty 1.1.3", "xterm-ghostty"]), {}, "osc777", 2],
    ["tmux on WezTerm", KITTY, clients(["WezTerm 20240203-110809", "xterm-256color"]), {}, "osc777", 2],
    ["tmux on iTerm2", KITTY, clients(["iTerm2 3.5.0", "xterm-256color"]), {}, "osc9", 2],
    ["tmux on a VTE terminal", KITTY, clients(["VTE(7006)", "xterm-256color"]), {}, "osc777", 2],
    ["tmux on Konsole", KITTY, clients(["Konsole 22.04.1", "xterm-256color"]), {}, "osc777", 2],
    ["a client's name in other letters", KITTY, clients(["WEZTERM 20240203", ""]), {}, "osc777", 2],
    ["tmux right after attach, by TERM", {}, clients(["", "xterm-kitty"]), {}, "osc99", 2],
    ["a client with Ghostty's TERM", {}, clients(["", "xterm-ghostty"]), {}, "osc777", 2],
    ["a client with rxvt-unicode's TERM", {}, clients(["", "rxvt-unicode-256color"]), {}, "osc777", 2],
    ["a client's TERM with a suffix", {}, clients(["", "foot-extra"]), {}, "osc777", 2],
    ["a second client that is known", {}, clients(["", "xterm"], ["foot(1.13.1)", "foot"]), {}, "osc777", 2],
    [
      "the client before termPrograms",
      { TERM_PROGRAM: "x" },
      clients(["", "foot"]),
      { termPrograms: { x: "osc9" } },
      "osc777",
      2,
    ],
    ["tmux on something unknown, started from kitty", KITTY, clients(["Mystery 1", "xterm"]), {}, "osc9", 10],
    ["tmux right after attach, started from kitty", KITTY, clients(["", "xterm-256color"]), {}, "osc9", 10],
    ["tmux that hangs, started from kitty", KITTY, { kind: "unanswered" }, {}, "osc9", 10],
    ["a detached tmux, started from Ghostty", { GHOSTTY_RESOURCES_DIR: "/x" }, tmux(), {}, "osc9", 10],
    [
      "tmux on something unknown, started from WezTerm",
      { WEZTERM_PANE: "0", TERM_PROGRAM: "WezTerm" },
      clients(["Mystery 1", "xterm"]),
      {},
      "osc9",
      10,
    ],
    [
      "a tmux that cannot ask its client, in WezTerm",
      { WEZTERM_PANE: "0" },
      clients(["", "xterm-256color"]),
      {},
      "osc777",
      6,
    ],
    [
      "tmux in tmux, started from WezTerm",
      { WEZTERM_PANE: "0" },
      clients(["tmux 3.3a", "tmux-256color"]),
      {},
      "osc9",
      10,
    ],
    [
      "a terminal's TERM inside tmux is the configuration's word",
      { TERM: "foot" },
      clients(["Mystery 1", "xterm"]),
      {},
      "osc9",
      10,
    ],
    [
      "termPrograms for tmux itself, where no client is known",
      { ...KITTY, TERM_PROGRAM: "tmux" },
      clients(["Mystery 1", "xterm"]),
      { termPrograms: { tmux: "osc777" } },
      "osc777",
      3,
    ],
    ["a name that only begins alike", {}, clients(["footloose 1", "xterm"]), {}, "osc9", 10],

    ["termPrograms", { TERM_PROGRAM: "Rio" }, OUTSIDE, { termPrograms: { rIO: "osc777" } }, "osc777", 3],
    [
      "termPrograms before the built-in table",
      { TERM_PROGRAM: "vscode", ...KITTY },
      OUTSIDE,
      { termPrograms: { VSCode: "osc9" } },
      "osc9",
      3,
    ],
    [
      "termPrograms for another program",
      { TERM_PROGRAM: "zed" },
      OUTSIDE,
      { termPrograms: { rio: "osc777" } },
      "osc9",
      7,
    ],

    ["Alacritty, started from kitty", { ...KITTY, TERM: "alacritty" }, OUTSIDE, {}, "none", 4],
    ["st, started from kitty", { ...KITTY, TERM: "st-256color" }, OUTSIDE, {}, "none", 4],
    ["st by its short TERM", { TERM: "st" }, OUTSIDE, {}, "none", 4],
    ["mlterm", { TERM: "mlterm" }, OUTSIDE, {}, "none", 4],
    ["Emacs's ansi-term", { TERM: "eterm-color", INSIDE_EMACS: "28.2,term:0.96" }, OUTSIDE, {}, "none", 4],
    ["dvtm in kitty", { ...KITTY, TERM: "dvtm-256color" }, OUTSIDE, {}, "none", 4],
    ["the Linux console", { TERM: "linux" }, OUTSIDE, {}, "none", 4],
    ["a dumb terminal", { TERM: "dumb" }, OUTSIDE, {}, "none", 4],

    ["kitty", KITTY, OUTSIDE, {}, "osc99", 5],
    ["kitty before TERM_PROGRAM", { ...KITTY, TERM_PROGRAM: "zed" }, OUTSIDE, {}, "osc99", 5],
    ["an empty variable is none", { KITTY_WINDOW_ID: "", TERM: "foot" }, OUTSIDE, {}, "osc777", 8],
    ["WezTerm", { WEZTERM_PANE: "0" }, OUTSIDE, {}, "osc777", 6],
    ["Ghostty", { GHOSTTY_RESOURCES_DIR: "/x" }, OUTSIDE, {}, "osc777", 6],
    ["iTerm2", { ITERM_SESSION_ID: "w0" }, OUTSIDE, {}, "osc9", 6],
    ["Windows Terminal", { WT_SESSION: "x" }, OUTSIDE, {}, "osc777", 6],
    ["Konsole", { KONSOLE_VERSION: "220401" }, OUTSIDE, {}, "osc777", 6],
    ["VTE", { VTE_VERSION: "7006" }, OUTSIDE, {}, "osc777", 6],

    ["JetBrains", { TERMINAL_EMULATOR: "JetBrains-JediTerm", TERM: "xterm-256color" }, OUTSIDE, {}, "none", 6],
    ["Emacs's vterm", { INSIDE_EMACS: "vterm", TERM: "xterm-256color" }, OUTSIDE, {}, "none", 6],
    ["xterm", { XTERM_VERSION: "XTerm(379)", TERM: "xterm-256color" }, OUTSIDE, {}, "none", 6],
    ["Alacritty with another TERM", { ALACRITTY_WINDOW_ID: "1", TERM: "xterm-256color" }, OUTSIDE, {}, "none", 6],
    ["Zutty", { ZUTTY_VERSION: "0.14" }, OUTSIDE, {}, "none", 6],
    ["Terminology", { TERM_PROGRAM: "terminology" }, OUTSIDE, {}, "none", 7],

    ["TERM_PROGRAM ghostty", { TERM_PROGRAM: "ghostty" }, OUTSIDE, {}, "osc777", 7],
    ["TERM_PROGRAM iTerm.app", { TERM_PROGRAM: "iTerm.app" }, OUTSIDE, {}, "osc9", 7],
    ["TERM_PROGRAM WezTerm", { TERM_PROGRAM: "WezTerm" }, OUTSIDE, {}, "osc777", 7],
    ["TERM_PROGRAM WarpTerminal", { TERM_PROGRAM: "WarpTerminal" }, OUTSIDE, {}, "osc777", 7],
    ["Warp by its other variable", { WARP_HONOR_PS1: "0" }, OUTSIDE, {}, "osc777", 7],
    ["VS Code", { TERM_PROGRAM: "vscode" }, OUTSIDE, {}, "osc99", 7],
    ["Zed", { TERM_PROGRAM: "zed" }, OUTSIDE, {}, "osc9", 7],
    ["Apple's Terminal", { TERM_PROGRAM: "Apple_Terminal", TERM: "xterm-kitty" }, OUTSIDE, {}, "none", 7],

    ["TERM xterm-kitty", { TERM: "xterm-kitty" }, OUTSIDE, {}, "osc99", 8],
    ["TERM foot", { TERM: "foot" }, OUTSIDE, {}, "osc777", 8],
    ["TERM foot-direct", { TERM: "foot-direct" }, OUTSIDE, {}, "osc777", 8],
    ["TERM xterm-ghostty", { TERM: "xterm-ghostty" }, OUTSIDE, {}, "osc777", 8],
    ["TERM rxvt-unicode-256color", { TERM: "rxvt-unicode-256color" }, OUTSIDE, {}, "osc777", 8],
    ["a TERM that goes on after a whole name", { TERM: "xterm-kitty-direct" }, OUTSIDE, {}, "osc9", 10],
    ["a TERM that shares a letter with foot", { TERM: "fbterm" }, OUTSIDE, {}, "osc9", 10],

    ["an unknown terminal", { TERM: "xterm-256color" }, OUTSIDE, {}, "osc9", 10],
    ["an unknown terminal, configured", {}, OUTSIDE, { fallback: "osc99" }, "osc99", 10],
    ["no answer of tmux", {}, { kind: "unanswered" }, {}, "osc9", 10],

    ["tmux on GNOME Terminal", {}, clients(["VTE(7006)", "xterm-256color"]), {}, "osc777", 2],
    ["tmux on Konsole", {}, clients(["Konsole 22.12.3", "xterm-256color"]), {}, "osc777", 2],
    ["tmux on Ghostty right after attach", {}, clients(["", "xterm-ghostty"]), {}, "osc777", 2],
    ["tmux on urxvt", {}, clients(["", "rxvt-unicode-256color"]), {}, "osc777", 2],

    // What such a terminal really hands on, all of it.
    [
      "kitty, the whole environment",
      { TERM: "xterm-kitty", KITTY_WINDOW_ID: "1", KITTY_PID: "1", TERMINFO: "/x", COLORTERM: "truecolor" },
      OUTSIDE,
      {},
      "osc99",
      5,
    ],
    ["kitty, tmux, ssh: TMUX stays behind", { TERM: "tmux-256color", SSH_CONNECTION: "1" }, OUTSIDE, {}, "osc9", 10],
    ["kitty over ssh", { TERM: "xterm-kitty", SSH_CONNECTION: "1", SSH_TTY: "/dev/pts/1" }, OUTSIDE, {}, "osc99", 8],
    [
      "tmux on the far side of ssh from kitty",
      { TERM: "tmux-256color", TERM_PROGRAM: "tmux", TMUX: "/t,1,0", TMUX_PANE: "%0", SSH_CONNECTION: "1" },
      clients(["kitty(0.26.5)", "xterm-kitty"]),
      {},
      "osc99",
      2,
    ],
    [
      "VS Code, the whole environment",
      { TERM: "xterm-256color", TERM_PROGRAM: "vscode", TERM_PROGRAM_VERSION: "1.95.0", COLORTERM: "truecolor" },
      OUTSIDE,
      {},
      "osc99",
      7,
    ],
    [
      "Windows Terminal with WSL",
      { TERM: "xterm-256color", WT_SESSION: "6", WSL_DISTRO_NAME: "D" },
      OUTSIDE,
      {},
      "osc777",
      6,
    ],
    ["Warp", { TERM: "xterm-256color", TERM_PROGRAM: "WarpTerminal", WARP_HONOR_PS1: "0" }, OUTSIDE, {}, "osc777", 7],
    [
      "Apple Terminal",
      { TERM: "xterm-256color", TERM_PROGRAM: "Apple_Terminal", TERM_SESSION_ID: "1" },
      OUTSIDE,
      {},
      "none",
      7,
    ],
  ];
  const OWN_NAMES: readonly (readonly [string, string, Environment, TmuxReply, string, number])[] = [
    ["kitty by its own word", "kitty(0.41.1)", FAR, OUTSIDE, "osc99", 9],
    ["Ghostty", "ghostty 1.1.3", FAR, OUTSIDE, "osc777", 9],
    ["WezTerm", "WezTerm 20240203-110809", FAR, OUTSIDE, "osc777", 9],
    ["foot", "foot(1.13.1)", FAR, OUTSIDE, "osc777", 9],
    ["iTerm2", "iTerm2 3.5.0", FAR, OUTSIDE, "osc9", 9],
    ["VTE", "VTE(7006)", FAR, OUTSIDE, "osc777", 9],
    ["Konsole", "Konsole 22.12.3", FAR, OUTSIDE, "osc777", 9],
    ["xterm.js", "xterm.js(6.1.0)", FAR, OUTSIDE, "osc99", 9],
    ["xterm", "XTerm(379)", FAR, OUTSIDE, "none", 9],
    ["Terminology", "terminology 1.13.0", FAR, OUTSIDE, "none", 9],
    ["a word that says nothing", "Mystery 1", FAR, OUTSIDE, "osc9", 10],
    ["a variable comes before it", "foot(1.13.1)", KITTY, OUTSIDE, "osc99", 5],
    ["inside tmux it is no word on the terminal", "foot(1.13.1)", {}, clients(["Mystery 1", "xterm"]), "osc9", 10],
  ];
  const detect = (env: Environment, answer: TmuxReply, config: Partial<OscConfig>, terminalName?: string) =>
    detectProtocol({ config: { ...DEFAULTS, ...config }, env, tmux: answer, terminalName });

  it.each(CASES)("%s", (_name, env, answer, config, protocol, step) => {
    const found = detect(env, answer, config);
    expect([found.protocol, found.by.step]).toEqual([protocol, step]);
  });

  it.each(OWN_NAMES)("what the terminal calls itself: %s", (_name, terminalName, env, answer, protocol, step) => {
    const found = detect(env, answer, {}, terminalName);
    expect([found.protocol, found.by.step]).toEqual([protocol, step]);
  });

  it("has a case for every row of the table", () => {
    const tested = new Set([
      ...CASES.map(([, env, answer, config]) => detect(env, answer, config).by.name.en),
      ...OWN_NAMES.map(([, name, env, answer]) => detect(env, answer, {}, name).by.name.en),
    ]);
    expect(TERMINAL_TABLE.map(({ name }) => name.en).filter((name) => !tested.has(name))).toEqual([]);
  });

  it("says of each row what it looks at and what it answers", () => {
    for (const { step, name, answers } of TERMINAL_TABLE) {
      for (const text of Object.values(name)) expect(text).toMatch(/`\w[^`]*`/);
      expect(answers === "as configured", name.en).toBe(step === 1 || step === 3 || step === 10);
    }
  });

  it("asks in the order of docs/terminals.md, each row with a name of its own, and ends in a row that always answers", () => {
    const steps = TERMINAL_TABLE.map(({ step }) => step);
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
    expect(new Set(TERMINAL_TABLE.map(({ name }) => name.en)).size).toBe(TERMINAL_TABLE.length);
    expect(TERMINAL_TABLE.at(-1)?.step).toBe(10);
  });
});

describe("asking the terminal what it is", () => {
  it.each<[string, Environment, Partial<OscConfig>, boolean]>([
    ["over ssh", { TERM: "xterm-256color", SSH_CONNECTION: "1" }, {}, true],
    ["a terminal that says nothing of itself", { TERM: "xterm" }, {}, true],
    ["one that is known", { TERM: "xterm-kitty" }, {}, false],
    ["one that is configured", { TERM: "xterm" }, { protocol: "osc9" }, false],
    ["Apple's Terminal", { TERM: "xterm-256color", TERM_PROGRAM: "Apple_Terminal" }, {}, false],
    ["tmux", { TERM: "tmux-256color", TMUX: "/t,1,0" }, {}, false],
    ["a tmux that hides its TERM", { TERM: "xterm-256color", TMUX: "/t,1,0" }, {}, false],
    ["tmux or screen on the near side of ssh", { TERM: "screen-256color", SSH_CONNECTION: "1" }, {}, true],
    ["tmux or screen inside Zellij", { TERM: "screen-256color", ZELLIJ: "0" }, {}, false],
    ["a tmux on the near side of ssh", { TERM: "tmux-256color", SSH_CONNECTION: "1" }, {}, false],
    ["screen", { TERM: "xterm", STY: "1.pts" }, {}, false],
    ["Zellij", { TERM: "xterm-256color", ZELLIJ: "0" }, {}, false],
    ["the console", { TERM: "linux" }, {}, false],
    ["a dumb terminal", { TERM: "dumb" }, {}, false],
    ["no word on a terminal at all", {}, {}, false],
    ["an empty TERM", { TERM: "" }, {}, false],
  ])("%s", (_name, env, config, wanted) => {
    expect(wantsTerminalName({ config: { ...DEFAULTS, ...config }, env, tmux: OUTSIDE })).toBe(wanted);
    expect(wantsTerminalName({ config: DEFAULTS, env, tmux: tmux() })).toBe(false);
  });

  it.each([
    ["\x1bP>|WezTerm 20240203-110809\x1b\\", "WezTerm 20240203-110809"],
    ["\x1bP>|kitty(0.41.1)\x1b\\", "kitty(0.41.1)"],
    ["\x1bP>|\x1b\\", undefined],
    ["\x1bP>|a\u0007b\x1b\\", undefined],
    ["\x1bP>|kitty(0.41.1)\x1b\\x", undefined],
    ["\x1bP1$r0m\x1b\\", undefined],
    ["kitty", undefined],
  ])("%j", (data, name) => {
    expect(terminalNameIn(data)).toBe(name);
  });
});

it("asks by XTVERSION", () => {
  expect(TERMINAL_NAME_QUESTION).toBe("\x1b[>0q");
});

it("keeps its notifications a second apart", () => {
  expect(oscChannel.takesTurns).toBe(true);
});

it.each(["passthrough", "client-tty", "auto"])("takes %s for the way through tmux", (way) => {
  expect(oscSchema.parse({ tmux: way }).tmux).toBe(way);
});

it("takes no other way through tmux", () => {
  expect(oscSchema.safeParse({ tmux: "" }).success).toBe(false);
});

describe("prepare", () => {
  const ready = (protocol: string, ...through: string[]) => ({
    kind: "ready",
    facts: { by: "terminal", protocol, through },
  });
  const past = (...clients: readonly (readonly [tty: string, protocol: string, ...through: string[]])[]) => ({
    kind: "ready",
    facts: { by: "client-tty", clients: clients.map(([tty, protocol, ...through]) => ({ tty, protocol, through })) },
  });
  const skipped = (reason: string) => ({ kind: "skipped", reason });
  const kittyAndFoot = {
    "/dev/pts/1": ["kitty(0.26.5)", "xterm-kitty"],
    "/dev/pts/2": ["foot(1.13.1)", "foot"],
  } as const;
  const [off, hidden] = [{ passthrough: "off" }, { paneVisible: false }] as const;

  it.each<[string, Environment, TmuxReply, Partial<OscConfig>, unknown]>([
    ["outside tmux", { TERM: "foot" }, OUTSIDE, {}, ready("osc777")],
    ["a terminal without notifications", { TERM_PROGRAM: "Apple_Terminal" }, OUTSIDE, {}, skipped("unsupported")],
    [
      "the same with a protocol forced",
      { TERM_PROGRAM: "Apple_Terminal" },
      OUTSIDE,
      { protocol: "osc9" },
      ready("osc9"),
    ],

    ["passthrough off", {}, tmux(off), {}, skipped("passthrough-off")],
    ["passthrough off and hidden", {}, tmux({ ...off, ...hidden }), {}, skipped("passthrough-off")],
    ["on and visible", {}, tmux(), {}, ready("osc9", "tmux")],
    ["on and hidden", {}, tmux(hidden), {}, skipped("pane-hidden")],
    ["all and hidden", {}, tmux({ passthrough: "all", ...hidden }), {}, ready("osc9", "tmux")],
    ["no gate and hidden", {}, tmux({ passthrough: "no-gate", ...hidden }), {}, ready("osc9", "tmux")],
    ["no answer", {}, { kind: "unanswered" }, {}, skipped("policy-unknown")],
    ["no answer, assumed", {}, { kind: "unanswered" }, { tmuxPermission: "assume" }, ready("osc9", "tmux")],
    ["hidden, assumed", {}, tmux(hidden), { tmuxPermission: "assume" }, ready("osc9", "tmux")],

    ["tmux on a terminal", {}, clients(["kitty(0.26.5)", "xterm-kitty"]), {}, ready("osc99", "tmux")],
    ["tmux in tmux by type", {}, clients(["tmux 3.3a", "screen-256color"]), {}, ready("osc9", "tmux", "tmux")],
    ["tmux in tmux by name", {}, clients(["", "tmux-256color"]), {}, ready("osc9", "tmux", "tmux")],
    [
      "tmux in a silent terminal of the shared name",
      {},
      clients(["", "screen-256color"]),
      {},
      ready("osc9", "tmux", "screen"),
    ],
    [
      "one client of two is tmux",
      {},
      clients(["kitty(0.26.5)", "xterm-kitty"], ["tmux 3.3a", "tmux-256color"]),
      {},
      ready("osc99", "tmux", "tmux"),
    ],

    ["GNU screen", { STY: "1.pts", TERM: "screen" }, OUTSIDE, {}, ready("osc9", "screen")],
    ["GNU screen with tmux's TERM", { STY: "1.pts", TERM: "tmux-256color" }, OUTSIDE, {}, ready("osc9", "screen")],
    ["screen in kitty", { STY: "1.pts", TERM: "screen", KITTY_WINDOW_ID: "1" }, OUTSIDE, {}, ready("osc99", "screen")],
    [
      "screen with a TMUX from where it was started",
      { STY: "1.pts", TERM: "screen.xterm-256color", TMUX: "/tmp/t,1,0", TMUX_PANE: "%0" },
      OUTSIDE,
      {},
      ready("osc9", "screen"),
    ],
    [
      "tmux with an STY from where it was started",
      { STY: "1.pts", TERM: "tmux-256color", TMUX: "/tmp/t,1,0" },
      clients(["kitty(0.26.5)", "xterm-kitty"]),
      {},
      ready("osc99", "tmux"),
    ],
    [
      "tmux inside screen",
      { STY: "1.pts", TERM: "tmux-256color" },
      clients(["", "screen.xterm-256color"]),
      {},
      ready("osc9", "tmux", "screen"),
    ],
    [
      "tmux inside a screen of the shared name",
      { STY: "1.pts", TERM: "tmux-256color" },
      clients(["", "screen-256color"]),
      {},
      ready("osc9", "tmux", "screen"),
    ],

    ["ssh from inside tmux", { SSH_CONNECTION: "1", TERM: "tmux-256color" }, OUTSIDE, {}, ready("osc9", "tmux")],
    [
      "ssh from inside a tmux or screen of the shared name",
      { SSH_CONNECTION: "1", TERM: "screen-256color" },
      OUTSIDE,
      {},
      ready("osc9", "screen"),
    ],
    ["ssh from inside screen", { SSH_CONNECTION: "1", TERM: "screen.linux" }, OUTSIDE, {}, ready("osc9", "screen")],
    ["sudo inside tmux", { TERM: "tmux" }, OUTSIDE, {}, ready("osc9", "tmux")],
    ["ssh from kitty", { SSH_CONNECTION: "1", TERM: "xterm-kitty" }, OUTSIDE, {}, ready("osc99")],
    ["Zellij in kitty", { ZELLIJ: "0", TERM: "xterm-kitty", KITTY_WINDOW_ID: "1" }, OUTSIDE, {}, ready("osc99")],
    ["a name that only begins alike", { TERM: "screenful" }, OUTSIDE, {}, ready("osc9")],

    [
      "client-tty: each client in its own form, whatever the option says",
      {},
      attached(kittyAndFoot, { ...off, ...hidden }),
      { tmux: "client-tty" },
      past(["/dev/pts/1", "osc99"], ["/dev/pts/2", "osc777"]),
    ],
    [
      "client-tty: a client that is tmux or screen has to pass it on",
      { STY: "1.pts" },
      attached({ a: ["tmux 3.3a", "tmux-256color"], b: ["", "screen"] }),
      { tmux: "client-tty" },
      past(["a", "osc9", "tmux"], ["b", "osc9", "screen"]),
    ],
    [
      "client-tty: the configured protocol for all",
      {},
      attached(kittyAndFoot),
      { tmux: "client-tty", protocol: "osc9" },
      past(["/dev/pts/1", "osc9"], ["/dev/pts/2", "osc9"]),
    ],
    [
      "client-tty: a terminal without notifications gets none",
      { TERM_PROGRAM: "Apple_Terminal" },
      attached({ a: ["", "xterm-256color"] }),
      { tmux: "client-tty" },
      skipped("pane-hidden"),
    ],
    ["client-tty: nobody attached", {}, tmux(), { tmux: "client-tty" }, skipped("pane-hidden")],
    ["client-tty: no answer", {}, { kind: "unanswered" }, { tmux: "client-tty" }, skipped("policy-unknown")],
    [
      "client-tty: no answer, and nothing to assume",
      {},
      { kind: "unanswered" },
      { tmux: "client-tty", tmuxPermission: "assume" },
      skipped("policy-unknown"),
    ],
    ["client-tty: outside tmux", { TERM: "foot" }, OUTSIDE, { tmux: "client-tty" }, ready("osc777")],
    ["auto: it gets through", {}, attached(kittyAndFoot), { tmux: "auto" }, ready("osc9", "tmux")],
    [
      "auto: passthrough off",
      {},
      attached(kittyAndFoot, off),
      { tmux: "auto" },
      past(["/dev/pts/1", "osc99"], ["/dev/pts/2", "osc777"]),
    ],
    ["auto: hidden", {}, attached({ a: ["", "foot"] }, hidden), { tmux: "auto" }, past(["a", "osc777"])],
    ["auto: hidden, and nobody attached", {}, tmux(hidden), { tmux: "auto" }, skipped("pane-hidden")],
    ["auto: no answer", {}, { kind: "unanswered" }, { tmux: "auto" }, skipped("policy-unknown")],
    [
      "auto: hidden, assumed",
      {},
      attached(kittyAndFoot, hidden),
      { tmux: "auto", tmuxPermission: "assume" },
      ready("osc9", "tmux"),
    ],
  ])("%s", async (_name, env, answer, config, verdict) => {
    const { isUnsure: _, ...told } = { isUnsure: undefined, ...(await prepare(env, answer, config)) };
    expect(told).toEqual(verdict);
  });

  it("a multiplexer of the shared name is tmux once it has said so", async () => {
    const request = { config: DEFAULTS, env: { TERM: "screen-256color" }, tmux: OUTSIDE, ...OFF_DESKTOP };
    expect(await oscChannel.prepare({ ...request, terminalName: "tmux 3.3a" })).toMatchObject(ready("osc9", "tmux"));
    expect(await oscChannel.prepare({ ...request, terminalName: "kitty(0.41)" })).toMatchObject(
      ready("osc99", "screen"),
    );
  });

  const CONTROLLED = { isControlled: true } as const;
  const plain = (protocol: OscProtocol) => ({ kind: "ready", facts: { by: "terminal", protocol, through: [] } });
  const each = (clients: readonly object[], more: object = {}) => ({
    kind: "ready",
    facts: { by: "client-tty", clients, ...more },
  });
  const KITTY_CLIENT = { tty: "/dev/pts/1", termType: "kitty(0.26.5)", termName: "xterm-kitty", showsWindow: true };
  const ITERM_CLIENT = { tty: "/dev/pts/2", termType: "iTerm2 3.5.0", termName: "xterm-256color", showsWindow: true };
  const ASIDE = { ...ITERM_CLIENT, showsWindow: false };
  const toKitty = { tty: "/dev/pts/1", protocol: "osc99", through: [] };
  const toIterm = { tty: "/dev/pts/2", protocol: "osc9", through: [] };

  it.each<[string, Partial<Extract<TmuxReply, { kind: "answered" }>>, Partial<OscConfig>, object]>([
    ["in control mode alone, the option off", { ...CONTROLLED, passthrough: "off" }, {}, plain("osc9")],
    ["in control mode alone, hidden", { ...CONTROLLED, paneVisible: false }, {}, plain("osc9")],
    ["in control mode alone, configured", CONTROLLED, { protocol: "osc777" }, plain("osc777")],
    ["in control mode alone, past tmux", CONTROLLED, { tmux: "client-tty" }, plain("osc9")],
    [
      "in control mode beside kitty, the option off",
      { ...CONTROLLED, passthrough: "off", clients: [KITTY_CLIENT], everyClient: [KITTY_CLIENT] },
      {},
      plain("osc9"),
    ],
    [
      "in control mode beside kitty, the option off, auto",
      { ...CONTROLLED, passthrough: "off", clients: [KITTY_CLIENT], everyClient: [KITTY_CLIENT] },
      { tmux: "auto" },
      each([toKitty], { controlled: "osc9" }),
    ],
    [
      "in control mode beside kitty, the option on",
      { ...CONTROLLED, clients: [KITTY_CLIENT], everyClient: [KITTY_CLIENT] },
      {},
      each([toKitty], { controlled: "osc9" }),
    ],
    [
      "kitty and iTerm2 on one window",
      { clients: [KITTY_CLIENT, ITERM_CLIENT], everyClient: [KITTY_CLIENT, ITERM_CLIENT] },
      {},
      each([toKitty, toIterm]),
    ],
    [
      "kitty and iTerm2 on one window, one protocol configured",
      { clients: [KITTY_CLIENT, ITERM_CLIENT], everyClient: [KITTY_CLIENT, ITERM_CLIENT] },
      { protocol: "osc9" },
      ready("osc9", "tmux"),
    ],
    [
      "kitty in front and iTerm2 elsewhere",
      { clients: [KITTY_CLIENT], everyClient: [KITTY_CLIENT, ASIDE] },
      {},
      ready("osc99", "tmux"),
    ],
    [
      "kitty and iTerm2 on one window, the option off",
      { passthrough: "off", clients: [KITTY_CLIENT, ITERM_CLIENT], everyClient: [KITTY_CLIENT, ITERM_CLIENT] },
      {},
      { kind: "skipped", reason: "passthrough-off" },
    ],
  ])("clients of tmux: %s", async (_name, changes, config, verdict) => {
    expect(await prepare({}, tmux(changes), config)).toEqual(verdict);
  });

  it.each<[string, Environment, TmuxReply, Partial<OscConfig>, boolean]>([
    ["a terminal that shows it", { KITTY_WINDOW_ID: "1" }, OUTSIDE, {}, true],
    ["a terminal that shows it by build", { VTE_VERSION: "7006" }, OUTSIDE, {}, false],
    ["an unknown terminal", {}, OUTSIDE, {}, false],
    ["an unknown terminal with another fallback", {}, OUTSIDE, { fallback: "osc99" }, false],
    ["a configured terminal", { VTE_VERSION: "7006" }, OUTSIDE, { protocol: "osc777" }, true],
    ["a program of termPrograms", { TERM_PROGRAM: "Rio" }, OUTSIDE, { termPrograms: { rio: "osc9" } }, true],
    ["one tmux", {}, clients(["kitty(0.26.5)", "xterm-kitty"]), {}, true],
    ["a tmux in a tmux", {}, clients(["tmux 3.3a", "tmux-256color"]), { protocol: "osc9" }, false],
    ["GNU screen", { STY: "1.pts", TERM: "screen" }, OUTSIDE, { protocol: "osc9" }, false],
    [
      "past tmux, to one that shows it",
      {},
      attached({ "/dev/pts/1": ["kitty(0.26.5)", ""] }),
      { tmux: "client-tty" },
      true,
    ],
    ["past tmux, to an unknown one", {}, attached({ "/dev/pts/1": ["", "xterm"] }), { tmux: "client-tty" }, false],
    [
      "past tmux, to both",
      {},
      attached({ "/dev/pts/1": ["", "xterm"], "/dev/pts/2": ["foot(1.13.1)", "foot"] }),
      { tmux: "client-tty" },
      true,
    ],
  ])("that it is seen is sure or not: %s", async (_name, env, answer, config, isSure) => {
    expect(await prepare(env, answer, config)).toMatchObject({ kind: "ready", ...(!isSure && { isUnsure: true }) });
    expect("isUnsure" in (await prepare(env, answer, config))).toBe(!isSure);
  });
});

describe("attempt", () => {
  it.each<[OscProtocol, readonly Multiplexer[], string]>([
    ["osc9", [], "\x1b]9;T · L\x1b\\"],
    ["osc777", [], "\x1b]777;notify;T;L\x1b\\"],
    ["osc9", ["tmux"], "\x1bPtmux;\x1b\x1b]9;T · L\x1b\x1b\\\x1b\\"],
    ["osc9", ["screen"], "\x1bP\x1b]9;T - L\x07\x1b\\"],
    ["osc777", ["tmux", "screen"], "\x1bPtmux;\x1b\x1bP\x1b\x1b]777;notify;T;L\x07\x1b\x1b\\\x1b\\"],
    [
      "osc99",
      [],
      "\x1b]99;i=n-1:d=0:e=1:a=focus:u=1:f=cGktbm90aWZ5:t=YWdlbnQtY29tcGxldGVk;VA==\x1b\\\x1b]99;i=n-1:d=1:e=1:p=body;TA==\x1b\\",
    ],
  ])("%s through %j is one write", async (protocol, through, bytes) => {
    const { result, writes } = await attemptOf(oscChannel, DEFAULTS, { by: "terminal", protocol, through });
    expect(writes).toEqual([bytes]);
    expect(result).toEqual({ kind: "written" });
  });

  it("passes a failed write on", async () => {
    const failed = { kind: "failed", reason: "terminal closed" } as const;
    const facts = { by: "terminal", protocol: "osc9", through: [] } as const;
    expect((await attemptOf(oscChannel, DEFAULTS, facts, { answer: failed })).result).toEqual(failed);
  });

  const gone = { kind: "failed", reason: "terminal closed" } as const;
  const twoClients: OscFacts = {
    by: "client-tty",
    clients: [
      { tty: "/dev/pts/1", protocol: "osc9", through: [] },
      { tty: "/dev/pts/2", protocol: "osc777", through: ["tmux"] },
    ],
  };
  it("writes to each client's terminal once", async () => {
    expect(await attemptOf(oscChannel, DEFAULTS, twoClients)).toEqual({
      result: { kind: "written" },
      writes: ["/dev/pts/1: \x1b]9;T · L\x1b\\", "/dev/pts/2: \x1bPtmux;\x1b\x1b]777;notify;T;L\x1b\x1b\\\x1b\\"],
    });
  });
  it.each([
    ["one of them is enough", { "/dev/pts/1": Promise.resolve(gone) }, { kind: "written" }],
    ["none of them", { "/dev/pts/1": Promise.resolve(gone), "/dev/pts/2": Promise.resolve(gone) }, gone],
  ])("%s", async (_name, answers, result) => {
    expect((await attemptOf(oscChannel, DEFAULTS, twoClients, { answers })).result).toEqual(result);
  });
});

describe("withdraw", () => {
  const CLOSE = "\x1b]99;i=n-1:p=close;\x1b\\";
  const IN_TMUX = "\x1bPtmux;\x1b\x1b]99;i=n-1:p=close;\x1b\x1b\\\x1b\\";

  it.each<[string, OscFacts, string[]]>([
    ["on the terminal", { by: "terminal", protocol: "osc99", through: [] }, [CLOSE]],
    ["through tmux", { by: "terminal", protocol: "osc99", through: ["tmux"] }, [IN_TMUX]],
    [
      "through GNU screen",
      { by: "terminal", protocol: "osc99", through: ["screen"] },
      [`\x1bP${CLOSE.slice(0, -2)}\x07\x1b\\`],
    ],
    ["OSC 9 has no names", { by: "terminal", protocol: "osc9", through: [] }, []],
    ["OSC 777 neither", { by: "terminal", protocol: "osc777", through: ["tmux"] }, []],
    [
      "past tmux, where it was OSC 99",
      {
        by: "client-tty",
        clients: [
          { tty: "/dev/pts/1", protocol: "osc99", through: [] },
          { tty: "/dev/pts/2", protocol: "osc777", through: [] },
          { tty: "/dev/pts/3", protocol: "osc99", through: ["tmux"] },
        ],
      },
      [`/dev/pts/1: ${CLOSE}`, `/dev/pts/3: ${IN_TMUX}`],
    ],
  ])("%s", async (_name, facts, closed) => {
    expect(await withdrawalOf(oscChannel, DEFAULTS, facts)).toEqual(closed);
  });
});

describe("through GNU screen", () => {
  const said = async (protocol: OscProtocol, title: string, lines: readonly string[]) => {
    const facts = { by: "terminal", protocol, through: ["screen"] } as const;
    const { writes } = await attemptOf(oscChannel, DEFAULTS, facts, { message: { title, lines } });
    return writes.join("");
  };

  it.each([
    ["ASCII", "Done?", ["Project: a"], "Done? - Project: a"],
    ["accents", "Fertig: Žluťoučký kůň", ["Projekt: ćě"], "Fertig: Zlutoucky kun - Projekt: ce"],
    ["Chinese", "Pi 等待输入", ["项目：pi-notify"], "Pi finished the task - ?:pi-notify"],
    ["an emoji, dashes, quotes", "a", ["👍 “b” — c…"], 'a - ? "b" - c...'],
    ["what decomposes to a separator or a digit", "①；x", [], "Pi: 1:x"],
  ])("OSC 9 says %s", async (_name, title, lines, text) => {
    expect(await said("osc9", title, lines)).toBe(`\x1bP\x1b]9;${text}\x07\x1b\\`);
  });

  it.each(["osc9", "osc777", "osc99"] as const)(
    "%s of any length is ASCII pieces that make the whole",
    async (protocol) => {
      const title = "½ě".repeat(200);
      const lines = ["界ć;".repeat(400), "x".repeat(700)];
      const bytes = await said(protocol, title, lines);
      expect(bytes).toMatch(/^[\x07\x1b\x20-\x7e]+$/);
      const pieces = bytes.match(/\x1bP[\s\S]*?\x1b\\/g) ?? [];
      expect(pieces.join("")).toBe(bytes);
      expect(pieces.length).toBeGreaterThan(1);
      for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(200);
      const inner = pieces.map((piece) => piece.slice(2, -2));
      for (const piece of inner) expect(piece).not.toMatch(/\x1b$/);
      const shown = shownNotifications(parseTerminal(inner.join("")));
      expect(shown).toMatchObject([{ protocol }]);
      if (protocol !== "osc99") expect(inner.join("").length).toBeLessThan(2_048);
      if (protocol === "osc99") expect(shown[0]?.title).toBe(title);
    },
  );

  it("no piece ends in ESC, wherever the second sequence begins", () => {
    for (let length = 150; length < 250; length += 1) {
      const sequence = `\x1b]${"x".repeat(length)}\x07\x1b]y\x07`;
      const pieces = wrap(sequence, ["screen"]).match(/\x1bP[\s\S]*?\x1b\\/g) ?? [];
      expect(pieces.map((piece) => piece.slice(2, -2)).join("")).toBe(sequence);
      for (const piece of pieces) expect(piece).not.toMatch(/\x1b\x1b\\$/);
    }
  });
});

describe("configuration", () => {
  it("has defaults", () => {
    expect(DEFAULTS).toEqual({
      protocol: "auto",
      fallback: "osc9",
      termPrograms: {},
      tmux: "passthrough",
      tmuxPermission: "check",
    });
  });

  it.each([
    [{ protocol: "auto" }],
    [{ protocol: "osc777", fallback: "osc99", termPrograms: { rio: "osc9" } }],
    [{ tmuxPermission: "check" }],
    [{ tmuxPermission: "assume" }],
  ])("takes %o", (config) => {
    expect(oscSchema.parse(config)).toEqual({ ...DEFAULTS, ...config });
  });

  it.each([
    [{ protocol: "osc1" }],
    [{ fallback: "auto" }],
    [{ termPrograms: { a: "none" } }],
    [{ termPrograms: ["osc9"] }],
    [{ tmuxPermission: true }],
    [{ tmux: "tty" }],
    [{ protocoll: "osc9" }],
    [null],
  ])("refuses %o", (config) => {
    expect(oscSchema.safeParse(config).success).toBe(false);
  });

  it("works in the TUI only, in bounded time", () => {
    expect(oscChannel.type).toBe("osc");
    expect(oscChannel.modes).toEqual({ default: ["tui"], allowed: ["tui"] });
    expect(oscChannel.timeoutMs(DEFAULTS)).toBe(1_000);
    expect(oscChannel.describe(DEFAULTS, "en")).toBe("terminal notification (detected, else osc9)");
    expect(oscChannel.describe(DEFAULTS, "zh-CN")).toBe("终端通知（自动识别，认不出时用 osc9）");
    const fixed = { ...DEFAULTS, protocol: "osc99" } as const;
    expect(oscChannel.describe(fixed, "en")).toBe("terminal notification (osc99)");
    expect(oscChannel.describe(fixed, "zh-CN")).toBe("终端通知（osc99）");
  });
});
