/**
 * A Pi extension that counts how often Pi's event loop has to wait between `session_shutdown` and the end, in steps of
 * 10 ms, and writes the count to the file that `SHUTDOWN_TURNS` names. A machine that stands still adds one, not many:
 * so it tells waiting in vain from a busy machine. Load it first: its handler starts the count before the others.
 */
import { writeFileSync } from "node:fs";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function countShutdownTurns(pi: ExtensionAPI): void {
  const file = process.env.SHUTDOWN_TURNS;
  pi.on("session_shutdown", (event) => {
    if (event.reason !== "quit" || !file) return;
    let turns = 0;
    setInterval(() => {
      turns += 1;
    }, 10).unref();
    process.on("exit", () => writeFileSync(file, String(turns)));
  });
}
