import type { SessionRuntime } from "../session-runtime.ts";
import { type ConfigFiles, configLines } from "./config.ts";
import { statusLines } from "./status.ts";
import { testLines } from "./test.ts";
import { type ProjectConfig, trustLines } from "./trust.ts";

/**
 * `/notify …`: plain text lines for Pi's UI (SPEC 10). Never throws for bad input: it answers with the usage.
 * @param args what the user typed after `/notify`
 */
export async function runNotifyCommand(
  args: string,
  runtime: SessionRuntime,
  project: ProjectConfig,
  files: ConfigFiles,
): Promise<string[]> {
  const [name = "status", argument, ...rest] = args.trim().split(/\s+/).filter(Boolean);
  if (name === "status" && argument === undefined) return statusLines(runtime, project.state);
  if (name === "test" && rest.length === 0) return testLines(runtime, argument);
  if (name === "trust" && rest.length === 0 && (argument ?? "off") === "off") {
    return trustLines(project, argument === undefined ? "approve" : "withdraw");
  }
  if (name === "config" && argument === undefined) return configLines(runtime.config, files);
  return [
    "Usage: /notify status | /notify test [channel] | /notify doctor | /notify config | /notify setup | /notify trust [off]",
  ];
}
