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
  /** Whether a notification is on its way, which the end of the session would drop (R6). */
  readonly isDelivering: () => boolean;
}

/** How long a reload waits for notifications on their way; a channel that hangs must not keep the new settings away. */
const DELIVERY_PATIENCE_MS = 3_000;
const LOOK_EVERY_MS = 50;

/**
 * Pi refuses a reload during a run, in the terminal by a warning and in rpc mode by an error, so this waits for its end.
 * @returns whether Pi has reloaded, or begun another session; false where it refused while idle, as it does during a
 * compaction
 */
export async function reloadWhenIdle(
  host: ReloadingHost,
  { ending, onWaiting, isDelivering }: ReloadOptions,
): Promise<boolean> {
  let hasWaited = false;
  while (!ending.aborted) {
    if (!host.isIdle()) {
      if (!hasWaited) onWaiting();
      hasWaited = true;
      await host.waitForIdle();
      await deliveriesFinished(isDelivering);
      continue;
    }
    await host.reload().catch(() => undefined);
    // A prompt that was queued may have begun another run in between.
    if (!ending.aborted && host.isIdle()) return false;
  }
  return true;
}

/** The notification about the end of the run comes first. */
async function deliveriesFinished(isDelivering: () => boolean): Promise<void> {
  for (let waited = 0; waited < DELIVERY_PATIENCE_MS; waited += LOOK_EVERY_MS) {
    // Pi's event of that end may still be in the queue at the first look.
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    if (!isDelivering()) return;
  }
}
