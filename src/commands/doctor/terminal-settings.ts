export interface TerminalSetting {
  /** The row of the detection table by which the terminal was known. */
  readonly knownBy: RegExp;
  readonly found: string;
  readonly follows: string;
  readonly type: string;
}

/** Terminals that understand the sequence and still do not always show it. */
export const TERMINAL_SETTINGS: readonly TerminalSetting[] = [
  {
    knownBy: /\bfoot\b/,
    found: "foot hides notifications while its own window has the focus.",
    follows: "A test typed in that window shows nothing.",
    type: "in ~/.config/foot/foot.ini: inhibit-when-focused=no under [desktop-notifications]; before foot 1.18, notify-focus-inhibit=no",
  },
  {
    knownBy: /ghostty/i,
    found: "Ghostty drops the same text within five seconds.",
    follows: "Two tests in a row show one notification.",
    type: "desktop-notifications = true in Ghostty's configuration (its default)",
  },
  {
    knownBy: /vscode/,
    found: "VS Code shows terminal notifications only if its setting allows them.",
    follows: "Without it nothing appears.",
    type: "the settings of VS Code, search for: terminal notifications",
  },
  {
    knownBy: /WT_SESSION/,
    found: "Windows Terminal shows notifications from 1.26, while the tab is not in front.",
    follows: "An older one shows nothing.",
    type: "wt --version",
  },
  {
    knownBy: /iTerm|ITERM/,
    found: "iTerm2 shows notifications only of profiles that allow it.",
    follows: "Without it nothing appears.",
    type: "iTerm2, Settings, Profiles, Terminal: Notification center alerts, and under Filter Alerts escape sequence-generated alerts",
  },
  {
    knownBy: /VTE|Konsole|KONSOLE/,
    found: "Terminals on VTE and Konsole show notifications by their version and how they were built.",
    follows: "Debian's builds of VTE show nothing.",
    type: "/notify test in Pi; if nothing appears, a desktop channel with /notify setup",
  },
];
