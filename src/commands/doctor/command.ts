import type { RunCommand } from "../command.ts";
import { examine, reportLines } from "./run-doctor.ts";

/** Looks at everything anew, the files included, and needs no machines. */
export const run: RunCommand = async ({ env, cwd, homeDir, sources, terminalName, ending }) => {
  const findings = await examine({
    ...{ env, cwd, homeDir, terminalName },
    isProjectTrusted: sources.project.isTrusted,
    platform: process.platform,
    pid: process.pid,
    signal: ending,
  });
  return reportLines(findings);
};
