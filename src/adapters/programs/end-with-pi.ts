import type { ChildProcess } from "node:child_process";
import { killGroup } from "./process-group.ts";

/** The children that run now, of every session in this process. */
const running = new Set<ChildProcess>();
/** Of those that run or are being started. */
let watched = 0;

/** Signals that end a process without an `exit` event where nobody listens. Pi listens to the first two and ends by itself. */
const ENDING_SIGNALS = ["SIGHUP", "SIGTERM", "SIGINT", "SIGQUIT"] as const;
/** Pi takes these as an order to finish, and what is under way has its time (R16). */
const GRACEFUL_SIGNALS: readonly NodeJS.Signals[] = ["SIGHUP", "SIGTERM"];

/**
 * Ends children with their groups when this process ends: by itself, by `process.exit`, by an exception that nobody
 * catches, or by a signal (R13). Only SIGKILL leaves them behind. It listens only while a child runs, because a
 * listener changes what a signal does; and from before its start, so that no signal comes between.
 * @param start starts the child
 */
export function startWatched(start: () => ChildProcess): { readonly child: ChildProcess; readonly letGo: () => void } {
  if (watched === 0) listen();
  watched += 1;
  try {
    const child = start();
    running.add(child);
    const letGo = () => {
      if (running.delete(child)) leave();
    };
    return { child, letGo };
  } catch (error) {
    leave();
    throw error;
  }
}

function listen(): void {
  process.on("exit", killAll);
  // First, because the package signal-exit acts only where it finds no listener but its own.
  if (process.platform !== "win32") for (const signal of ENDING_SIGNALS) process.prependListener(signal, endBySignal);
}

function leave(): void {
  watched -= 1;
  if (watched > 0) return;
  process.off("exit", killAll);
  for (const signal of ENDING_SIGNALS) process.off(signal, endBySignal);
}

function killAll(): void {
  for (const child of running) killGroup(child);
}

/** Leaves the signal to whoever else listens; where nobody does, it takes its usual course. */
function endBySignal(signal: NodeJS.Signals): void {
  process.off(signal, endBySignal);
  const isLeft = process.listenerCount(signal) === 0;
  if (isLeft || !GRACEFUL_SIGNALS.includes(signal)) killAll();
  if (isLeft) process.kill(process.pid, signal);
}
