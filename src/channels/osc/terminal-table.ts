import type { Environment } from "../../ports/environment.ts";
import type { TmuxAnswer } from "../../ports/tmux-client.ts";
import type { OscConfig, OscProtocol } from "./osc.schema.ts";

/** `none`: a terminal known to have no notification sequence. */
export type TerminalProtocol = OscProtocol | "none";

export interface TerminalFacts {
  readonly config: Pick<OscConfig, "protocol" | "fallback" | "termPrograms">;
  readonly env: Environment;
  readonly tmux: TmuxAnswer;
}

export interface TerminalRow {
  /** The number of the question in SPEC 6. */
  readonly step: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 9;
  /** What is looked at, for the documents and `/notify status`. */
  readonly name: string;
  /** What the row answers, for the documents; the configured rows answer what the configuration says. */
  readonly answers: TerminalProtocol | "as configured";
  /** The protocol if this row knows the terminal. */
  readonly test: (facts: TerminalFacts) => TerminalProtocol | undefined;
}

/**
 * How the terminal's protocol is found: the first row that knows the answer wins (SPEC 6).
 * Step 2 stands before the environment because a tmux server keeps the environment of whoever started it.
 * Step 8, the terminal's own XTVERSION answer, is not asked yet.
 */
export const TERMINAL_TABLE: readonly TerminalRow[] = [
  {
    step: 1,
    name: "`osc.protocol`",
    answers: "as configured",
    test: ({ config }) => (config.protocol === "auto" ? undefined : config.protocol),
  },

  tmuxClientType("kitty", "osc99"),
  tmuxClientType("ghostty", "osc777"),
  tmuxClientType("WezTerm", "osc777"),
  tmuxClientType("foot", "osc777"),
  tmuxClientType("iTerm2", "osc9"),
  tmuxClientType("VTE", "osc777"),
  tmuxClientType("Konsole", "osc777"),
  tmuxClientName("xterm-kitty", "osc99"),
  tmuxClientName("foot*", "osc777"),
  tmuxClientName("xterm-ghostty", "osc777"),
  tmuxClientName("rxvt-unicode*", "osc777"),

  {
    step: 3,
    name: "`osc.termPrograms` has `TERM_PROGRAM`",
    answers: "as configured",
    test: ({ config, env }) => {
      const program = env.TERM_PROGRAM?.toLowerCase();
      return Object.entries(config.termPrograms).find(([name]) => name.toLowerCase() === program)?.[1];
    },
  },

  variableSet(4, "KITTY_WINDOW_ID", "osc99"),
  variableSet(5, "WEZTERM_PANE", "osc777"),
  variableSet(5, "GHOSTTY_RESOURCES_DIR", "osc777"),
  variableSet(5, "ITERM_SESSION_ID", "osc9"),
  variableSet(5, "WT_SESSION", "osc777"),
  variableSet(5, "KONSOLE_VERSION", "osc777"),
  variableSet(5, "VTE_VERSION", "osc777"),

  termProgram("ghostty", "osc777"),
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

  { step: 9, name: "`osc.fallback`", answers: "as configured", test: ({ config }) => config.fallback },
];

function variableSet(step: 4 | 5 | 6, variable: string, answers: TerminalProtocol): TerminalRow {
  return { step, name: `\`${variable}\` is set`, answers, test: ({ env }) => (env[variable] ? answers : undefined) };
}

function termProgram(program: string, answers: TerminalProtocol): TerminalRow {
  return {
    step: 6,
    name: `\`TERM_PROGRAM\` is \`${program}\``,
    answers,
    test: ({ env }) => (env.TERM_PROGRAM?.toLowerCase() === program.toLowerCase() ? answers : undefined),
  };
}

function term(pattern: string, answers: TerminalProtocol): TerminalRow {
  return {
    step: 7,
    name: `\`TERM\` is \`${pattern}\``,
    answers,
    test: ({ env }) => (matches(env.TERM ?? "", pattern) ? answers : undefined),
  };
}

/** `client_termtype` is a name and a version, such as `kitty(0.26.5)` or `WezTerm 20240203`. */
function tmuxClientType(terminal: string, answers: TerminalProtocol): TerminalRow {
  const start = new RegExp(`^${terminal}\\b`, "i");
  return {
    step: 2,
    name: `an attached tmux client's \`client_termtype\` is \`${terminal}\``,
    answers,
    test: ({ tmux }) => (tmuxClients(tmux).some(({ termType }) => start.test(termType)) ? answers : undefined),
  };
}

function tmuxClientName(pattern: string, answers: TerminalProtocol): TerminalRow {
  return {
    step: 2,
    name: `an attached tmux client's \`client_termname\` is \`${pattern}\``,
    answers,
    test: ({ tmux }) => (tmuxClients(tmux).some(({ termName }) => matches(termName, pattern)) ? answers : undefined),
  };
}

function tmuxClients(tmux: TmuxAnswer) {
  return tmux.kind === "answered" ? tmux.clients : [];
}

/** A trailing `*` stands for any rest. */
function matches(value: string, pattern: string): boolean {
  return pattern.endsWith("*") ? value.startsWith(pattern.slice(0, -1)) : value === pattern;
}
