import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isProcessAlive } from "../../rig/process-alive.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";

/** A program that never ends by itself, and has started another one that does not either. */
export interface HangingProgram extends AsyncDisposable {
  /** For `pathPrepend`. */
  readonly folder: string;
  /** Process ids of all that was started so far, two a call. */
  started(): number[];
  waitForCalls(count: number): Promise<void>;
  /** Waits until nothing of it runs. */
  waitForEnd(): Promise<void>;
}

export function makeHangingProgram(name: string): HangingProgram {
  const scratch = makeScratchFolder();
  const folder = join(scratch.path, "bin");
  const notes = join(scratch.path, "started");
  mkdirSync(folder);
  writeFileSync(
    join(folder, name),
    `#!/bin/sh\ntrap "" TERM INT HUP\nsleep 100 &\necho "$$ $!" >>'${notes}'\nwhile :; do sleep 1; done\n`,
  );
  chmodSync(join(folder, name), 0o755);
  const started = () => (existsSync(notes) ? readFileSync(notes, "utf8").split(/\s+/).filter(Boolean).map(Number) : []);
  return {
    folder,
    started,
    async waitForCalls(count) {
      await waitUntil(`${count} calls of ${name}`, () => started().length >= 2 * count);
    },
    async waitForEnd() {
      await waitUntil(`the end of ${name}`, () => !started().some(isProcessAlive));
    },
    [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose](),
  };
}
