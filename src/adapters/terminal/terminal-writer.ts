import type { FailureReason } from "../../messages/failure.messages.ts";
import type { AttemptResult } from "../../notices/outcome.ts";
import type { TerminalWriter } from "../../ports/terminal-writer.ts";
import { errorCodeOf } from "../../ports/unknown-value.ts";

/** The part of a writable stream that the writer uses; `process.stdout` has it. */
export interface TerminalStream {
  readonly writable: boolean;
  readonly destroyed?: boolean;
  readonly closed?: boolean;
  write(bytes: string, done: (error?: Error | null) => void): boolean;
  on(event: "error" | "close", listener: (error?: Error) => void): unknown;
  off(event: "error" | "close", listener: (error?: Error) => void): unknown;
}

const CLOSED_CODES = new Set(["EPIPE", "EIO", "EBADF", "ENXIO", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END"]);

/**
 * Writes to `stream`, which is shared with others.
 * While something of ours is under way it listens for `error`, so that a terminal that goes away at that moment does
 * not end Pi; with nothing under way no listener stays (R13). One pair of listeners serves all writes: a terminal that
 * stands still must not make Node print its warning about too many of them.
 */
export function createTerminalWriter(stream: TerminalStream): TerminalWriter {
  const underWay = new Set<(error: unknown) => void>();
  let guards = 0;
  let untilClose = 0;

  const onError = (error: unknown) => {
    for (const fail of [...underWay]) fail(error ?? CLOSED);
  };
  const onClose = () => {
    onError(CLOSED);
    for (; untilClose > 0; untilClose -= 1) release();
  };

  function guard(): void {
    guards += 1;
    if (guards > 1) return;
    stream.on("error", onError);
    stream.on("close", onClose);
  }
  function release(): void {
    guards -= 1;
    if (guards > 0) return;
    stream.off("error", onError);
    stream.off("close", onClose);
  }
  /** A stream tells a failed write's callback first and emits the error later, at the latest when it has closed. */
  function releaseAfterError(): void {
    setImmediate(() => {
      if (stream.destroyed && stream.closed === false) untilClose += 1;
      else release();
    });
  }

  return {
    write(bytes) {
      if (stream.destroyed || !stream.writable) return Promise.resolve(failure(CLOSED));
      return new Promise((resolve) => {
        const fail = (error: unknown) => {
          if (!underWay.delete(fail)) return;
          resolve(failure(error));
          releaseAfterError();
        };
        const done = () => {
          if (!underWay.delete(fail)) return;
          resolve({ kind: "written" });
          release();
        };
        guard();
        underWay.add(fail);
        try {
          stream.write(bytes, (error) => (error ? fail(error) : done()));
        } catch (error) {
          fail(error);
        }
      });
    },
  };
}

/** Stands for the error of a stream that closed without one. */
const CLOSED = { code: "ERR_STREAM_DESTROYED" };

function failure(error: unknown): AttemptResult {
  const closed = CLOSED_CODES.has(errorCodeOf(error) ?? "");
  const reason: FailureReason = closed ? "terminal closed" : "terminal write failed";
  return { kind: "failed", reason };
}
