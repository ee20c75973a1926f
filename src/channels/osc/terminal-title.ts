import type { OscProtocol } from "./osc.schema.ts";
import type { SignName } from "./terminal-table.ts";

/** What people call a terminal, by what it was recognised by; in the order in which they are looked for. */
const TITLES: readonly (readonly [RegExp, string])[] = [
  [/kitty/i, "kitty"],
  [/ghostty/i, "Ghostty"],
  [/wezterm/i, "WezTerm"],
  [/\bfoot\b/i, "foot"],
  [/iterm/i, "iTerm2"],
  [/WT_SESSION/, "Windows Terminal"],
  [/konsole/i, "Konsole"],
  [/\bVTE/, "VTE"],
  [/warp/i, "Warp"],
  [/vscode/i, "VS Code"],
  [/xterm\.js/, "xterm.js"],
  [/\bzed\b/i, "Zed"],
  [/Apple_Terminal/, "Apple Terminal"],
  [/rxvt/i, "rxvt-unicode"],
  [/alacritty/i, "Alacritty"],
  [/jediterm|jetbrains/i, "JetBrains"],
  [/emacs|eterm/i, "Emacs"],
  [/XTERM_VERSION|XTerm\b/, "xterm"],
  [/`st\b/, "st"],
  [/`linux`/, "Linux text terminal"],
];

/** `kitty`; undefined where the sign is a setting of the user's, or names no terminal. */
export function terminalTitle(sign: SignName): string | undefined {
  if (sign.en.includes("`osc.")) return undefined;
  return TITLES.find(([pattern]) => pattern.test(sign.en))?.[1];
}

/** `OSC 99`. */
export function protocolTitle(protocol: OscProtocol): string {
  return `OSC ${protocol.slice("osc".length)}`;
}
