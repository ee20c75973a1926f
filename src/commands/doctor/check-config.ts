import { PROJECT_FILE, pendingText } from "../../config/load-config.ts";
import type { DoctorFacts } from "./facts.ts";
import { type Finding, fine, note, problem, type SayDoctor } from "./finding.ts";

/** What is wrong in the files, and what in them keeps pi-notify silent. */
export function checkConfig({ config, channels, language }: DoctorFacts, say: SayDoctor): Finding[] {
  const { project, warnings, path, enabled, isSilentChild } = config;
  const pending = project.kind === "pending" ? pendingText(project.keys, language) : undefined;
  const findings: Finding[] = warnings
    .filter(({ text }) => text !== pending)
    .map(({ text, file }) =>
      problem("config-warning", {
        found: text,
        follows: say("config-warning.follows"),
        type: say("config-warning.type", { path: file === PROJECT_FILE ? `.pi/${PROJECT_FILE}` : path }),
      }),
    );
  if (findings.length === 0)
    findings.push(fine(config.isAbsent ? say("noConfiguration") : say("configuration", { path })));
  if (pending !== undefined) {
    findings.push(
      note("project-waiting", {
        found: pending,
        follows: say("project-waiting.follows"),
        type: say("project-waiting.type"),
      }),
    );
  }
  if (!enabled) {
    findings.push(
      note("switched-off", {
        found: say("switched-off.found"),
        follows: say("switched-off.follows"),
        type: say("switched-off.type", { path }),
      }),
    );
  } else if (isSilentChild) {
    findings.push(
      note("subagent", {
        found: say("subagent.found"),
        follows: say("subagent.follows"),
        type: say("subagent.type", { path }),
      }),
    );
  } else if (channels.ids.length === 0) {
    findings.push(
      problem("no-channel", {
        found: say("no-channel.found"),
        follows: say("no-channel.follows"),
        type: say("no-channel.type"),
      }),
    );
  }
  return findings;
}
