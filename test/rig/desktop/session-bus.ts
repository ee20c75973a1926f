import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { cleanUpAtExit } from "../exit-cleanup.ts";
import { makeScratchFolder } from "../scratch-folder.ts";

/** A D-Bus of its own, on which nothing starts by itself. */
export interface SessionBus extends AsyncDisposable {
  /** For `DBUS_SESSION_BUS_ADDRESS`. */
  readonly address: string;
  /** A runtime folder without a bus in it, because libdbus looks there as well. */
  readonly runtimeFolder: string;
}

export async function startSessionBus(): Promise<SessionBus> {
  const scratch = makeScratchFolder();
  const socket = join(scratch.path, "bus.sock");
  const config = join(scratch.path, "bus.conf");
  writeFileSync(
    config,
    `<busconfig><type>session</type><listen>unix:path=${socket}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`,
  );
  const daemon = spawn("dbus-daemon", [`--config-file=${config}`, "--nofork", "--print-address=1"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const cancelCleanup = cleanUpAtExit(() => daemon.kill("SIGKILL"));
  const address = await firstLine(daemon);
  return {
    address,
    runtimeFolder: scratch.path,
    async [Symbol.asyncDispose]() {
      await endChild(daemon);
      cancelCleanup();
      await scratch[Symbol.asyncDispose]();
    },
  };
}

/** @throws Error when the program ends without having printed a line */
export async function firstLine(child: ChildProcess, stream = child.stdout): Promise<string> {
  if (stream === null || stream === undefined) throw new Error("the program's output is not read");
  const lines = createInterface({ input: stream as NodeJS.ReadableStream });
  return await new Promise((resolve, reject) => {
    lines.once("line", resolve);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${child.spawnfile} ended with ${code} before it was ready`)));
  });
}

export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}
