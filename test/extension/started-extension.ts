import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { LimitedPi } from "../../rig/limited-pi.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { HANG_LIMIT_MS, within } from "../../rig/within.ts";
import { type Connected, connect, type ExtensionHost } from "../../src/extension.ts";
import type { PiMode } from "../../src/notices/notice.ts";
import type { FakePi } from "../../src/testing/fake-pi.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";

/** The extension in a fake Pi, with folders of its own. */
export interface StartedExtension extends AsyncDisposable {
  readonly pi: FakePi;
  readonly agentDir: string;
  readonly cwd: string;
  /** The lines of the last answer. */
  answer(args: string): Promise<string[]>;
  /** Until the machines have had every event so far. */
  caughtUp(): Promise<void>;
}

export interface StartOptions
  extends Partial<Pick<ExtensionHost, "env" | "viewerPage" | "startRuntime" | "loadConfig">> {
  /** The last part of the folder that Pi works in. */
  readonly cwdName?: string;
  readonly mode?: PiMode;
}

/** @param config as in the file */
export async function startExtension(
  config: object,
  { cwdName = "project", mode = "tui", env = {}, ...host }: StartOptions = {},
): Promise<StartedExtension> {
  await using stack = new AsyncDisposableStack();
  const scratch = stack.use(makeScratchFolder());
  const agentDir = join(scratch.path, "agent");
  const cwd = join(scratch.path, cwdName);
  mkdirSync(join(agentDir, "extensions", "pi-notify"), { recursive: true });
  mkdirSync(cwd);
  writeFileSync(
    join(agentDir, "extensions", "pi-notify", "config.json"),
    JSON.stringify({ language: "en", ...config }),
  );
  const pi = new LimitedPi({ cwd, mode });
  const terminal = new PassThrough();
  let connected: Connected | undefined;
  await pi.load((api) => {
    connected = connect(api, { env: { ...env, PI_CODING_AGENT_DIR: agentDir }, terminal, ...host });
  });
  await pi.start();
  stack.defer(() => pi.shutdown());
  const owned = stack.move();
  return {
    pi,
    agentDir,
    cwd,
    caughtUp: () =>
      within(
        HANG_LIMIT_MS,
        "the work of the machines on the events so far",
        connected?.caughtUp() ?? Promise.resolve(),
      ),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
    async answer(args) {
      const before = pi.said.length;
      await pi.command("notify", args);
      await waitUntil(`the answer to ${args}`, () => pi.said.length > before);
      return (pi.said.at(-1) ?? "").replace(/^info: /, "").split("\n");
    },
  };
}

/** A bell in a terminal that takes what it gets. */
export const BELL = { channels: [{ id: "bell", type: "bell" }] };
