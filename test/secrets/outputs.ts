import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import type { DeliveryFinishedEvent } from "../../src/machines/notice.machine.ts";
import type { FakePi } from "../../src/testing/fake-pi.ts";

/** What a session with secrets in it has left behind. */
export interface Scene {
  readonly pi: FakePi;
  readonly outcomes: readonly DeliveryFinishedEvent[];
  /** Every byte for Pi's screen. */
  readonly terminal: string;
  /** Everything for standard output and standard error, and Node's own warnings. */
  readonly streams: string;
  /** What other extensions were told. */
  readonly bus: readonly unknown[];
  /** The record of approved projects, if there is one. It names folders, and nothing else of anybody's. */
  readonly approvals: string;
  /** What `/notify export` wrote. */
  readonly traces: string;
  /** What `/notify visualize` wrote. */
  readonly pages: readonly string[];
  /** What `/notify visualize live` sent, from the session's start on, and the page that it served. */
  readonly live: string;
  readonly folder: string;
}

/** Each way by which something could get out, but for the requests themselves. Another is another line. */
export const OUTPUTS: Readonly<Record<string, (scene: Scene) => string>> = {
  "Pi's UI: warnings, outages and the answers of /notify": ({ pi }) => pi.said.join("\n"),
  "the errors that Pi reports": ({ pi }) => inspect(pi.errors, { depth: 10 }),
  "outcomes with their reasons": ({ outcomes }) => JSON.stringify(outcomes.map(({ outcome }) => outcome)),
  "notification texts in the terminal": ({ terminal }) => terminal,
  "standard output and error": ({ streams }) => streams,
  "the bus of the extensions": ({ bus }) =>
    inspect(
      bus.filter((event) => !isForHerdr(event)),
      { depth: 10 },
    ),
  "the record of approvals": ({ approvals, folder }) => approvals.replaceAll(folder, ""),
  "exported traces": ({ traces }) => traces,
  "pages with a trace": ({ pages }) => pages.join("\n"),
  "sessions that are followed": ({ live }) => live,
};

/** It is told a dialog's title, which is what it is for (R39). */
function isForHerdr(event: unknown): boolean {
  return Array.isArray(event) && event[0] === "herdr:blocked";
}

/** Every command that answers in lines, with arguments that are right and wrong. Another is another line. */
export const COMMANDS: readonly string[] = [
  ...["status", "test", "config", "doctor", "trust", "status", "trust off"],
  ...["why", "why 1", "why none", "export", "visualize", "visualize none", "help"],
];

/** Takes over the process's own streams while a session runs. */
export function watchStreams(): { readonly text: () => string; readonly [Symbol.dispose]: () => void } {
  const pieces: string[] = [];
  const streams = [process.stdout, process.stderr];
  const originals = streams.map((stream) => stream.write);
  for (const stream of streams) {
    stream.write = (piece: string | Uint8Array) => {
      pieces.push(typeof piece === "string" ? piece : Buffer.from(piece).toString("latin1"));
      return true;
    };
  }
  const onWarning = (warning: Error) => pieces.push(inspect(warning));
  process.on("warning", onWarning);
  return {
    text: () => pieces.join(""),
    [Symbol.dispose]() {
      process.off("warning", onWarning);
      streams.forEach((stream, index) => {
        const original = originals[index];
        if (original !== undefined) stream.write = original;
      });
    },
  };
}

/** The text of all files in a folder, which need not exist. */
export function readFolderIfThere(folder: string): string {
  if (!existsSync(folder)) return "";
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

export function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
