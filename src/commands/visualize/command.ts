import type { RunCommand } from "../command.ts";
import { visualizeLines } from "./visualize.ts";

export const run: RunCommand = async ({ machines, viewerPage: page, ending }, word) =>
  visualizeLines(await machines(), word === "live", { page, ending });
