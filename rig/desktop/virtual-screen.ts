import type { Screen } from "./screen.ts";
import { firstLine, startProgram } from "./started-program.ts";

/**
 * An X server that draws into memory.
 * @param size its width and height
 */
export async function startVirtualScreen(size = "1024x640"): Promise<Screen> {
  const server = startProgram(
    "Xvfb",
    ["-displayfd", "3", "-screen", "0", `${size}x24`, "-nolisten", "tcp", "-noreset"],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] },
  );
  const number = await firstLine(server.child, server.child.stdio[3]);
  return { env: { DISPLAY: `:${number.trim()}` }, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
