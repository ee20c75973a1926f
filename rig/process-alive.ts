import { readFileSync } from "node:fs";

/** Whether a process runs. One that has ended but was not reaped yet (containers without an init) does not. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.charAt(stat.lastIndexOf(")") + 2) !== "Z";
  } catch {
    return process.platform !== "linux"; // no /proc elsewhere; on Linux it ended between the two looks
  }
}

/** Ends a process for good, at once; one that has already ended is fine. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // already gone
  }
}
