import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { waitUntil } from "../src/testing/wait-until.ts";
import { cleanUpAtExit } from "./exit-cleanup.ts";
import { PiProcess } from "./pi-process.ts";
import { type PiOptions, type PiSetup, setUpPi } from "./pi-setup.ts";
import { type ProbeEvent, readProbeEvents } from "./probe-events.ts";
import type { Exit } from "./recorded-pty.ts";

/** A record that Pi writes in json and rpc mode, one a line. */
export type PiRecord = Readonly<Record<string, unknown>>;

/** The real Pi on pipes, as a script or an editor runs it: stdout and stderr apart, no terminal. */
export class PiOnPipes extends PiProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #out: Buffer[] = [];
  readonly #err: Buffer[] = [];
  readonly #closed: Promise<void>;
  readonly #cancelCleanup: () => void;
  #exit: Exit | undefined;

  constructor(setup: PiSetup, modeArgs: readonly string[]) {
    super(setup);
    const [file = "", ...args] = [...setup.command, ...modeArgs];
    this.#child = spawn(file, args, { cwd: setup.cwd, env: { ...setup.env }, stdio: ["pipe", "pipe", "pipe"] });
    this.#cancelCleanup = cleanUpAtExit(() => this.#child.kill("SIGKILL"));
    this.#child.stdin.on("error", () => {}); // Pi may end before it has read everything
    this.#child.stdout.on("data", (bytes: Buffer) => this.#out.push(bytes));
    this.#child.stderr.on("data", (bytes: Buffer) => this.#err.push(bytes));
    this.#closed = new Promise((resolve) => {
      const ended = (code: number | null, signal: string | null) => {
        this.#exit = { code: code ?? undefined, signal: signal ?? undefined };
        resolve();
      };
      this.#child.once("close", ended);
      this.#child.once("error", (error) => {
        this.#err.push(Buffer.from(String(error)));
        ended(null, null);
      });
    });
  }

  override isAlive(): boolean {
    return this.#exit === undefined;
  }

  get stdout(): string {
    return Buffer.concat(this.#out).toString("utf8");
  }

  get stderr(): string {
    return Buffer.concat(this.#err).toString("utf8");
  }

  /** The complete lines of stdout as JSON. @throws SyntaxError when a line is not: somebody wrote into the stream. */
  get records(): PiRecord[] {
    const whole = this.stdout.slice(0, this.stdout.lastIndexOf("\n") + 1);
    return whole
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as PiRecord);
  }

  /** Sends a command or a dialog's answer (rpc mode). */
  send(record: PiRecord): void {
    this.#child.stdin.write(`${JSON.stringify(record)}\n`);
  }

  /** Closes stdin; in rpc mode Pi then ends. */
  endInput(): void {
    this.#child.stdin.end();
  }

  /** Waits for the first record that `matches`. */
  waitForRecord(what: string, matches: (record: PiRecord) => boolean, deadlineMs?: number): Promise<PiRecord> {
    return waitUntil(
      () => `${what} in:\n${this.stdout}\n${this.stderr}`,
      () => this.records.find(matches),
      deadlineMs,
    );
  }

  exit(deadlineMs?: number): Promise<Exit> {
    return waitUntil(
      async () => `Pi to end; output:\n${await this.describeOutput()}`,
      () => this.#exit,
      deadlineMs,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#exit === undefined) this.#child.kill("SIGKILL");
    await this.#closed;
    this.#cancelCleanup();
    await this.setup[Symbol.asyncDispose]();
  }

  protected override async describeOutput(): Promise<string> {
    return `${this.stdout}\n${this.stderr}`;
  }
}

/** Starts Pi in rpc mode and returns when it has said `session_start`. */
export async function startPiRpc(options: PiOptions = {}): Promise<PiOnPipes> {
  return await new PiOnPipes(await setUpPi(options), ["--mode", "rpc"]).started();
}

/** What a run without interface left behind, on pipes. */
export interface PipeRun {
  readonly exit: Exit;
  readonly stdout: string;
  readonly stderr: string;
  readonly events: readonly ProbeEvent[];
}

/** Runs `pi -p PROMPT` to its end. */
export function runPiPrint(prompt: string, options: PiOptions = {}): Promise<PipeRun> {
  return runToEnd(["-p", prompt], options);
}

/** Runs `pi --mode json PROMPT` to its end; each line of `stdout` is a JSON record. */
export function runPiJson(prompt: string, options: PiOptions = {}): Promise<PipeRun> {
  return runToEnd(["--mode", "json", prompt], options);
}

async function runToEnd(modeArgs: readonly string[], options: PiOptions): Promise<PipeRun> {
  await using pi = new PiOnPipes(await setUpPi(options), modeArgs);
  pi.endInput();
  const exit = await pi.exit();
  return { exit, stdout: pi.stdout, stderr: pi.stderr, events: readProbeEvents(pi.setup.eventsFile) };
}
