import type { SayDoctor } from "./finding.ts";

/**
 * Terminals that understand the sequence and still do not always show it, by the row of the detection table that
 * recognised them.
 */
const KNOWN_BY = {
  foot: /\bfoot\b/,
  ghostty: /ghostty/i,
  vscode: /vscode/,
  "windows-terminal": /WT_SESSION/,
  iterm2: /iTerm|ITERM/,
  vte: /VTE|Konsole|KONSOLE/,
} as const;

export type TerminalWithSetting = keyof typeof KNOWN_BY;

const TERMINALS = Object.keys(KNOWN_BY) as readonly TerminalWithSetting[];

/** @param sign the name of the row, in English */
export function terminalWithSetting(sign: string): TerminalWithSetting | undefined {
  return TERMINALS.find((terminal) => KNOWN_BY[terminal].test(sign));
}

export function settingOf(terminal: TerminalWithSetting, say: SayDoctor) {
  return { found: say(`${terminal}.found`), follows: say(`${terminal}.follows`) };
}
