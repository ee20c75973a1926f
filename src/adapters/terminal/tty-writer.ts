import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { isatty } from "node:tty";
import type { FailureReason } from "../../messages/failure.messages.ts";
import type { AttemptResult } from "../../notices/outcome.ts";
import type { TtyWriter } from "../../ports/tty-writer.ts";
import { errorCodeOf } from "../../ports/unknown-value.ts";
import { waitAtMost } from "../clock/wait-at-most.ts";

/** `O_NONBLOCK`: a terminal that nobody reads must hold up none of Node's few threads. `O_NOCTTY`: nor become Pi's own. */
const FLAGS = constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY | constants.O_NOFOLLOW;

/** How often the rest is offered to a terminal that took a part only, milliseconds. */
const AGAIN_MS = 20;

/**
 * Writes to the terminals of tmux's clients. Only to a terminal, and only to one of our own user: a client of a shared
 * server may be somebody else's.
 */
export const ttyWriter: TtyWriter = {
  async write(path, bytes, signal) {
    let handle: FileHandle | undefined;
    try {
      handle = await open(path, FLAGS);
      const { uid } = await handle.stat();
      if (!isatty(handle.fd)) return failure("not a terminal");
      if (process.getuid !== undefined && uid !== process.getuid()) return failure("another user's terminal");
      return await writeAll(handle, Buffer.from(bytes, "utf8"), signal);
    } catch (error) {
      return failure(reasonOf(error));
    } finally {
      await handle?.close().catch(() => {});
    }
  },
};

/** Once begun, the rest is owed: half a sequence would swallow what tmux draws next. */
async function writeAll(handle: FileHandle, bytes: Buffer, signal: AbortSignal): Promise<AttemptResult> {
  let written = 0;
  while (written < bytes.length) {
    const took = await handle.write(bytes, written).then(({ bytesWritten }) => bytesWritten, zeroIfFull);
    written += took;
    if (written === 0) return failure("terminal does not read");
    if (written < bytes.length) await waitAtMost(AGAIN_MS, new Promise(() => {}), signal);
    if (signal.aborted) break;
  }
  return written === bytes.length ? { kind: "written" } : failure("terminal does not read");
}

function zeroIfFull(error: unknown): number {
  if (errorCodeOf(error) === "EAGAIN") return 0;
  throw error;
}

function reasonOf(error: unknown): FailureReason {
  switch (errorCodeOf(error)) {
    case "EACCES":
    case "EPERM":
      return "another user's terminal";
    case "ENOENT":
    case "EIO":
    case "ENXIO":
      return "terminal closed";
    default:
      return "terminal write failed";
  }
}

function failure(reason: FailureReason): AttemptResult {
  return { kind: "failed", reason };
}
