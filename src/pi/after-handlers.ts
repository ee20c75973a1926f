/** The next turn of the event loop: by then Pi's handlers for the current event have returned (R12). */
export function afterHandlers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
