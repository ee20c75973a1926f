import type { RunCommand } from "../command.ts";
import { whyLines } from "./why.ts";

export const run: RunCommand = async ({ machines }, count) => {
  const runtime = await machines();
  return whyLines(runtime, count, runtime.deps.language);
};
