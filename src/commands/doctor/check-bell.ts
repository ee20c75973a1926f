import type { DoctorFacts } from "./facts.ts";
import { type Finding, fine, note, problem, type SayDoctor } from "./finding.ts";
import { setTmuxOption } from "./shell-lines.ts";

/** What tmux makes of the bell, where some channel rings it. */
export function checkBell({ channels, settings }: DoctorFacts, say: SayDoctor): Finding[] {
  const [id] = channels.bells;
  if (id === undefined || settings.kind !== "answered") return [];
  const { monitorBell, bellAction, visualBell } = settings;
  if (!monitorBell) {
    return [
      problem("monitor-bell", {
        found: say("monitor-bell.found"),
        follows: say("monitor-bell.follows", { id }),
        shell: setTmuxOption("monitor-bell on"),
      }),
    ];
  }
  const findings: Finding[] = [];
  if (bellAction === "none") {
    findings.push(
      problem("bell-action", {
        found: say("bell-action.found", { value: bellAction }),
        follows: say("bell-action.follows none", { id }),
        shell: setTmuxOption("bell-action any"),
      }),
    );
  } else if (bellAction === "current" || bellAction === "other") {
    findings.push(
      note("bell-action", {
        found: say("bell-action.found", { value: bellAction }),
        follows: say(`bell-action.follows ${bellAction}`, { id }),
        shell: setTmuxOption("bell-action any"),
      }),
    );
  }
  if (visualBell === "on" && bellAction !== "none") {
    findings.push(
      note("visual-bell", {
        found: say("visual-bell.found"),
        follows: say("visual-bell.follows", { id }),
        shell: setTmuxOption("visual-bell off"),
      }),
    );
  }
  return findings.length === 0 ? [fine(say("bellPasses"))] : findings;
}
