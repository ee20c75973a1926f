import { execFileSync } from "node:child_process";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { makeScratchFolder } from "../scratch-folder.ts";
import type { Desktop } from "./desktop.ts";
import { type StartedProgram, startProgram } from "./started-program.ts";
import type { TerminalWindow, WindowOptions } from "./terminal-window.ts";

/** The text of a notification that says: all that was written before has been worked off. */
export const SENTINEL = "rig sentinel";

/** Nothing but the program in the window, and no question at its end. */
const SETTINGS = [
  "update_check_interval=0",
  "linux_display_server=x11",
  "confirm_os_window_close=0",
  "shell_integration=disabled",
  "enable_audio_bell=no",
];

/** kitty 0.36 was the first that closes a notification when asked. */
export function canKittyClose(): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(execFileSync("kitty", ["--version"], { encoding: "utf8" })) ?? [];
  return Number(major) > 0 || Number(minor) >= 36;
}

/** A real kitty on an X11 desktop, drawing without a graphics card. When its program has ended it sends the sentinel. */
export class KittyWindow implements TerminalWindow {
  readonly #process: StartedProgram;
  readonly #scratch = makeScratchFolder();
  readonly #desktop: Desktop;
  /** What other windows on this desktop had shown before. */
  readonly #before: number;

  constructor({ desktop, command, env, cwd }: WindowOptions) {
    this.#desktop = desktop;
    this.#before = desktop.notifications.shown.length;
    const settings = SETTINGS.flatMap((setting) => ["-o", setting]);
    // The window stays after the sentinel: kitty may still be at work on it.
    const script = `"$@"; printf '\\033]9;${SENTINEL}\\033\\\\'; exec sleep 60`;
    this.#process = startProgram(
      "kitty",
      ["--config", "NONE", ...settings, "/bin/sh", "-c", script, "sh", ...command],
      {
        env: {
          ...env,
          ...desktop.env,
          LIBGL_ALWAYS_SOFTWARE: "1",
          KITTY_CONFIG_DIRECTORY: this.#scratch.path,
          KITTY_CACHE_DIRECTORY: this.#scratch.path,
        },
        ...(cwd === undefined ? {} : { cwd }),
        stdio: ["ignore", "ignore", "ignore"],
      },
    );
  }

  /** What this window has asked the desktop to show so far. */
  get shown() {
    return this.#desktop.notifications.shown.slice(this.#before);
  }

  async waitForShown(count: number): Promise<void> {
    const what = () => `${count} notifications, shown so far: ${JSON.stringify(this.shown)}`;
    await waitUntil(what, () => this.shown.length >= count);
  }

  /** Waits for the program's end and for all that it sent; returns what was shown, the sentinel left out. */
  async allShown(deadlineMs?: number) {
    const isSentinel = ({ summary }: { summary: string }) => summary === SENTINEL;
    await waitUntil(
      () => `the end of the program in kitty; shown so far: ${JSON.stringify(this.shown)}`,
      () => this.shown.some(isSentinel),
      deadlineMs,
    );
    return this.shown.filter((notification) => !isSentinel(notification));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
    await this.#scratch[Symbol.asyncDispose]();
  }
}
