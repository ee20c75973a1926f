import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { DEADLINE_MS, waitUntil } from "../src/testing/wait-until.ts";
import { cleanEnvironment } from "./clean-environment.ts";
import { cleanUpAtExit } from "./exit-cleanup.ts";
import { isProcessAlive, killProcess } from "./process-alive.ts";
import { makeScratchFolder, type ScratchFolder } from "./scratch-folder.ts";
import { findProgram } from "./system-parts.ts";

export interface TmuxServerOptions {
  /** Set with `set-option -g`, over {@link RIG_DEFAULTS}; a bad value makes the start fail. */
  readonly options?: Readonly<Record<string, string>>;
  /** Environment that the server hands to its panes, beside the clean one. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface WindowOptions {
  /** Program and arguments; started directly, without a shell, so the pane's process is the program. */
  readonly command: readonly string[];
  readonly cwd?: string;
  /** Environment of this pane only; wins over the server's. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface SessionOptions extends WindowOptions {
  readonly name: string;
  readonly cols?: number;
  readonly rows?: number;
}

/** What the rig sets where the test says nothing; everything else is tmux's own default. */
const RIG_DEFAULTS: Readonly<Record<string, string>> = {
  "default-terminal": "tmux-256color",
  status: "off", // the screen is Pi's alone
  "escape-time": "10", // typing Escape on the outer terminal needs no half second
};

/**
 * A tmux server of its own: own socket, no configuration file, clean environment. Nothing of it touches the server
 * that the person at the keyboard may be running.
 */
export class TmuxServer implements AsyncDisposable {
  readonly #program: string;
  readonly #scratch: ScratchFolder;
  readonly #env: Readonly<Record<string, string>>;
  readonly #cancelCleanup: () => void;
  #pid: number | undefined;

  private constructor(program: string, scratch: ScratchFolder, env: Readonly<Record<string, string>>) {
    this.#program = program;
    this.#scratch = scratch;
    this.#env = env;
    this.#cancelCleanup = cleanUpAtExit(() => {
      execFileSync(this.#program, ["-S", this.socket, "kill-server"], { stdio: "ignore", timeout: 2_000 });
    });
  }

  /** @throws Error where tmux is missing or refuses an option, with tmux's own words. */
  static async start(options: TmuxServerOptions = {}): Promise<TmuxServer> {
    const program = findProgram("tmux");
    if (program === undefined) throw new Error("tmux is missing: run `npm run setup`");
    const scratch = makeScratchFolder();
    const server = new TmuxServer(program, scratch, { ...cleanEnvironment({ home: scratch.path }), ...options.env });
    try {
      const settings = Object.entries({ ...RIG_DEFAULTS, ...options.options });
      // One command sequence, so that the server is never without sessions while it would end for it.
      const setting = settings.flatMap(([name, value]) => [";", "set-option", "-g", name, unsplit(value)]);
      const pid = ["display-message", "-p", "#{pid}"];
      server.#pid = Number(
        await server.run("start-server", ";", "set-option", "-g", "exit-empty", "off", ...setting, ";", ...pid),
      );
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
    return server;
  }

  get socket(): string {
    return join(this.#scratch.path, "tmux.sock");
  }

  /** Process id of the server, for `SIGSTOP` and `SIGCONT`. */
  get pid(): number {
    if (this.#pid === undefined) throw new Error("the tmux server has not started");
    return this.#pid;
  }

  /**
   * argv of the program that attaches a terminal to a session, given its id (`$0`) or name.
   * As the command of another server's session it makes tmux inside tmux.
   */
  attachCommand(session: string, flags: readonly string[] = []): string[] {
    return ["env", "-u", "TMUX", this.#program, "-u", ...flags, "-S", this.socket, "attach-session", "-t", session];
  }

  /** Runs one tmux command and returns what it printed, without the last newline. @throws Error with its stderr. */
  run(...args: readonly string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const argv = ["-u", "-S", this.socket, "-f", "/dev/null", ...args];
      execFile(this.#program, argv, { env: this.#env, timeout: DEADLINE_MS }, (error, stdout, stderr) => {
        if (error) reject(new Error(`tmux ${args[0]}: ${stderr.trim() || error.message}`));
        else resolve(stdout.replace(/\n$/, ""));
      });
    });
  }

  /** Starts a detached session. @returns the id of its pane, such as `%0`. */
  newSession(options: SessionOptions): Promise<string> {
    const size = ["-x", String(options.cols ?? 100), "-y", String(options.rows ?? 30)];
    return this.run(
      "new-session",
      "-d",
      "-P",
      "-F",
      "#{pane_id}",
      ...size,
      "-s",
      unsplit(options.name),
      ...windowArgs(options),
    );
  }

  /** Adds a window and makes it the current one of its session. @returns the id of its pane. */
  newWindow(session: string, options: WindowOptions = { command: ["cat"] }): Promise<string> {
    return this.run("new-window", "-P", "-F", "#{pane_id}", "-t", `${session}:`, ...windowArgs(options));
  }

  /** Makes the window of `target` (pane id, or `session:index`) the current one of its session. */
  async selectWindow(target: string): Promise<void> {
    await this.run("select-window", "-t", target);
  }

  /** Sends keys by tmux's names: `Enter`, `Escape`, `C-d`, `Down`. */
  async sendKeys(pane: string, ...keys: readonly string[]): Promise<void> {
    await this.run("send-keys", "-t", pane, ...keys);
  }

  /** Sends text as it is. */
  async sendText(pane: string, text: string): Promise<void> {
    await this.run("send-keys", "-t", pane, "-l", "--", unsplit(text));
  }

  /** What the pane shows, a line per row, wrapped lines joined, no colours. */
  capture(pane: string): Promise<string> {
    return this.run("capture-pane", "-p", "-J", "-t", pane);
  }

  /** Expands a tmux format for a pane, window or session. */
  display(target: string, format: string): Promise<string> {
    return this.run("display-message", "-p", "-t", target, format);
  }

  /** Waits until a client is attached to the session, and (if named) has told tmux what terminal it is. */
  async waitForClient(session: string, termType?: string): Promise<void> {
    const format = "#{session_id}\t#{session_name}\t#{client_termtype}";
    await waitUntil(`a client attached to ${session}`, async () => {
      const clients = (await this.run("list-clients", "-F", format)).split("\n").map((line) => line.split("\t"));
      return clients.some(
        ([id, name, type]) => (id === session || name === session) && (termType === undefined || type === termType),
      );
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#cancelCleanup();
    if (this.#pid === undefined) await this.run("kill-server").catch(() => {});
    else await endProcess(this.#pid, () => this.run("kill-server"));
    await this.#scratch[Symbol.asyncDispose]();
  }
}

/** tmux takes a `;` at the end of an argument for the end of the command. */
function unsplit(argument: string): string {
  return argument.replace(/;$/, "\\;");
}

function windowArgs({ cwd, env = {}, command }: WindowOptions): string[] {
  // `env` and not tmux's `-e`: that one lasts for the whole session, and loses PATH to the PATH of the caller.
  // It also keeps tmux from giving a command of a single word to a shell.
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [...(cwd === undefined ? [] : ["-c", unsplit(cwd)]), "--", "env", ...[...variables, ...command].map(unsplit)];
}

/** A server that was stopped (`SIGSTOP`) by a test hears neither its socket nor SIGTERM: continue it first. */
async function endProcess(pid: number, ask: () => Promise<unknown>): Promise<void> {
  if (!isProcessAlive(pid)) return;
  process.kill(pid, "SIGCONT");
  await ask().catch(() => {});
  await waitUntil("the tmux server to end", () => !isProcessAlive(pid), 2_000).catch(() => killProcess(pid));
}
