import type { RunCommand } from "../command.ts";
import { testLines } from "./test.ts";

export const run: RunCommand = async ({ machines }, channel) => testLines(await machines(), channel);
