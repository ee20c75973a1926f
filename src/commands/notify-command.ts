import type { SessionRuntime } from "../runtime/session-runtime.ts";
import { USAGE } from "./complete-notify.ts";
import { type ConfigFiles, configLines } from "./config/config.ts";
import type { ExportPlace } from "./export/export.ts";
import { statusLines } from "./status/status.ts";
import { testLines } from "./test/test.ts";
import { type ProjectConfig, trustLines } from "./trust/trust.ts";
import type { VisualizeOptions } from "./visualize/visualize.ts";

/** The session that a command is about. */
export interface NotifyCommandContext {
  readonly runtime: SessionRuntime;
  readonly project: ProjectConfig;
  readonly files: ConfigFiles;
  readonly place: ExportPlace;
  readonly viewing: VisualizeOptions;
}

/**
 * `/notify …`: plain text lines for Pi's UI (R40). Never throws for bad input: it answers with the usage.
 * @param args what the user typed after `/notify`
 */
export async function runNotifyCommand(
  args: string,
  { runtime, project, files, place, viewing }: NotifyCommandContext,
): Promise<string[]> {
  const [name = "status", argument, ...rest] = args.trim().split(/\s+/).filter(Boolean);
  if (name === "status" && argument === undefined) return statusLines(runtime, project.state);
  if (name === "test" && rest.length === 0) return testLines(runtime, argument);
  if (name === "config" && argument === undefined) return configLines(runtime.config, files);
  if (name === "trust" && rest.length === 0 && (argument ?? "off") === "off") {
    return trustLines(project, argument === undefined ? "approve" : "withdraw");
  }
  if (name === "why" && rest.length === 0) {
    const { whyLines } = await import("../lazy-trace.ts");
    return whyLines(runtime, argument);
  }
  if (name === "export") {
    const { exportLines } = await import("../lazy-trace.ts");
    // A path may hold blanks.
    return exportLines(runtime.readTrace, place, args.trim().replace(/^export\s*/, "") || undefined);
  }
  if (name === "visualize" && rest.length === 0 && (argument ?? "live") === "live") {
    const { visualizeLines } = await import("../lazy-visualize.ts");
    return visualizeLines(runtime, argument === "live", viewing);
  }
  return [`Usage: /notify ${USAGE}`];
}
