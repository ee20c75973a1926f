import { inEachLanguage, type Say } from "../../messages/define-messages.ts";
import { terminalSignMessages } from "../../messages/terminal-signs.messages.ts";
import type { Language } from "../../notices/event-table.ts";
import type { Environment } from "../../ports/environment.ts";
import type { TmuxReply } from "../../ports/tmux-client.ts";
import type { OscConfig, OscProtocol } from "./osc.schema.ts";

/** `none`: a terminal known to have no notification sequence. */
export type TerminalProtocol = OscProtocol | "none";

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

export interface TerminalRow {
  /** The number of the step in docs/terminals.md. */
  readonly step: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  /** What is looked at, for the documents and `/notify status`. */
  readonly name: SignName;
  /** What the row answers, for the documents; the configured rows answer what the configuration says. */
  readonly answers: TerminalProtocol | "as configured";
  /** Whether it counts inside tmux, whose server keeps the variables of the shell that started it. */
  readonly inTmux: WhenInTmux;
  /** The protocol if this row knows the terminal. */
  readonly test: (facts: TerminalFacts) => TerminalProtocol | undefined;
}

/** By what a terminal is recognised, in each language. */
export type SignName = Readonly<Record<Language, string>>;

const nameOf: Say<typeof terminalSignMessages, SignName> = inEachLanguage(terminalSignMessages);

export const FALLBACK_NAME = nameOf("setting", { key: "osc.fallback" });

/** The step that is left where nothing has told which terminal it is. */
export const FALLBACK_STEP = 9;

/** By what terminals call themselves when they are asked (XTVERSION), by tmux or by us. */
const SELF_NAMES: readonly (readonly [name: string, protocol: TerminalProtocol])[] = [
  ["kitty", "osc99"],
  ["ghostty", "osc777"],
  ["WezTerm", "osc777"],
  ["foot", "osc777"],
  ["iTerm2", "osc9"],
  ["VTE", "osc777"],
  ["Konsole", "osc777"],
];

/**
 * How the terminal's protocol is found: the first row that knows the answer and counts here wins (docs/terminals.md).
 * Inside tmux its clients are asked first, and where they have told what they are, no variable contradicts them: what
 * is left is the fallback, not the terminal that once started the server.
 *
 * Step 8 is the terminal's own word, which it is asked for only where nothing else has told: `wantsTerminalName`.
 */
export const TERMINAL_TABLE: readonly TerminalRow[] = [
  {
    step: 1,
    name: nameOf("setting", { key: "osc.protocol" }),
    answers: "as configured",
    inTmux: "always",
    test: ({ config }) => (config.protocol === "auto" ? undefined : config.protocol),
  },

  ...SELF_NAMES.map(([name, answers]) => tmuxClientType(name, answers)),
  tmuxClientName("xterm-kitty", "osc99"),
  tmuxClientName("foot*", "osc777"),
  tmuxClientName("xterm-ghostty", "osc777"),
  tmuxClientName("rxvt-unicode*", "osc777"),

  {
    step: 3,
    name: nameOf("termPrograms"),
    answers: "as configured",
    inTmux: "always",
    test: ({ config, env }) => {
      const program = env.TERM_PROGRAM?.toLowerCase();
      return Object.entries(config.termPrograms).find(([name]) => name.toLowerCase() === program)?.[1];
    },
  },

  variableSet(4, "KITTY_WINDOW_ID", "osc99", "never"),
  variableSet(5, "WEZTERM_PANE", "osc777"),
  variableSet(5, "GHOSTTY_RESOURCES_DIR", "osc777", "never"),
  variableSet(5, "ITERM_SESSION_ID", "osc9"),
  variableSet(5, "WT_SESSION", "osc777"),
  variableSet(5, "KONSOLE_VERSION", "osc777"),
  variableSet(5, "VTE_VERSION", "osc777"),

  termProgram("ghostty", "osc777", "never"),
  termProgram("iTerm.app", "osc9"),
  termProgram("WezTerm", "osc777"),
  termProgram("WarpTerminal", "osc777"),
  variableSet(6, "WARP_HONOR_PS1", "osc777"),
  termProgram("vscode", "osc99"),
  termProgram("zed", "osc9"),
  termProgram("Apple_Terminal", "none"),

  term("xterm-kitty", "osc99"),
  term("foot*", "osc777"),
  term("xterm-ghostty", "osc777"),
  term("rxvt-unicode*", "osc777"),

  ...SELF_NAMES.map(([name, answers]) => ownName(name, answers)),

  {
    step: FALLBACK_STEP,
    name: FALLBACK_NAME,
    answers: "as configured",
    inTmux: "always",
    test: ({ config }) => config.fallback,
  },
];

function variableSet(
  step: 4 | 5 | 6,
  variable: string,
  answers: TerminalProtocol,
  inTmux: WhenInTmux = "silent",
): TerminalRow {
  const name = nameOf("isSet", { variable });
  return { step, name, answers, inTmux, test: ({ env }) => (env[variable] ? answers : undefined) };
}

function termProgram(program: string, answers: TerminalProtocol, inTmux: WhenInTmux = "silent"): TerminalRow {
  return {
    inTmux,
    step: 6,
    name: nameOf("is", { variable: "TERM_PROGRAM", value: program }),
    answers,
    test: ({ env }) => (env.TERM_PROGRAM?.toLowerCase() === program.toLowerCase() ? answers : undefined),
  };
}

function term(pattern: string, answers: TerminalProtocol): TerminalRow {
  return {
    step: 7,
    inTmux: "never",
    name: nameOf("is", { variable: "TERM", value: pattern }),
    answers,
    test: ({ env }) => (matches(env.TERM ?? "", pattern) ? answers : undefined),
  };
}

function ownName(terminal: string, answers: TerminalProtocol): TerminalRow {
  const start = startOfSelfName(terminal);
  return {
    step: 8,
    inTmux: "never",
    name: nameOf("ownName", { terminal }),
    answers,
    test: ({ terminalName }) => (terminalName !== undefined && start.test(terminalName) ? answers : undefined),
  };
}

/** A name and a version, such as `kitty(0.26.5)` or `WezTerm 20240203`. */
function startOfSelfName(terminal: string): RegExp {
  return new RegExp(`^${terminal}\\b`, "i");
}

function tmuxClientType(terminal: string, answers: TerminalProtocol): TerminalRow {
  const start = startOfSelfName(terminal);
  return {
    step: 2,
    inTmux: "always",
    name: nameOf("tmuxClient", { format: "client_termtype", value: terminal }),
    answers,
    test: ({ tmux }) => (tmuxClients(tmux).some(({ termType }) => start.test(termType)) ? answers : undefined),
  };
}

function tmuxClientName(pattern: string, answers: TerminalProtocol): TerminalRow {
  return {
    step: 2,
    inTmux: "always",
    name: nameOf("tmuxClient", { format: "client_termname", value: pattern }),
    answers,
    test: ({ tmux }) => (tmuxClients(tmux).some(({ termName }) => matches(termName, pattern)) ? answers : undefined),
  };
}

function tmuxClients(tmux: TmuxReply) {
  return tmux.kind === "answered" ? tmux.clients : [];
}

/** A trailing `*` stands for any rest. */
function matches(value: string, pattern: string): boolean {
  return pattern.endsWith("*") ? value.startsWith(pattern.slice(0, -1)) : value === pattern;
}
