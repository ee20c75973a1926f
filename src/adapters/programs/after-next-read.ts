/** Calls back when the event loop has read once more from every pipe that had something: turns of it, not time. */
export function afterNextRead(callback: () => void): void {
  setImmediate(() => setImmediate(callback));
}
