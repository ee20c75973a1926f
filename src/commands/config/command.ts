import type { RunCommand } from "../command.ts";
import { configLines } from "./config.ts";

export const run: RunCommand = async ({ configuration }) => {
  const { config, files } = await configuration();
  return configLines(config, files);
};
