import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { makeScratchFolder } from "../scratch-folder.ts";
import type { Desktop } from "./desktop.ts";
import type { DesktopNotification } from "./notification-service.ts";
import { type StartedProgram, startProgram } from "./started-program.ts";
import type { TerminalWindow, WindowOptions } from "./terminal-window.ts";

/** As it comes, but that it also shows notifications of the window that has the keyboard. */
const SETTINGS = "notify-focus-inhibit=no\n";

/**
 * When the program has ended foot is asked what it is: by its answer it has read all that stood before. It stays: what
 * it runs for a notification is its child.
 */
const SCRIPT = `ended=$1; shift; "$@"; stty raw -echo; printf '\\033[c'; IFS= read -r -d c; touch "$ended"; exec sleep 60`;

/** foot 1.18 was the first to run notify-send with `--wait`. */
function waitsForItsEnd(): boolean {
  const [, minor] = /version: 1\.(\d+)/.exec(execFileSync("foot", ["--version"], { encoding: "utf8" })) ?? [];
  return Number(minor) >= 18;
}

/** A real foot on a Wayland desktop. It runs notify-send for each notification. */
export class FootWindow implements TerminalWindow {
  readonly #process: StartedProgram;
  readonly #scratch = makeScratchFolder();
  readonly #desktop: Desktop;
  readonly #before: number;
  readonly #ended: string;

  constructor({ desktop, command, env, cwd }: WindowOptions) {
    this.#desktop = desktop;
    this.#before = desktop.notifications.shown.length;
    this.#ended = join(this.#scratch.path, "ended");
    const settings = join(this.#scratch.path, "foot.ini");
    writeFileSync(settings, SETTINGS);
    this.#process = startProgram("foot", ["-c", settings, "bash", "-c", SCRIPT, "bash", this.#ended, ...command], {
      env: { ...env, ...desktop.env },
      ...(cwd === undefined ? {} : { cwd }),
      stdio: "ignore",
    });
  }

  async allShown(deadlineMs?: number): Promise<readonly DesktopNotification[]> {
    const what = () => `the end of the program in foot; shown so far: ${JSON.stringify(this.#shown)}`;
    await waitUntil(what, () => existsSync(this.#ended) && !this.#isNotifying(), deadlineMs);
    return this.#shown;
  }

  get #shown() {
    return this.#desktop.notifications.shown.slice(this.#before);
  }

  /** Whether a notify-send is still on its way: only the shell in its window is its child for good. */
  #isNotifying(): boolean {
    const { pid } = this.#process.child;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    // Where somebody would have to close it first, notify-send stays after it has told the desktop.
    const shown = waitsForItsEnd() ? this.#shown.length : 0;
    return children.length - 1 > shown;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
    await this.#scratch[Symbol.asyncDispose]();
  }
}
