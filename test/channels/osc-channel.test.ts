import { describe, expect, it } from "vitest";
import { detectProtocol } from "../../src/channels/osc/detect-protocol.ts";
import { oscChannel } from "../../src/channels/osc/osc.channel.ts";
import { type OscConfig, oscSchema } from "../../src/channels/osc/osc.schema.ts";
import { TERMINAL_TABLE } from "../../src/channels/osc/terminal-table.ts";
import type { Environment } from "../../src/ports/environment.ts";
import type { TmuxAnswer, TmuxClientInfo } from "../../src/ports/tmux-client.ts";
import { attemptOf } from "./bell-and-osc-attempt.ts";
import { OFF_DESKTOP } from "./off-desktop.ts";

const DEFAULTS = oscSchema.parse({});
const OUTSIDE: TmuxAnswer = { kind: "outside" };

function tmux(changes: Partial<Extract<TmuxAnswer, { kind: "answered" }>> = {}): TmuxAnswer {
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
    ...changes,
  };
}

function clients(...names: readonly (readonly [termType: string, termName: string])[]): TmuxAnswer {
  return tmux({ clients: names.map(([termType, termName]): TmuxClientInfo => ({ termType, termName })) });
}

function prepare(env: Environment, answer: TmuxAnswer = OUTSIDE, config: Partial<OscConfig> = {}) {
  return oscChannel.prepare({ config: { ...DEFAULTS, ...config }, env, tmux: answer, ...OFF_DESKTOP });
}

describe("detection", () => {
  const KITTY = { KITTY_WINDOW_ID: "1" };
  it.each<[string, Environment, TmuxAnswer, Partial<OscConfig>, string, number]>([
    ["the configured protocol before all", KITTY, clients(["kitty(0.26.5)", ""]), { protocol: "osc777" }, "osc777", 1],

    ["tmux on kitty", {}, clients(["kitty(0.26.5)", "xterm-kitty"]), {}, "osc99", 2],
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
    ["tmux on something unknown", KITTY, clients(["XTerm(379)", "xterm"]), {}, "osc99", 4],
    ["a name that only begins alike", {}, clients(["footloose 1", "xterm"]), {}, "osc9", 9],

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
      6,
    ],

    ["kitty", KITTY, OUTSIDE, {}, "osc99", 4],
    ["kitty before TERM_PROGRAM", { ...KITTY, TERM_PROGRAM: "zed" }, OUTSIDE, {}, "osc99", 4],
    ["an empty variable is none", { KITTY_WINDOW_ID: "", TERM: "foot" }, OUTSIDE, {}, "osc777", 7],
    ["WezTerm", { WEZTERM_PANE: "0" }, OUTSIDE, {}, "osc777", 5],
    ["Ghostty", { GHOSTTY_RESOURCES_DIR: "/x" }, OUTSIDE, {}, "osc777", 5],
    ["iTerm2", { ITERM_SESSION_ID: "w0" }, OUTSIDE, {}, "osc9", 5],
    ["Windows Terminal", { WT_SESSION: "x" }, OUTSIDE, {}, "osc777", 5],
    ["Konsole", { KONSOLE_VERSION: "220401" }, OUTSIDE, {}, "osc777", 5],
    ["VTE", { VTE_VERSION: "7006" }, OUTSIDE, {}, "osc777", 5],

    ["TERM_PROGRAM ghostty", { TERM_PROGRAM: "ghostty" }, OUTSIDE, {}, "osc777", 6],
    ["TERM_PROGRAM iTerm.app", { TERM_PROGRAM: "iTerm.app" }, OUTSIDE, {}, "osc9", 6],
    ["TERM_PROGRAM WezTerm", { TERM_PROGRAM: "WezTerm" }, OUTSIDE, {}, "osc777", 6],
    ["TERM_PROGRAM WarpTerminal", { TERM_PROGRAM: "WarpTerminal" }, OUTSIDE, {}, "osc777", 6],
    ["Warp by its other variable", { WARP_HONOR_PS1: "0" }, OUTSIDE, {}, "osc777", 6],
    ["VS Code", { TERM_PROGRAM: "vscode" }, OUTSIDE, {}, "osc99", 6],
    ["Zed", { TERM_PROGRAM: "zed" }, OUTSIDE, {}, "osc9", 6],
    ["Apple's Terminal", { TERM_PROGRAM: "Apple_Terminal", TERM: "xterm-kitty" }, OUTSIDE, {}, "none", 6],

    ["TERM xterm-kitty", { TERM: "xterm-kitty" }, OUTSIDE, {}, "osc99", 7],
    ["TERM foot", { TERM: "foot" }, OUTSIDE, {}, "osc777", 7],
    ["TERM foot-direct", { TERM: "foot-direct" }, OUTSIDE, {}, "osc777", 7],
    ["TERM xterm-ghostty", { TERM: "xterm-ghostty" }, OUTSIDE, {}, "osc777", 7],
    ["TERM rxvt-unicode-256color", { TERM: "rxvt-unicode-256color" }, OUTSIDE, {}, "osc777", 7],
    ["a TERM that goes on after a whole name", { TERM: "xterm-kitty-direct" }, OUTSIDE, {}, "osc9", 9],
    ["a TERM that shares a letter with foot", { TERM: "fbterm" }, OUTSIDE, {}, "osc9", 9],

    ["an unknown terminal", { TERM: "xterm-256color" }, OUTSIDE, {}, "osc9", 9],
    ["an unknown terminal, configured", {}, OUTSIDE, { fallback: "osc99" }, "osc99", 9],
    ["no answer of tmux", {}, { kind: "unanswered" }, {}, "osc9", 9],
  ])("%s", (_name, env, answer, config, protocol, step) => {
    const found = detectProtocol({ config: { ...DEFAULTS, ...config }, env, tmux: answer, ...OFF_DESKTOP });
    expect([found.protocol, found.by.step]).toEqual([protocol, step]);
  });

  it("says of each row what it looks at and what it answers", () => {
    for (const { step, name, answers } of TERMINAL_TABLE) {
      expect(name).toMatch(/`\w[^`]*`/);
      expect(answers === "as configured", name).toBe(step === 1 || step === 3 || step === 9);
    }
  });

  it("asks in SPEC's order, each row with a name of its own, and ends in a row that always answers", () => {
    const steps = TERMINAL_TABLE.map(({ step }) => step);
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
    expect(new Set(TERMINAL_TABLE.map(({ name }) => name)).size).toBe(TERMINAL_TABLE.length);
    expect(TERMINAL_TABLE.at(-1)?.step).toBe(9);
  });
});

describe("prepare", () => {
  const ready = (protocol: string, tmuxDepth: number) => ({ kind: "ready", facts: { protocol, tmuxDepth } });
  const skipped = (reason: string) => ({ kind: "skipped", reason });

  it.each<[string, Environment, TmuxAnswer, Partial<OscConfig>, unknown]>([
    ["outside tmux", { TERM: "foot" }, OUTSIDE, {}, ready("osc777", 0)],
    ["a terminal without notifications", { TERM_PROGRAM: "Apple_Terminal" }, OUTSIDE, {}, skipped("unsupported")],
    [
      "the same with a protocol forced",
      { TERM_PROGRAM: "Apple_Terminal" },
      OUTSIDE,
      { protocol: "osc9" },
      ready("osc9", 0),
    ],

    ["passthrough off", {}, tmux({ passthrough: "off" }), {}, skipped("passthrough-off")],
    [
      "passthrough off and hidden",
      {},
      tmux({ passthrough: "off", paneVisible: false }),
      {},
      skipped("passthrough-off"),
    ],
    ["on and visible", {}, tmux(), {}, ready("osc9", 1)],
    ["on and hidden", {}, tmux({ paneVisible: false }), {}, skipped("pane-hidden")],
    ["all and hidden", {}, tmux({ passthrough: "all", paneVisible: false }), {}, ready("osc9", 1)],
    ["no gate and hidden", {}, tmux({ passthrough: "no-gate", paneVisible: false }), {}, ready("osc9", 1)],
    ["no answer", {}, { kind: "unanswered" }, {}, skipped("policy-unknown")],
    ["no answer, assumed", {}, { kind: "unanswered" }, { tmuxPermission: "assume" }, ready("osc9", 1)],
    ["hidden, assumed", {}, tmux({ paneVisible: false }), { tmuxPermission: "assume" }, ready("osc9", 1)],

    ["tmux on a terminal", {}, clients(["kitty(0.26.5)", "xterm-kitty"]), {}, ready("osc99", 1)],
    ["tmux in tmux by type", {}, clients(["tmux 3.3a", "screen-256color"]), {}, ready("osc9", 2)],
    ["tmux in tmux by name", {}, clients(["", "tmux-256color"]), {}, ready("osc9", 2)],
    [
      "one client of two is tmux",
      {},
      clients(["kitty(0.26.5)", "xterm-kitty"], ["tmux 3.3a", "tmux-256color"]),
      {},
      ready("osc99", 2),
    ],

    ["GNU screen", { STY: "1.pts", TERM: "screen" }, OUTSIDE, {}, skipped("unsupported")],
    ["GNU screen with tmux's TERM", { STY: "1.pts", TERM: "tmux-256color" }, OUTSIDE, {}, skipped("unsupported")],
    ["screen inside tmux without TERM", { STY: "1.pts" }, tmux(), {}, skipped("unsupported")],
    ["screen inside tmux", { STY: "1.pts", TERM: "screen.xterm-256color" }, tmux(), {}, skipped("unsupported")],
    ["tmux inside screen", { STY: "1.pts", TERM: "tmux-256color" }, tmux(), {}, ready("osc9", 1)],
  ])("%s", async (_name, env, answer, config, verdict) => {
    expect(await prepare(env, answer, config)).toEqual(verdict);
  });
});

describe("attempt", () => {
  it.each([
    ["osc9", 0, "\x1b]9;T · L\x1b\\"],
    ["osc777", 0, "\x1b]777;notify;T;L\x1b\\"],
    ["osc9", 1, "\x1bPtmux;\x1b\x1b]9;T · L\x1b\x1b\\\x1b\\"],
    [
      "osc99",
      0,
      "\x1b]99;i=n-1:d=0:e=1:a=focus:u=1:f=cGktbm90aWZ5:t=YWdlbnQtY29tcGxldGVk;VA==\x1b\\\x1b]99;i=n-1:d=1:e=1:p=body;TA==\x1b\\",
    ],
  ] as const)("%s at depth %i is one write", async (protocol, tmuxDepth, bytes) => {
    const { result, writes } = await attemptOf(oscChannel, DEFAULTS, { protocol, tmuxDepth });
    expect(writes).toEqual([bytes]);
    expect(result).toEqual({ kind: "written" });
  });

  it("passes a failed write on", async () => {
    const failed = { kind: "failed", reason: "terminal closed" } as const;
    const facts = { protocol: "osc9", tmuxDepth: 0 } as const;
    expect((await attemptOf(oscChannel, DEFAULTS, facts, { answer: failed })).result).toEqual(failed);
  });
});

describe("configuration", () => {
  it("has defaults", () => {
    expect(DEFAULTS).toEqual({ protocol: "auto", fallback: "osc9", termPrograms: {}, tmuxPermission: "check" });
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
    [{ protocoll: "osc9" }],
    [null],
  ])("refuses %o", (config) => {
    expect(oscSchema.safeParse(config).success).toBe(false);
  });

  it("works in the TUI only, in bounded time", () => {
    expect(oscChannel.type).toBe("osc");
    expect(oscChannel.modes).toEqual({ default: ["tui"], allowed: ["tui"] });
    expect(oscChannel.timeoutMs(DEFAULTS)).toBe(1_000);
    expect(oscChannel.describe(DEFAULTS)).toBe("terminal notification (detected, else osc9)");
    expect(oscChannel.describe({ ...DEFAULTS, protocol: "osc99" })).toBe("terminal notification (osc99)");
  });
});
