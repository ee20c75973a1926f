import type { DoctorFacts } from "./facts.ts";
import { type Finding, note, type SayDoctor } from "./finding.ts";
import { setTmuxOption } from "./shell-lines.ts";

/**
 * Whether tmux tells Pi when somebody looks elsewhere. Of extended keys nothing is said: they matter to Pi's editor,
 * and Pi itself speaks of them when it starts.
 */
export function checkFocus({ settings }: DoctorFacts, say: SayDoctor): Finding[] {
  if (settings.kind !== "answered" || settings.focusEvents) return [];
  return [
    note("focus-events", {
      found: say("focus-events.found"),
      follows: say("focus-events.follows"),
      shell: setTmuxOption("focus-events on"),
    }),
  ];
}
