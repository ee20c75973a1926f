const pending = new Set<() => void>();
let listening = false;

/**
 * Runs `cleanup` (synchronous) when this process exits, unless the returned function was called before.
 * The last resort behind every `Symbol.asyncDispose` of the rig: a test that died must not leave a tmux server running.
 */
export function cleanUpAtExit(cleanup: () => void): () => void {
  if (!listening) {
    listening = true;
    process.on("exit", () => {
      // what was started last goes first: programs before the folders they live in
      for (const run of [...pending].reverse()) {
        try {
          run();
        } catch {
          // the process is ending: the next cleanup matters more than this one's error
        }
      }
    });
  }
  pending.add(cleanup);
  return () => {
    pending.delete(cleanup);
  };
}
