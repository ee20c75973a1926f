import type { RunCommand } from "../command.ts";
import { exportLines } from "./export.ts";

export const run: RunCommand = async ({ machines, sources }, file) => {
  const { readTrace, deps } = await machines();
  return exportLines(readTrace, sources.project, file, deps.language);
};
