import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../src/testing/wait-until.ts";
import { AttachedClient, type AttachedClientOptions } from "./attached-client.ts";
import { cleanUpAtExit } from "./exit-cleanup.ts";
import { PiProcess } from "./pi-process.ts";
import { type PiOptions, type PiSetup, setUpPi } from "./pi-setup.ts";
import { isProcessAlive, killProcess } from "./process-alive.ts";
import type { Exit } from "./recorded-pty.ts";
import { TmuxServer } from "./tmux-server.ts";

export interface PiInTmuxOptions extends PiOptions, AttachedClientOptions {
  /** tmux options, such as `{ "allow-passthrough": "on" }`; see TmuxServerOptions. */
  readonly tmuxOptions?: Readonly<Record<string, string>>;
  /** Environment of the whole tmux server, for the lies it tells its panes (docs/terminals.md). */
  readonly tmuxEnv?: Readonly<Record<string, string>>;
  /** Name of the tmux session. Default `work`. */
  readonly sessionName?: string;
  /** Whether an outer terminal is attached. Default true. */
  readonly attach?: boolean;
  /** A server that the caller owns, to put two Pis on one; `tmuxOptions` and `tmuxEnv` do not apply. */
  readonly server?: TmuxServer;
}

/** The real Pi in a pane of a real tmux, with a recorded terminal outside. */
export class PiInTmux extends PiProcess {
  readonly server: TmuxServer;
  /** Pane id, such as `%0`. */
  readonly pane: string;
  /** As tmux has it: it replaces `:`, `.` and control characters in the name it was given. */
  readonly sessionName: string;
  /** Such as `$0`. */
  readonly sessionId: string;
  /** The shell around Pi; it outlives Pi. */
  readonly #shellPid: number;
  readonly #cancelCleanup: () => void;
  readonly #ownsServer: boolean;
  readonly #outer: AttachedClient | undefined;

  private constructor(setup: PiSetup, started: Started) {
    super(setup);
    this.server = started.server;
    this.pane = started.pane;
    this.#shellPid = started.shellPid;
    this.#cancelCleanup = started.cancelCleanup;
    this.sessionName = started.sessionName;
    this.sessionId = started.sessionId;
    this.#ownsServer = started.ownsServer;
    this.#outer = started.outer;
  }

  /** Starts everything and returns when Pi has said `session_start` and the outer terminal is attached. */
  static async start(options: PiInTmuxOptions = {}): Promise<PiInTmux> {
    await using stack = new AsyncDisposableStack();
    const setup = stack.use(await setUpPi(options));
    const server =
      options.server ?? stack.use(await TmuxServer.start({ options: options.tmuxOptions, env: options.tmuxEnv }));
    const { TERM: _tmuxSetsIt, ...env } = setup.env;
    const name = options.sessionName ?? "work";
    const { cols, rows } = options;
    const command = tellingExitCode(setup);
    const pane = await server.newSession({ name, command, cwd: setup.cwd, env, cols, rows });
    const facts = await server.display(pane, "#{pane_pid} #{session_id} #{session_name}");
    const [, pid, sessionId = "", sessionName = ""] = /^(\d+) (\$\d+) (.*)$/s.exec(facts) ?? [];
    // The whole process group: a Pi that only lost its terminal would still write into its folders.
    const cancelCleanup = cleanUpAtExit(() => killProcess(-Number(pid)));
    stack.defer(() => {
      killProcess(-Number(pid));
      cancelCleanup();
    });
    const outer =
      options.attach === false ? undefined : stack.use(await AttachedClient.attach(server, sessionId, options));
    const ownsServer = options.server === undefined;
    const pi = new PiInTmux(setup, {
      server,
      pane,
      shellPid: Number(pid),
      cancelCleanup,
      sessionName,
      sessionId,
      ownsServer,
      outer,
    });
    await pi.waitForEvent("session_start");
    stack.move();
    return pi;
  }

  override isAlive(): boolean {
    return readExitCode(this.setup) === undefined && isProcessAlive(this.#shellPid);
  }

  /** The outer terminal. @throws Error where none was attached. */
  get outer(): AttachedClient {
    if (this.#outer === undefined) throw new Error("started with attach: false");
    return this.#outer;
  }

  /** Types a line (a prompt or a slash command) and Enter. */
  async prompt(text: string): Promise<void> {
    await this.server.sendText(this.pane, text);
    await this.server.sendKeys(this.pane, "Enter");
  }

  /** Types without Enter. */
  type(text: string): Promise<void> {
    return this.server.sendText(this.pane, text);
  }

  /** Presses keys by tmux's names: `Enter`, `Escape`, `Down`, `C-d`. */
  keys(...keys: readonly string[]): Promise<void> {
    return this.server.sendKeys(this.pane, ...keys);
  }

  /** What Pi's pane shows now. */
  screen(): Promise<string> {
    return this.server.capture(this.pane);
  }

  /** Waits until the screen matches, and returns it. */
  waitForScreen(pattern: RegExp, deadlineMs?: number): Promise<string> {
    return waitUntil(
      async () => `${pattern} on the screen:\n${await this.screen()}`,
      async () => {
        const screen = await this.screen();
        return pattern.test(screen) && screen;
      },
      deadlineMs,
    );
  }

  /** Opens another window in Pi's session and shows it, so that Pi's own window is in the background. */
  hideBehindNewWindow(): Promise<string> {
    return this.server.newWindow(this.sessionId);
  }

  /** The bell flag of Pi's window: tmux sets it on a window that is not the current one (`monitor-bell on`). */
  async bellFlag(): Promise<boolean> {
    return (await this.server.display(this.pane, "#{window_bell_flag}")) === "1";
  }

  /** Waits for Pi to end. The code is a shell's: 128 + n for a death by signal n. */
  exit(deadlineMs?: number): Promise<Exit> {
    return waitUntil(
      async () => `Pi to end; screen:\n${await this.screen()}`,
      () => readExitCode(this.setup),
      deadlineMs,
    );
  }

  /** Leaves Pi as a person does, with Ctrl+D, and waits for its end. */
  async quit(): Promise<Exit> {
    await this.keys("C-d");
    return this.exit();
  }

  /**
   * Ends Pi if it still runs, then detaches the outer terminal and waits for its last byte: after this the recording
   * is complete, and what is not in it was never sent.
   */
  async finish(): Promise<void> {
    if (this.isAlive()) await this.quit();
    if (this.#outer === undefined) return;
    await this.server.run("detach-client", "-s", this.sessionId);
    await this.#outer.waitForExit();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.pid !== undefined) killProcess(this.pid);
    killProcess(this.#shellPid);
    this.#cancelCleanup();
    await this.#outer?.[Symbol.asyncDispose]();
    if (this.#ownsServer) await this.server[Symbol.asyncDispose]();
    else await this.server.run("kill-pane", "-t", this.pane).catch(() => {});
    await this.setup[Symbol.asyncDispose]();
  }

  protected override describeOutput(): Promise<string> {
    return this.screen();
  }
}

interface Started {
  readonly server: TmuxServer;
  readonly pane: string;
  readonly shellPid: number;
  readonly cancelCleanup: () => void;
  readonly sessionName: string;
  readonly sessionId: string;
  readonly ownsServer: boolean;
  readonly outer: AttachedClient | undefined;
}

/**
 * A shell around Pi notes the exit code, because tmux 3.3a now and then loses the status of a pane's program, and
 * keeps the pane open as Pi left it, because tmux may drop the last words of a program together with it.
 */
function tellingExitCode(setup: PiSetup): string[] {
  const script = 'file=$1; shift; "$@"; echo $? >"$file"; exec sleep 86400';
  return ["/bin/sh", "-c", script, "sh", exitCodeFile(setup), ...setup.command];
}

function readExitCode(setup: PiSetup): Exit | undefined {
  const file = exitCodeFile(setup);
  const written = existsSync(file) ? readFileSync(file, "utf8") : "";
  return written.endsWith("\n") ? { code: Number(written), signal: undefined } : undefined;
}

function exitCodeFile(setup: PiSetup): string {
  return join(setup.home, "exit-code");
}

/** See {@link PiInTmux.start}: `await using pi = await startPiInTmux({ extensions: [path] })`. */
export function startPiInTmux(options: PiInTmuxOptions = {}): Promise<PiInTmux> {
  return PiInTmux.start(options);
}
