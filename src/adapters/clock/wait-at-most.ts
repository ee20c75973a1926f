/**
 * Waits until `work` is settled, whichever way, but no longer than so many milliseconds and not after `signal` has
 * aborted. Never rejects; leaves no timer.
 */
export function waitAtMost(milliseconds: number, work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) {
    work.catch(() => {});
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    signal.addEventListener("abort", finish);
    work.then(finish, finish);
  });
}
