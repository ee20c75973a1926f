import { firstLine, startProgram } from "./started-program.ts";

/** An X server that draws into memory. */
export interface VirtualScreen extends AsyncDisposable {
  /** For `DISPLAY`, such as `:7`. */
  readonly display: string;
}

export async function startVirtualScreen(): Promise<VirtualScreen> {
  const server = startProgram(
    "Xvfb",
    ["-displayfd", "3", "-screen", "0", "1024x640x24", "-nolisten", "tcp", "-noreset"],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] },
  );
  const number = await firstLine(server.child, server.child.stdio[3]);
  return { display: `:${number.trim()}`, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
