import type { SessionRuntime } from "../session-runtime.ts";
import { statusLines } from "./status.ts";
import { testLines } from "./test.ts";

/**
 * `/notify …`: plain text lines for Pi's UI (SPEC 10). Never throws for bad input: it answers with the usage.
 * @param args what the user typed after `/notify`
 */
export async function runNotifyCommand(args: string, runtime: SessionRuntime): Promise<string[]> {
  const [name = "status", argument, ...rest] = args.trim().split(/\s+/).filter(Boolean);
  if (name === "status" && argument === undefined) return statusLines(runtime);
  if (name === "test" && rest.length === 0) return testLines(runtime, argument);
  return ["Usage: /notify status | /notify test [channel]"];
}
