import type { PrepareRequest } from "../src/channels/channel.ts";
import type { ProgramRunner } from "../src/ports/program-runner.ts";

/** What the desktop channel alone asks for when it prepares. */
export const OFF_DESKTOP: Pick<PrepareRequest<unknown>, "platform" | "terminalWouldShow"> = {
  platform: "linux",
  terminalWouldShow: () => Promise.reject(new Error("asked for the desktop channel only")),
};

export const NO_PROGRAMS: ProgramRunner = {
  env: {},
  run: () => Promise.reject(new Error("runs no program")),
};
