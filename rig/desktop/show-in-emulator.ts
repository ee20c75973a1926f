import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodeOsc9 } from "../../src/channels/osc/encode-osc9.ts";
import { encodeOsc99 } from "../../src/channels/osc/encode-osc99.ts";
import { encodeOsc777 } from "../../src/channels/osc/encode-osc777.ts";
import type { OscProtocol } from "../../src/channels/osc/osc.schema.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { makeScratchFolder } from "../scratch-folder.ts";
import { startDesktop } from "./desktop.ts";
import { type Emulator, screenOf } from "./emulators.ts";
import { startProgram } from "./started-program.ts";
import { startWindowManager } from "./window-manager.ts";

export const PROTOCOLS = ["osc9", "osc777", "osc99"] as const satisfies readonly OscProtocol[];

/** With its window in front, and behind another window. */
export const PLACES = ["in front", "behind"] as const;
export type Place = (typeof PLACES)[number];

export interface ShownByEmulator {
  readonly version: string;
  /** The variables of a program in its window. */
  readonly env: Readonly<Record<string, string>>;
  readonly shown: Readonly<Record<Place, readonly OscProtocol[]>>;
  /** Notifications that the desktop got for one BEL behind another window. */
  readonly ofTheBell: number;
}

const ENCODERS = { osc9: encodeOsc9, osc777: encodeOsc777, osc99: encodeOsc99 };

/**
 * Waits for each word, writes what it stands for, and asks the terminal what it is: by the answer all before it is
 * read. A terminal that does not answer gets two seconds.
 */
const SCRIPT = `folder=$1
env -0 > "$folder/env.part"; mv "$folder/env.part" "$folder/env"
stty raw -echo
for step in in-front behind bell; do
  until [ -e "$folder/$step.go" ]; do sleep 0.05; done
  for bytes in "$folder/$step".bytes*; do cat "$bytes"; sleep 0.2; done
  printf '\\033[c'
  IFS= read -r -d c -t 2
  touch "$folder/$step.done"
done
exec sleep 60`;

/** How long a terminal or a program that it runs may take for its call on the bus. */
const SETTLING_MS = 700;

/** Opens one window of the emulator, has it show each protocol, and returns what the desktop was asked to show. */
export async function showInEmulator(emulator: Emulator): Promise<ShownByEmulator> {
  await using stack = new AsyncDisposableStack();
  const scratch = stack.use(makeScratchFolder());
  const folder = join(scratch.path, "steps");
  const home = join(scratch.path, "home");
  for (const path of [folder, home]) mkdirSync(path);
  const desktop = stack.use(await startDesktop(screenOf(emulator)));
  const isX11 = emulator.screen === undefined;
  const windows = isX11 ? stack.use(await startWindowManager(desktop)) : undefined;

  const messageAt = (place: Place, protocol: OscProtocol) => ({ title: `${place} by ${protocol}`, lines: ["a line"] });
  for (const place of PLACES) {
    for (const [index, protocol] of PROTOCOLS.entries()) {
      const step = place.replace(" ", "-");
      const notice = { id: `${step}-${index}`, event: "agent-completed", priority: 3 } as const;
      writeFileSync(join(folder, `${step}.bytes${index}`), ENCODERS[protocol](messageAt(place, protocol), notice));
    }
  }
  writeFileSync(join(folder, "bell.bytes"), "\x07");

  const { PATH = "" } = process.env;
  const env = { PATH, HOME: home, LANG: "C.UTF-8", SHELL: "/bin/sh", ...desktop.env, ...emulator.env };
  stack.use(
    startProgram(emulator.program, emulator.open(["bash", scriptIn(folder), folder]), { env, stdio: "ignore" }),
  );
  await waitUntil(`a program in a window of ${emulator.program}`, () => existsSync(join(folder, "env")), 15_000);

  const shown = () => desktop.notifications.shown;
  const tell = async (step: string) => {
    writeFileSync(join(folder, `${step}.go`), "");
    await waitUntil(`${emulator.program} to read ${step}`, () => existsSync(join(folder, `${step}.done`)), 10_000);
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
  };
  await tell("in-front");
  if (windows !== undefined) stack.use(await windows.cover());
  await tell("behind");
  const before = shown().length;
  await tell("bell");

  const isShown = (place: Place, protocol: OscProtocol) =>
    shown().some(({ summary, body }) => `${summary} ${body}`.includes(messageAt(place, protocol).title));
  const shownAt = (place: Place) => PROTOCOLS.filter((protocol) => isShown(place, protocol));
  return {
    version: versionOf(emulator),
    env: variablesIn(readFileSync(join(folder, "env"), "utf8")),
    shown: { "in front": shownAt("in front"), behind: shownAt("behind") },
    ofTheBell: shown().length - before,
  };
}

function scriptIn(folder: string): string {
  const script = join(folder, "script");
  writeFileSync(script, SCRIPT);
  return script;
}

function variablesIn(text: string): Record<string, string> {
  const entries = text.split("\0").filter((entry) => entry.includes("="));
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf("=")), entry.slice(entry.indexOf("=") + 1)]),
  );
}

/** Some print it on standard error, some need no screen for it and some do; "?" where it prints none. */
function versionOf({ program, version: [args, pattern] }: Emulator): string {
  const { stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    timeout: 5_000,
    env: { ...process.env, QT_QPA_PLATFORM: "offscreen" },
  });
  return pattern.exec(`${stdout ?? ""}\n${stderr ?? ""}`)?.[1] ?? "?";
}
