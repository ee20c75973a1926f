import { lookup } from "node:dns";
import { isIP } from "node:net";
import type { Environment } from "../../ports/environment.ts";
import { readProgram } from "../programs/program-output.ts";

/**
 * Asks the system for the addresses of a host, in the order in which they should be tried; none where it knows none.
 * Ends with its signal. Never rejects.
 */
export type SystemLookup = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface SystemLookupOptions {
  /** What the programs that ask get a part of. */
  readonly env: Environment;
  /** The program of glibc and musl that asks; a test names another, as if there were none. */
  readonly getent?: string;
  /** Whether this process is Node itself, and not a program into which another engine was built. */
  readonly isNode?: boolean;
}

/** The variables that change what a look-up finds, and what a program needs to start. */
const PASSED_ON = ["PATH", "RES_OPTIONS", "LOCALDOMAIN", "HOSTALIASES", "LD_LIBRARY_PATH", "SystemRoot"];

/** No request takes longer, milliseconds. */
const LONGEST_REQUEST_MS = 60_000;

const NODE_SCRIPT = `require("node:dns").lookup(process.argv[1], { all: true }, (error, found) => {
  if (!error) process.stdout.write(found.map(({ address }) => address).join("\\n"));
});`;

/**
 * The system's look-up in a program of its own. In this process it could not be ended: it would block one of the few
 * threads that all look-ups and files share until the name server answers, and the process could not exit before.
 */
export function createSystemLookup(options: SystemLookupOptions): SystemLookup {
  const { getent = "getent", isNode = process.versions.bun === undefined } = options;
  const env = Object.fromEntries(PASSED_ON.map((name) => [name, options.env[name]]));

  return async (hostname, signal) => {
    // No host has such a name, and a program would read it as an option.
    if (hostname.startsWith("-")) return [];
    const ask = (program: string, ...args: string[]) =>
      readProgram({ program, args: [...args, hostname], env }, LONGEST_REQUEST_MS, signal);
    const said = await ask(getent, "ahosts");
    if (said.kind !== "missing") return addressesIn(said);
    return isNode ? addressesIn(await ask(process.execPath, "-e", NODE_SCRIPT)) : lookUpInTurn(hostname, signal);
  };
}

/** A line begins with an address, and names it once for each type of socket. */
function addressesIn(said: Awaited<ReturnType<typeof readProgram>>): readonly string[] {
  if (said.kind !== "text") return [];
  const words = said.text.split("\n").map((line) => line.split(/\s/, 1)[0] ?? "");
  return [...new Set(words.filter((word) => isIP(word) !== 0))];
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Where no program can ask, one look-up at a time, so that the others in this process keep their threads. */
function lookUpInTurn(hostname: string, signal: AbortSignal): Promise<readonly string[]> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve([]), { once: true });
    lastTurn = lastTurn.then(
      () =>
        new Promise<void>((finish) => {
          if (signal.aborted) return finish();
          lookup(hostname, { all: true }, (_error, found) => {
            resolve((found ?? []).map(({ address }) => address));
            finish();
          });
        }),
    );
  });
}
