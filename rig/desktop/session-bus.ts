import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratchFolder } from "../scratch-folder.ts";
import { firstLine, startProgram } from "./started-program.ts";

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
  const daemon = startProgram("dbus-daemon", [`--config-file=${config}`, "--nofork", "--print-address=1"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await firstLine(daemon.child);
  return {
    address,
    runtimeFolder: scratch.path,
    async [Symbol.asyncDispose]() {
      await daemon[Symbol.asyncDispose]();
      await scratch[Symbol.asyncDispose]();
    },
  };
}
