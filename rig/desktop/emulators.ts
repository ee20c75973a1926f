import type { TerminalId } from "../../src/channels/osc/terminals.ts";
import type { Screen } from "./screen.ts";
import { startVirtualScreen } from "./virtual-screen.ts";
import { startWaylandScreen } from "./wayland-screen.ts";

/** A terminal emulator that Debian has, and how one window of it is opened. */
export interface Emulator {
  readonly program: string;
  /** The Debian packages that bring it. */
  readonly packages: readonly string[];
  /** What the detection must find in its window by the variables alone; undefined where they do not tell. */
  readonly is: TerminalId | undefined;
  /** The arguments that run a command in a new window. */
  readonly open: (command: readonly string[]) => readonly string[];
  /** The arguments that print its version, and where in what they print it stands. */
  readonly version: readonly [args: readonly string[], pattern: RegExp];
  readonly env?: Readonly<Record<string, string>>;
  /** X11 where it is absent. */
  readonly screen?: () => Promise<Screen>;
}

const FIRST_NUMBER = /(\d+\.\d+(?:\.\d+)*)/;
const KITTY_SETTINGS = ["update_check_interval=0", "linux_display_server=x11", "confirm_os_window_close=0"];

/** By `-e`, as most take it. */
const dashE = (command: readonly string[]) => ["-e", ...command];

export const EMULATORS: readonly Emulator[] = [
  {
    program: "kitty",
    packages: ["kitty", "libgl1", "libegl1", "libgl1-mesa-dri"],
    is: "kitty",
    open: (command) => ["--config", "NONE", ...KITTY_SETTINGS.flatMap((setting) => ["-o", setting]), ...command],
    version: [["--version"], FIRST_NUMBER],
    env: { LIBGL_ALWAYS_SOFTWARE: "1" },
  },
  {
    program: "foot",
    packages: ["foot", "foot-terminfo", "sway", "libnotify-bin"],
    is: "foot",
    // It keeps quiet about the window in front unless it is told otherwise.
    open: (command) => ["-c", "/dev/null", "-o", "notify-focus-inhibit=no", ...command],
    version: [["--version"], /version: (\d+(?:\.\d+)*)/],
    screen: () => startWaylandScreen(),
  },
  {
    program: "konsole",
    packages: ["konsole"],
    is: "konsole",
    open: (command) => ["--separate", "--nofork", "-e", ...command],
    version: [["--version"], FIRST_NUMBER],
    env: { QT_QPA_PLATFORM: "xcb" },
  },
  {
    program: "xfce4-terminal",
    packages: ["xfce4-terminal"],
    is: "vte",
    open: (command) => ["--disable-server", "-x", ...command],
    version: [["--version"], FIRST_NUMBER],
    env: { NO_AT_BRIDGE: "1" },
  },
  {
    program: "sakura",
    packages: ["sakura"],
    is: "vte",
    open: (command) => ["-x", command.map((word) => `'${word}'`).join(" ")],
    version: [["--version"], FIRST_NUMBER],
    env: { NO_AT_BRIDGE: "1" },
  },
  {
    program: "alacritty",
    packages: ["alacritty", "libegl1", "libgl1-mesa-dri"],
    is: "alacritty",
    open: dashE,
    version: [["--version"], FIRST_NUMBER],
    env: { LIBGL_ALWAYS_SOFTWARE: "1" },
  },
  { program: "xterm", packages: ["xterm"], is: "xterm", open: dashE, version: [["-version"], /\((\d+)\)/] },
  {
    program: "urxvt",
    packages: ["rxvt-unicode"],
    is: "urxvt",
    open: dashE,
    version: [["-help"], /v(\d+(?:\.\d+)*)/],
  },
  { program: "st", packages: ["stterm"], is: "st", open: dashE, version: [["-v"], /st (\d+(?:\.\d+)*)/] },
  { program: "mlterm", packages: ["mlterm"], is: "mlterm", open: dashE, version: [["--version"], FIRST_NUMBER] },
  {
    program: "zutty",
    packages: ["zutty", "libegl1", "libgles2", "libgl1-mesa-dri"],
    is: "zutty",
    open: dashE,
    version: [["-help"], /Zutty (\d+(?:\.\d+)*)/i],
    env: { LIBGL_ALWAYS_SOFTWARE: "1" },
  },
  {
    program: "terminology",
    packages: ["terminology"],
    is: "terminology",
    open: (command) => ["-e", command.map((word) => `'${word}'`).join(" ")],
    version: [["--version"], FIRST_NUMBER],
  },
  {
    program: "qterminal",
    packages: ["qterminal"],
    is: undefined,
    open: dashE,
    version: [["--version"], FIRST_NUMBER],
    env: { QT_QPA_PLATFORM: "xcb" },
  },
];

/** The screen that this emulator draws on. */
export function screenOf({ screen }: Emulator): () => Promise<Screen> {
  return screen ?? (() => startVirtualScreen());
}
