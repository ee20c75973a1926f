import { inEachLanguage, type Say } from "../../messages/define-messages.ts";
import { terminalSignMessages } from "../../messages/terminal-signs.messages.ts";
import type { Language } from "../../notices/event-table.ts";
import type { Environment } from "../../ports/environment.ts";
import type { TmuxReply } from "../../ports/tmux-client.ts";
import type { OscConfig } from "./osc.schema.ts";
import { type Shows, TERMINALS, type TerminalId, type TerminalProtocol } from "./terminals.ts";

export interface TerminalFacts {
  readonly config: Pick<OscConfig, "protocol" | "fallback" | "termPrograms">;
  readonly env: Environment;
  readonly tmux: TmuxReply;
  /** What Pi's terminal calls itself, where it has said so (XTVERSION). */
  readonly terminalName?: string | undefined;
}

/**
 * `always`: no variable of a terminal. `silent`: only while no client has told tmux what it is, because then the
 * variables are all there is. `never`: that terminal has a TERM of its own, so tmux would have known it.
 */
export type WhenInTmux = "always" | "silent" | "never";

/** What a row says of the terminal that it knows. */
export interface TerminalAnswer {
  readonly protocol: TerminalProtocol;
  readonly shows: Shows;
  /** Absent where only the configuration has spoken. */
  readonly terminal?: TerminalId;
}

export interface TerminalRow {
  /** The number of the step in docs/terminals.md. */
  readonly step: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;
  /** What is looked at, for the documents and `/notify status`. */
  readonly name: SignName;
  /** What the row answers, for the documents; the configured rows answer what the configuration says. */
  readonly answers: TerminalId | "as configured";
  /** Whether it counts inside tmux, whose server keeps the variables of the shell that started it. */
  readonly inTmux: WhenInTmux;
  /** The answer if this row knows the terminal. */
  readonly test: (facts: TerminalFacts) => TerminalAnswer | undefined;
}

/** By what a terminal is recognised, in each language. */
export type SignName = Readonly<Record<Language, string>>;

const nameOf: Say<typeof terminalSignMessages, SignName> = inEachLanguage(terminalSignMessages);

export const FALLBACK_NAME = nameOf("setting", { key: "osc.fallback" });

/** The step that is left where nothing has told which terminal it is. */
export const FALLBACK_STEP = 10;

/** By what terminals call themselves when they are asked (XTVERSION), by tmux or by us. */
const SELF_NAMES: readonly (readonly [name: string, terminal: TerminalId])[] = [
  ["kitty", "kitty"],
  ["ghostty", "ghostty"],
  ["WezTerm", "wezterm"],
  ["foot", "foot"],
  ["iTerm2", "iterm2"],
  ["xterm.js", "vscode"],
  ["VTE", "vte"],
  ["Konsole", "konsole"],
  ["XTerm", "xterm"],
  ["terminology", "terminology"],
];

/** `TERM` as terminals set it that have a name of their own there; also what tmux hears of its clients. */
const TERM_NAMES: readonly (readonly [pattern: string, terminal: TerminalId])[] = [
  ["xterm-kitty", "kitty"],
  ["foot*", "foot"],
  ["xterm-ghostty", "ghostty"],
  ["rxvt-unicode*", "urxvt"],
];

/** The same of terminals that show nothing: no variable that another one has left behind contradicts them. */
const MUTE_TERM_NAMES: readonly (readonly [pattern: string, terminal: TerminalId])[] = [
  ["alacritty*", "alacritty"],
  ["st", "st"],
  ["st-*", "st"],
  ["mlterm*", "mlterm"],
  ["eterm-color", "emacs"],
  ["dvtm*", "dvtm"],
  ["linux", "linuxConsole"],
  ["dumb", "dumb"],
];

/**
 * How the terminal's protocol is found: the first row that knows the answer and counts here wins (docs/terminals.md).
 * Inside tmux its clients are asked first, and where they have told what they are, no variable contradicts them: what
 * is left is the fallback, not the terminal that once started the server.
 *
 * Step 9 is the terminal's own word, which it is asked for only where nothing else has told: `wantsTerminalName`.
 */
export const TERMINAL_TABLE: readonly TerminalRow[] = [
  {
    step: 1,
    name: nameOf("setting", { key: "osc.protocol" }),
    answers: "as configured",
    inTmux: "always",
    test: ({ config }) => (config.protocol === "auto" ? undefined : { protocol: config.protocol, shows: "shows" }),
  },

  ...SELF_NAMES.map(([name, terminal]) => tmuxClientType(name, terminal)),
  ...[...TERM_NAMES, ...MUTE_TERM_NAMES].map(([pattern, terminal]) => tmuxClientName(pattern, terminal)),

  {
    step: 3,
    name: nameOf("termPrograms"),
    answers: "as configured",
    inTmux: "always",
    test: ({ config, env }) => {
      const program = env.TERM_PROGRAM?.toLowerCase();
      const protocol = Object.entries(config.termPrograms).find(([name]) => name.toLowerCase() === program)?.[1];
      return protocol === undefined ? undefined : { protocol, shows: "shows" };
    },
  },

  ...MUTE_TERM_NAMES.map(([pattern, terminal]) => term(4, pattern, terminal)),

  variableSet(5, "KITTY_WINDOW_ID", "kitty", "never"),
  variableSet(6, "WEZTERM_PANE", "wezterm"),
  variableSet(6, "GHOSTTY_RESOURCES_DIR", "ghostty", "never"),
  variableSet(6, "ITERM_SESSION_ID", "iterm2"),
  variableSet(6, "WT_SESSION", "windowsTerminal"),
  variableIs(6, "TERMINAL_EMULATOR", "JetBrains-JediTerm", "jediTerm"),
  variableSet(6, "INSIDE_EMACS", "emacs"),
  variableSet(6, "KONSOLE_VERSION", "konsole"),
  variableSet(6, "VTE_VERSION", "vte"),
  variableSet(6, "XTERM_VERSION", "xterm"),
  variableSet(6, "ALACRITTY_WINDOW_ID", "alacritty"),
  variableSet(6, "ZUTTY_VERSION", "zutty"),

  termProgram("ghostty", "ghostty", "never"),
  termProgram("iTerm.app", "iterm2"),
  termProgram("WezTerm", "wezterm"),
  termProgram("WarpTerminal", "warp"),
  variableSet(7, "WARP_HONOR_PS1", "warp"),
  termProgram("vscode", "vscode"),
  termProgram("zed", "zed"),
  termProgram("terminology", "terminology"),
  termProgram("Apple_Terminal", "appleTerminal"),

  ...TERM_NAMES.map(([pattern, terminal]) => term(8, pattern, terminal)),

  ...SELF_NAMES.map(([name, terminal]) => ownName(name, terminal)),

  {
    step: FALLBACK_STEP,
    name: FALLBACK_NAME,
    answers: "as configured",
    inTmux: "always",
    test: ({ config }) => ({ protocol: config.fallback, shows: "unsure" }),
  },
];

function knows(terminal: TerminalId): TerminalAnswer {
  const { protocol, shows } = TERMINALS[terminal];
  return { protocol, shows, terminal };
}

function variableSet(
  step: 5 | 6 | 7,
  variable: string,
  answers: TerminalId,
  inTmux: WhenInTmux = "silent",
): TerminalRow {
  const name = nameOf("isSet", { variable });
  return { step, name, answers, inTmux, test: ({ env }) => (env[variable] ? knows(answers) : undefined) };
}

function variableIs(
  step: 6 | 7,
  variable: string,
  value: string,
  answers: TerminalId,
  inTmux: WhenInTmux = "silent",
): TerminalRow {
  return {
    inTmux,
    step,
    name: nameOf("is", { variable, value }),
    answers,
    test: ({ env }) => (env[variable]?.toLowerCase() === value.toLowerCase() ? knows(answers) : undefined),
  };
}

function termProgram(program: string, answers: TerminalId, inTmux: WhenInTmux = "silent"): TerminalRow {
  return variableIs(7, "TERM_PROGRAM", program, answers, inTmux);
}

function term(step: 4 | 8, pattern: string, answers: TerminalId): TerminalRow {
  return {
    step,
    inTmux: "never",
    name: nameOf("is", { variable: "TERM", value: pattern }),
    answers,
    test: ({ env }) => (matches(env.TERM ?? "", pattern) ? knows(answers) : undefined),
  };
}

function ownName(name: string, answers: TerminalId): TerminalRow {
  const start = startOfSelfName(name);
  return {
    step: 9,
    inTmux: "never",
    name: nameOf("ownName", { terminal: name }),
    answers,
    test: ({ terminalName }) => (terminalName !== undefined && start.test(terminalName) ? knows(answers) : undefined),
  };
}

/** A name and a version, such as `kitty(0.26.5)` or `WezTerm 20240203`. `XTerm` is not `xterm.js`. */
function startOfSelfName(name: string): RegExp {
  return new RegExp(`^${name.replaceAll(".", "\\.")}(?![\\w.])`, "i");
}

function tmuxClientType(name: string, answers: TerminalId): TerminalRow {
  const start = startOfSelfName(name);
  return {
    step: 2,
    inTmux: "always",
    name: nameOf("tmuxClient", { format: "client_termtype", value: name }),
    answers,
    test: ({ tmux }) => (tmuxClients(tmux).some(({ termType }) => start.test(termType)) ? knows(answers) : undefined),
  };
}

function tmuxClientName(pattern: string, answers: TerminalId): TerminalRow {
  return {
    step: 2,
    inTmux: "always",
    name: nameOf("tmuxClient", { format: "client_termname", value: pattern }),
    answers,
    test: ({ tmux }) =>
      tmuxClients(tmux).some(({ termName }) => matches(termName, pattern)) ? knows(answers) : undefined,
  };
}

function tmuxClients(tmux: TmuxReply) {
  return tmux.kind === "answered" ? tmux.clients : [];
}

/** A trailing `*` stands for any rest. */
function matches(value: string, pattern: string): boolean {
  return pattern.endsWith("*") ? value.startsWith(pattern.slice(0, -1)) : value === pattern;
}
