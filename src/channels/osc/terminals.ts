import type { OscProtocol } from "./osc.schema.ts";

/** `none`: a terminal known to have no notification sequence. */
export type TerminalProtocol = OscProtocol | "none";

/**
 * Whether a terminal makes a notification of its sequence: surely, by build or setting, or never.
 * Where a desktop can tell, it tells in place of an unsure terminal (docs/terminals.md).
 */
export type Shows = "shows" | "unsure" | "none";

export interface Terminal {
  /** As its makers call it. */
  readonly name: string;
  readonly protocol: TerminalProtocol;
  readonly shows: Shows;
  /** Why we believe it: the version with which `npm run terminals` saw it, or a source. */
  readonly seen?: string;
  readonly source?: string;
}

/** What each terminal does. The detection, the documents and `npm run terminals` read it. */
export const TERMINALS = {
  kitty: {
    name: "kitty",
    protocol: "osc99",
    shows: "shows",
    seen: "0.26.5",
    source: "https://sw.kovidgoyal.net/kitty/desktop-notifications/",
  },
  foot: { name: "foot", protocol: "osc777", shows: "shows", seen: "1.13.1" },
  ghostty: {
    name: "Ghostty",
    protocol: "osc777",
    shows: "shows",
    source: "https://ghostty.org/docs/config/reference#desktop-notifications",
  },
  wezterm: { name: "WezTerm", protocol: "osc777", shows: "shows", source: "https://wezterm.org/escape-sequences.html" },
  iterm2: {
    name: "iTerm2",
    protocol: "osc9",
    shows: "shows",
    source: "https://iterm2.com/documentation-escape-codes.html",
  },
  warp: { name: "Warp", protocol: "osc777", shows: "shows", source: "https://docs.warp.dev/" },
  vscode: {
    name: "VS Code",
    protocol: "osc99",
    shows: "shows",
    source: "https://code.visualstudio.com/docs/terminal/advanced",
  },
  zed: { name: "Zed", protocol: "osc9", shows: "shows", source: "https://zed.dev/docs/terminal" },
  // Distributions patch it in; upstream has nothing.
  vte: {
    name: "VTE",
    protocol: "osc777",
    shows: "unsure",
    seen: "0.70.6",
    source: "https://gitlab.gnome.org/GNOME/vte",
  },
  // Only while its window is not in front.
  konsole: { name: "Konsole", protocol: "osc777", shows: "unsure", seen: "22.12.3" },
  // Off by default.
  windowsTerminal: {
    name: "Windows Terminal",
    protocol: "osc777",
    shows: "unsure",
    source: "https://github.com/microsoft/terminal",
  },
  urxvt: { name: "rxvt-unicode", protocol: "osc777", shows: "unsure", seen: "9.30" },
  appleTerminal: {
    name: "Apple Terminal",
    protocol: "none",
    shows: "none",
    source: "https://support.apple.com/guide/terminal/welcome/mac",
  },
  alacritty: {
    name: "Alacritty",
    protocol: "none",
    shows: "none",
    seen: "0.11.0",
    source: "https://github.com/alacritty/alacritty",
  },
  xterm: {
    name: "xterm",
    protocol: "none",
    shows: "none",
    seen: "379",
    source: "https://invisible-island.net/xterm/ctlseqs/ctlseqs.html",
  },
  st: { name: "st", protocol: "none", shows: "none", seen: "0.9" },
  mlterm: { name: "mlterm", protocol: "none", shows: "none", seen: "3.9.0" },
  zutty: { name: "Zutty", protocol: "none", shows: "none", source: "https://github.com/tomscii/zutty" },
  terminology: { name: "Terminology", protocol: "none", shows: "none", seen: "1.13.0" },
  jediTerm: {
    name: "JetBrains",
    protocol: "none",
    shows: "none",
    source: "https://github.com/JetBrains/jediterm",
  },
  // Its ansi-term prints every such sequence as text.
  emacs: { name: "Emacs", protocol: "none", shows: "none", source: "https://github.com/akermu/emacs-libvterm" },
  dvtm: { name: "dvtm", protocol: "none", shows: "none", source: "https://www.brain-dump.org/projects/dvtm/" },
  linuxConsole: {
    name: "Linux console",
    protocol: "none",
    shows: "none",
    source: "https://man7.org/linux/man-pages/man4/console_codes.4.html",
  },
  dumb: {
    name: "dumb",
    protocol: "none",
    shows: "none",
    source: "https://invisible-island.net/ncurses/terminfo.src.html",
  },
} as const satisfies Readonly<Record<string, Terminal>>;

export type TerminalId = keyof typeof TERMINALS;
