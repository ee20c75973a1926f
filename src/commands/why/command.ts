import type { RunCommand } from "../command.ts";
import { whyLines } from "./why.ts";

export const run: RunCommand = async ({ machines }, count) => whyLines(await machines(), count);
