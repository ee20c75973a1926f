import type { RunCommand } from "../command.ts";
import { statusLines } from "./status.ts";

export const run: RunCommand = async ({ configuration, machines }) => {
  const runtime = await machines();
  const { files } = await configuration();
  return statusLines(runtime, files);
};
