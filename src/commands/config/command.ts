import { resolveLanguage } from "../../content/language.ts";
import { wrapText } from "../../content/wrap-text.ts";
import type { RunCommand } from "../command.ts";
import { configLines } from "./config.ts";

export const run: RunCommand = async ({ configuration, env }) => {
  const { config, files } = await configuration();
  const lines = configLines(config, files, resolveLanguage(config.language, env));
  return lines.flatMap((line) => wrapText(line, "    "));
};
