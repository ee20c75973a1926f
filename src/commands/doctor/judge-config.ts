import { PROJECT_FILE, waitingText } from "../../config/load-config.ts";
import type { DoctorFacts } from "./facts.ts";
import { type Finding, fine, note, problem } from "./finding.ts";

/** What is wrong in the files, and what in them keeps pi-notify silent. */
export function judgeConfig({ config, channels }: DoctorFacts): Finding[] {
  const { project, warnings, path, enabled, isSilentChild } = config;
  const waiting = project.kind === "waiting" ? waitingText(project.keys, language) : undefined;
  const findings: Finding[] = warnings
    .filter(({ text }) => text !== waiting)
    .map(({ text }) =>
      problem("config-warning", {
        found: text,
        follows: "It is as this line says; everything else in the file counts.",
        type: `$EDITOR ${text.startsWith(PROJECT_FILE) ? `.pi/${PROJECT_FILE}` : path}, then /reload in Pi`,
      }),
    );
  if (findings.length === 0)
    findings.push(fine(`Configuration: ${config.isAbsent ? "no file, so the defaults" : path}`));
  if (waiting !== undefined) {
    findings.push(
      note("project-waiting", {
        found: waiting,
        follows: "Until then only what is harmless in the project's file counts.",
        type: "/notify trust in Pi, then /reload",
      }),
    );
  }
  if (!enabled) {
    findings.push(
      note("switched-off", {
        found: "pi-notify is switched off in the configuration.",
        follows: "No channel tells anything.",
        type: `"enabled": true in ${path}, then /reload in Pi`,
      }),
    );
  } else if (isSilentChild) {
    findings.push(
      note("subagent", {
        found: "This is the process of a subagent, by its environment.",
        follows: "It tells nothing; the Pi that started it does.",
        type: `"attention": {"childProcesses": "notify"} in ${path}, if it shall`,
      }),
    );
  } else if (channels.ids.length === 0) {
    findings.push(
      problem("no-channel", {
        found: "No channel is configured that could be used.",
        follows: "Nothing is told.",
        type: "/notify setup in Pi",
      }),
    );
  }
  return findings;
}
