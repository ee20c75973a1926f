import type { DoctorFacts } from "./facts.ts";
import { type Finding, fine, note, problem } from "./finding.ts";

/** What tmux makes of the bell, where some channel rings it. */
export function judgeBell({ channels, settings }: DoctorFacts): Finding[] {
  const [id] = channels.bells;
  if (id === undefined || settings.kind !== "answered") return [];
  const { monitorBell, bellAction, visualBell } = settings;
  if (!monitorBell) {
    return [
      problem("monitor-bell", {
        found: "tmux's monitor-bell is off.",
        follows: `Channel ${id} neither marks Pi's window nor rings.`,
        type: lasting("monitor-bell on"),
      }),
    ];
  }
  const findings: Finding[] = [];
  if (bellAction === "none") {
    findings.push(
      problem("bell-action", {
        found: "tmux's bell-action is none.",
        follows: `The window in the background is marked, but channel ${id} never rings.`,
        type: lasting("bell-action any"),
      }),
    );
  } else if (bellAction === "current" || bellAction === "other") {
    const where = bellAction === "current" ? "in the background" : "in front";
    findings.push(
      note("bell-action", {
        found: `tmux's bell-action is ${bellAction}.`,
        follows: `Channel ${id} does not ring while Pi's window is ${where}.`,
        type: lasting("bell-action any"),
      }),
    );
  }
  if (visualBell === "on" && bellAction !== "none") {
    findings.push(
      note("visual-bell", {
        found: "tmux's visual-bell is on.",
        follows: `Channel ${id} becomes a line of text in tmux; the terminal itself does not ring.`,
        type: lasting("visual-bell off"),
      }),
    );
  }
  return findings.length === 0 ? [fine("tmux marks the window and lets the bell through")] : findings;
}

function lasting(option: string): string {
  return `tmux set -g ${option}; echo 'set -g ${option}' >> ~/.tmux.conf keeps it`;
}
