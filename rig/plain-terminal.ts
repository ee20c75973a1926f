import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PiProcess } from "./pi-process.ts";
import { type PiOptions, type PiSetup, setUpPi } from "./pi-setup.ts";
import { type ProbeEvent, readProbeEvents } from "./probe-events.ts";
import { type Exit, RecordedPty } from "./recorded-pty.ts";

export interface PiOnTerminalOptions extends PiOptions {
  /** TERM. Default `xterm-256color`. */
  readonly term?: string;
  /** The terminal's answer to XTVERSION. */
  readonly termType?: string;
  readonly cols?: number;
  readonly rows?: number;
}

/** Keys that a plain terminal must be sent as bytes; names as tmux has them. */
const KEY_BYTES: Readonly<Record<string, string>> = {
  Enter: "\r",
  Escape: "\x1b",
  Up: "\x1b[A",
  Down: "\x1b[B",
  "C-c": "\x03",
  "C-d": "\x04",
};

/** The real Pi on a pty with no multiplexer between. */
export class PiOnTerminal extends PiProcess {
  readonly terminal: RecordedPty;

  private constructor(setup: PiSetup, terminal: RecordedPty) {
    super(setup);
    this.terminal = terminal;
  }

  /** Starts Pi and returns when it has said `session_start`. */
  static async start(options: PiOnTerminalOptions = {}): Promise<PiOnTerminal> {
    const setup = await setUpPi(options);
    return await new PiOnTerminal(setup, openTerminal(setup, setup.command, options)).started();
  }

  override isAlive(): boolean {
    return this.terminal.exit === undefined;
  }

  /** Types a line and Enter. */
  prompt(text: string): void {
    this.terminal.type(text);
    this.keys("Enter");
  }

  /** Presses keys: `Enter`, `Escape`, `Up`, `Down`, `C-c`, `C-d`. */
  keys(...keys: readonly string[]): void {
    for (const key of keys) {
      const bytes = KEY_BYTES[key];
      if (bytes === undefined) throw new Error(`no bytes known for the key ${key}`);
      this.terminal.type(bytes);
    }
  }

  exit(deadlineMs?: number): Promise<Exit> {
    return this.terminal.waitForExit(deadlineMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.terminal[Symbol.asyncDispose]();
    await this.setup[Symbol.asyncDispose]();
  }

  protected override async describeOutput(): Promise<string> {
    return JSON.stringify(this.terminal.bytes.toString("latin1").slice(-2_000));
  }
}

/** See {@link PiOnTerminal.start}. */
export function startPiOnTerminal(options: PiOnTerminalOptions = {}): Promise<PiOnTerminal> {
  return PiOnTerminal.start(options);
}

/** What a run without interface left behind, on a terminal. */
export interface TerminalRun {
  readonly exit: Exit;
  /** Every byte that reached the terminal, by whatever way: stdout, stderr, `/dev/tty`. */
  readonly terminal: Buffer;
  /** With `redirect`: what went to the files. Else empty. */
  readonly stdout: string;
  readonly stderr: string;
  readonly events: readonly ProbeEvent[];
}

/**
 * Runs `pi` with `modeArgs` (`["-p", "hi"]`, `["--mode", "json", "hi"]`) to its end with a terminal in reach.
 * With `redirect` stdin is empty and stdout and stderr go to files, so a single byte on the terminal is one that
 * went around them (R14).
 */
export async function runPiOnTerminal(
  modeArgs: readonly string[],
  options: PiOnTerminalOptions & { readonly redirect?: boolean } = {},
): Promise<TerminalRun> {
  await using setup = await setUpPi(options);
  const out = join(setup.home, "stdout");
  const err = join(setup.home, "stderr");
  // no `exec`: the shell keeps the terminal open, which would otherwise hang up as soon as nothing holds it
  const redirected = ["/bin/sh", "-c", 'out=$1 err=$2; shift 2; "$@" >"$out" 2>"$err" </dev/null', "sh", out, err];
  const command = [...(options.redirect ? redirected : []), ...setup.command, ...modeArgs];
  await using terminal = openTerminal(setup, command, options);
  const exit = await terminal.waitForExit();
  return {
    exit,
    terminal: terminal.bytes,
    stdout: options.redirect ? readFileSync(out, "utf8") : "",
    stderr: options.redirect ? readFileSync(err, "utf8") : "",
    events: readProbeEvents(setup.eventsFile),
  };
}

function openTerminal(setup: PiSetup, command: readonly string[], options: PiOnTerminalOptions): RecordedPty {
  const env = options.term === undefined ? setup.env : { ...setup.env, TERM: options.term };
  const { termType, cols, rows } = options;
  return new RecordedPty({ command, env, cwd: setup.cwd, termType, cols, rows });
}
