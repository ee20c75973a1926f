import { PROJECT_FILE, pendingText } from "../../config/load-config.ts";
import type { DoctorFacts } from "./facts.ts";
import { type Finding, fine, note, problem, type SayDoctor } from "./finding.ts";
import { editConfig, editFile } from "./shell-lines.ts";

/** What is wrong in the files, and what in them keeps pi-notify silent. */
export function checkConfig(facts: DoctorFacts, say: SayDoctor): Finding[] {
  const { config, channels, language, platform } = facts;
  const { project, path, enabled, isSilentChild } = config;
  const pending = project.kind === "pending" ? pendingText(project.keys, language) : undefined;
  const findings = checkWarnings(facts, pending, say);
  if (findings.length === 0)
    findings.push(fine(config.isAbsent ? say("noConfiguration") : say("configuration", { path })));
  if (pending !== undefined) {
    findings.push(
      note("project-waiting", {
        found: pending,
        follows: say("project-waiting.follows"),
        inPi: ["/notify trust", "/reload"],
      }),
    );
  }
  if (!enabled) {
    const isProject = config.switchedOffIn === PROJECT_FILE;
    findings.push(
      note("switched-off", {
        found: say("switched-off.found"),
        follows: say("switched-off.follows", { path: isProject ? SHOWN_PROJECT_FILE : path }),
        shell: isProject ? editFile(SHOWN_PROJECT_FILE, platform) : editConfig(facts),
        inPi: ["/reload"],
      }),
    );
  } else if (isSilentChild) {
    findings.push(note("subagent", { found: say("subagent.found"), follows: say("subagent.follows", { path }) }));
  } else if (channels.ids.length === 0) {
    findings.push(
      problem("no-channel", {
        found: say("no-channel.found"),
        follows: say("no-channel.follows"),
        inPi: ["/notify setup"],
      }),
    );
  }
  return findings;
}

const SHOWN_PROJECT_FILE = `.pi/${PROJECT_FILE}`;

/** One line for each, and what to do once for each file; variables that are not set come last. */
function checkWarnings({ config, platform }: DoctorFacts, pending: string | undefined, say: SayDoctor): Finding[] {
  const warnings = config.warnings.filter(({ text }) => text !== pending);
  const unset = warnings.filter(({ cause }) => cause === "unset-variable");
  const others = warnings.filter(({ cause }) => cause !== "unset-variable");
  const files = [...new Set(others.map(({ file }) => file))];
  return [
    ...files.flatMap((file) => {
      const ofFile = others.filter((warning) => warning.file === file);
      // An editor does not help with a file that cannot be read at all.
      const canBeEdited = ofFile.every(({ cause }) => cause !== "file");
      const path = file === PROJECT_FILE ? SHOWN_PROJECT_FILE : config.path;
      return told("config-warning", ofFile, {
        follows: say("config-warning.follows"),
        ...(canBeEdited ? { shell: editFile(path, platform), inPi: ["/reload"] } : {}),
      });
    }),
    ...told("variable-unset", unset, { follows: say("variable-unset.follows") }),
  ];
}

type Advice = Pick<Parameters<typeof problem>[1], "follows" | "shell" | "inPi">;

function told(
  id: "config-warning" | "variable-unset",
  warnings: DoctorFacts["config"]["warnings"],
  advice: Advice,
): Finding[] {
  return warnings.map(({ text }, index) =>
    problem(id, { found: text, ...(index === warnings.length - 1 ? advice : {}) }),
  );
}
