import { spawn } from "node:child_process";
import { cleanUpAtExit } from "../exit-cleanup.ts";
import { endChild, firstLine } from "./session-bus.ts";

/** An X server that draws into memory. */
export interface VirtualScreen extends AsyncDisposable {
  /** For `DISPLAY`, such as `:7`. */
  readonly display: string;
}

export async function startVirtualScreen(): Promise<VirtualScreen> {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1024x640x24", "-nolisten", "tcp", "-noreset"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const cancelCleanup = cleanUpAtExit(() => server.kill("SIGKILL"));
  const numberPipe = server.stdio[3];
  if (numberPipe === null || numberPipe === undefined || !("readable" in numberPipe)) throw new Error("no pipe");
  const number = await firstLine(server, numberPipe as typeof server.stdout);
  return {
    display: `:${number.trim()}`,
    async [Symbol.asyncDispose]() {
      await endChild(server);
      cancelCleanup();
    },
  };
}
