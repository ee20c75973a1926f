import type { ChildProcess } from "node:child_process";

/** Kills a child that was started `detached`, with all that it started and that did not leave its group. */
export function killGroup(child: ChildProcess): void {
  // The pipes first: a grandchild that escaped would otherwise keep them, and us, open.
  for (const pipe of child.stdio) pipe?.destroy();
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}
