/** The next turn of the event loop: everything that waits for no time and no I/O has happened by then. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
