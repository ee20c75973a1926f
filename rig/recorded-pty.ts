import { constants } from "node:os";
import { type IPty, spawn } from "@lydell/node-pty";
import { waitUntil } from "../src/testing/wait-until.ts";
import { cleanUpAtExit } from "./exit-cleanup.ts";

/** Bytes that arrived together. */
export interface Arrival {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly bytes: Buffer;
}

/** Something found in the recording. */
export interface Found {
  /** Position of its first byte in {@link RecordedPty.bytes}. */
  readonly start: number;
  /** Position after its last byte. */
  readonly end: number;
  /** When its last byte arrived, ms since the epoch. */
  readonly at: number;
}

export interface RecordedPtyOptions {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly cols?: number;
  readonly rows?: number;
  /** The terminal's answer to XTVERSION, such as `kitty(0.26.5)`; without it the query stays unanswered. */
  readonly termType?: string;
}

export interface Exit {
  readonly code: number | undefined;
  /** As `SIGTERM`, or its number where the name is not known. */
  readonly signal: string | undefined;
}

/** How a real terminal answers what tmux and Pi ask at start-up; unanswered questions cost them time. */
function repliesOf(termType: string | undefined): { query: RegExp; reply: string }[] {
  const replies = [
    { query: /\x1b\[0?c/g, reply: "\x1b[?62;22c" },
    { query: /\x1b\[>0?c/g, reply: "\x1b[>1;4000;0c" },
    { query: /\x1b\]10;\?(?:\x07|\x1b\\)/g, reply: "\x1b]10;rgb:dddd/dddd/dddd\x1b\\" },
    { query: /\x1b\]11;\?(?:\x07|\x1b\\)/g, reply: "\x1b]11;rgb:1111/1111/1111\x1b\\" },
  ];
  if (termType !== undefined) replies.push({ query: /\x1b\[>0?q/g, reply: `\x1bP>|${termType}\x1b\\` });
  return replies;
}

/** Longest query that may be split over two arrivals. */
const LONGEST_QUERY = 16;

/**
 * A program on a pseudo-terminal whose every output byte is kept, raw and in order, with its arrival time.
 * It shows nothing and interprets nothing: what is recorded is what a terminal would have been sent.
 */
export class RecordedPty implements AsyncDisposable {
  readonly arrivals: Arrival[] = [];
  readonly #pty: IPty;
  readonly #replies: { query: RegExp; reply: string }[];
  readonly #exited: Promise<Exit>;
  readonly #cancelCleanup: () => void;
  #exit: Exit | undefined;
  #joined = Buffer.alloc(0);
  #joinedArrivals = 0;
  #unscanned = "";

  constructor(options: RecordedPtyOptions) {
    const [file, ...args] = options.command;
    if (file === undefined) throw new Error("a pty needs a command");
    this.#replies = repliesOf(options.termType);
    this.#pty = spawn(file, args, {
      name: options.env.TERM ?? "xterm-256color",
      cols: options.cols ?? 100,
      rows: options.rows ?? 30,
      cwd: options.cwd,
      env: { ...options.env },
      encoding: null,
    });
    this.#cancelCleanup = cleanUpAtExit(() => this.#kill());
    this.#pty.onData((data: unknown) => {
      // typed as string, but with `encoding: null` node-pty delivers buffers
      const bytes = Buffer.isBuffer(data) ? data : Buffer.from(String(data), "utf8");
      this.arrivals.push({ at: Date.now(), bytes });
      this.#answerQueries(bytes.toString("latin1"));
    });
    this.#exited = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode, signal }) => {
        this.#exit = signal ? { code: undefined, signal: signalName(signal) } : { code: exitCode, signal: undefined };
        resolve(this.#exit);
      });
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  /** Everything so far. */
  get bytes(): Buffer {
    if (this.#joinedArrivals < this.arrivals.length) {
      const fresh = this.arrivals.slice(this.#joinedArrivals).map((arrival) => arrival.bytes);
      this.#joined = Buffer.concat([this.#joined, ...fresh]);
      this.#joinedArrivals = this.arrivals.length;
    }
    return this.#joined;
  }

  /** How the program ended, or `undefined` while it runs. */
  get exit(): Exit | undefined {
    return this.#exit;
  }

  /** Position of the next byte to come; for looking only at what follows. */
  mark(): number {
    return this.bytes.length;
  }

  /** When the byte at `position` arrived, ms since the epoch. */
  arrivedAt(position: number): number {
    let end = 0;
    for (const arrival of this.arrivals) {
      end += arrival.bytes.length;
      if (position < end) return arrival.at;
    }
    throw new RangeError(`no byte at ${position}`);
  }

  /** Looks for bytes at or after `from`; a pattern sees one character per byte (latin1). */
  find(pattern: RegExp | string, from = 0): Found | undefined {
    const searched = this.bytes.toString("latin1", from);
    const needle = typeof pattern === "string" ? Buffer.from(pattern, "utf8").toString("latin1") : undefined;
    const match = needle === undefined ? new RegExp(pattern).exec(searched) : undefined;
    const index = needle === undefined ? (match?.index ?? -1) : searched.indexOf(needle);
    if (index < 0) return undefined;
    const start = from + index;
    const end = start + (needle ?? match?.[0] ?? "").length;
    return { start, end, at: this.arrivedAt(Math.max(start, end - 1)) };
  }

  /** Waits until the bytes are there. @throws Error after the deadline, showing the end of the recording. */
  waitForBytes(pattern: RegExp | string, options: { from?: number; deadlineMs?: number } = {}): Promise<Found> {
    return waitUntil(
      () =>
        `${pattern} in the terminal's output, which ends ${JSON.stringify(this.bytes.toString("latin1").slice(-400))}`,
      () => this.find(pattern, options.from),
      options.deadlineMs,
    );
  }

  /** Types: bytes as a keyboard would send them. */
  type(keys: string): void {
    this.#pty.write(keys);
  }

  resize(cols: number, rows: number): void {
    this.#pty.resize(cols, rows);
  }

  /** Resolves when the program has ended and its last byte is recorded. */
  waitForExit(deadlineMs?: number): Promise<Exit> {
    return waitUntil("the program on the pty to end", () => this.#exit, deadlineMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#kill();
    await this.#exited;
    this.#cancelCleanup();
  }

  #kill(): void {
    if (this.#exit === undefined) this.#pty.kill("SIGKILL");
  }

  #answerQueries(arrived: string): void {
    const searched = this.#unscanned + arrived;
    let scannedTo = Math.max(0, searched.length - LONGEST_QUERY);
    for (const { query, reply } of this.#replies) {
      for (const match of searched.matchAll(query)) {
        this.#pty.write(reply);
        scannedTo = Math.max(scannedTo, match.index + match[0].length);
      }
    }
    this.#unscanned = searched.slice(scannedTo);
  }
}

function signalName(signal: number): string {
  const known = Object.entries(constants.signals).find(([, number]) => number === signal);
  return known?.[0] ?? String(signal);
}
