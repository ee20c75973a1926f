import { resolveLanguage } from "../../content/language.ts";
import type { RunCommand } from "../command.ts";
import { configLines } from "./config.ts";

export const run: RunCommand = async ({ configuration, env }) => {
  const { config, files } = await configuration();
  return configLines(config, files, resolveLanguage(config.language, env));
};
