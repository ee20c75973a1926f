import type { SessionRuntime } from "../../runtime/session-runtime.ts";
import type { RunCommand } from "../command.ts";
import { examine, reportLines } from "./run-doctor.ts";

/** Looks at everything anew, the files included, and needs no machines. */
export const run: RunCommand = async ({ env, cwd, homeDir, sources, terminalName, ending, running }) => {
  const findings = await examine({
    ...{ env, cwd, homeDir, terminalName },
    isProjectTrusted: sources.project.isTrusted,
    platform: process.platform,
    pid: process.pid,
    outages: outagesOf(running()),
    signal: ending,
  });
  return reportLines(findings);
};

function outagesOf(runtime: SessionRuntime | undefined) {
  const outages = runtime?.plans.flatMap(({ id }) => {
    const failure = runtime.outageOf(id);
    return failure === undefined ? [] : [[id, failure] as const];
  });
  return new Map(outages);
}
