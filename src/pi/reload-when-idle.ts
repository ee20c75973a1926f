/** What of a command's context is needed to load Pi's extensions anew. */
export interface ReloadingHost {
  isIdle(): boolean;
  waitForIdle(): Promise<void>;
  reload(): Promise<void>;
}

export interface ReloadOptions {
  /** Aborted when the session ends, as it does by the reload. */
  readonly ending: AbortSignal;
  /** Called at most once, before it waits for the end of a run. */
  readonly onWaiting: () => void;
}

/**
 * Pi refuses a reload during a run, in the terminal by a warning and in rpc mode by an error, so this waits for its end.
 * @returns whether Pi has reloaded, or begun another session; false where it refused while idle, as it does during a
 * compaction
 */
export async function reloadWhenIdle(host: ReloadingHost, { ending, onWaiting }: ReloadOptions): Promise<boolean> {
  let hasWaited = false;
  while (!ending.aborted) {
    if (!host.isIdle()) {
      if (!hasWaited) onWaiting();
      hasWaited = true;
      await host.waitForIdle();
      continue;
    }
    await host.reload().catch(() => undefined);
    // A prompt that was queued may have begun another run in between.
    if (!ending.aborted && host.isIdle()) return false;
  }
  return true;
}
