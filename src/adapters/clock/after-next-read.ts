/** Calls back when the event loop has read once more from every pipe that had something: turns of it, not time. */
export function afterNextRead(callback: () => void): void {
  setImmediate(() => setImmediate(callback));
}

/**
 * Calls back when whatever had arrived has been dealt with: answers in sockets, and programs that have ended. Every
 * limit ends with this. After Ctrl+Z and `fg` each timer is due at once, before what came meanwhile has been read.
 */
export function afterArrived(callback: () => void): void {
  afterNextRead(() => afterNextRead(callback));
}
