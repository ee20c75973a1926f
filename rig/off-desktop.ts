import type { PrepareRequest } from "../src/channels/channel.ts";
import type { ProgramRunner } from "../src/ports/program-runner.ts";

/** No desktop that would show anything. */
export const OFF_DESKTOP: Pick<
  PrepareRequest<unknown>,
  "platform" | "terminalWouldShow" | "terminalWouldWrite" | "desktopWouldShow"
> = {
  platform: "linux",
  terminalWouldShow: () => Promise.reject(new Error("asked for the desktop channel only")),
  terminalWouldWrite: async () => false,
  desktopWouldShow: async () => false,
};

export const NO_PROGRAMS: ProgramRunner = {
  env: {},
  run: () => Promise.reject(new Error("runs no program")),
};
