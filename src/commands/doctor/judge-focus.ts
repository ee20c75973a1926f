import type { DoctorFacts } from "./facts.ts";
import { type Finding, note } from "./finding.ts";

/**
 * Whether tmux tells Pi when somebody looks elsewhere. Of extended keys nothing is said: they matter to Pi's editor,
 * and Pi itself speaks of them when it starts.
 */
export function judgeFocus({ settings }: DoctorFacts): Finding[] {
  if (settings.kind !== "answered" || settings.focusEvents) return [];
  return [
    note("focus-events", {
      found: "tmux's focus-events is off.",
      follows:
        "Pi does not hear when its terminal loses the focus; notices come whether you look or not, with it or without.",
      type: "tmux set -g focus-events on; echo 'set -g focus-events on' >> ~/.tmux.conf keeps it",
    }),
  ];
}
