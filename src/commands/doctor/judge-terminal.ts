import { detectProtocol } from "../../channels/osc/detect-protocol.ts";
import { FALLBACK_STEP } from "../../channels/osc/terminal-table.ts";
import { type DoctorFacts, isRemote } from "./facts.ts";
import { type Finding, fine, note, problem } from "./finding.ts";
import { TERMINAL_SETTINGS } from "./terminal-settings.ts";

/** Which terminal it is, whether it shows notifications, and what it wants for that. */
export function judgeTerminal(facts: DoctorFacts): Finding[] {
  const { channels, env, tmux, config } = facts;
  return channels.osc.flatMap(({ id, config: osc }): Finding[] => {
    const { protocol, by } = detectProtocol({ config: osc, env, tmux });
    if (protocol === "none") {
      const told = {
        found: `The terminal of channel ${id} shows no notifications (known by ${by.name}).`,
        follows: "The channel is skipped (unsupported); the bell still rings.",
      };
      return channels.desktops.length > 0 && facts.desktop.kind !== undefined
        ? [note("terminal-mute", told)]
        : [problem("terminal-mute", { ...told, type: "/notify setup in Pi, for a channel that reaches you" })];
    }
    const setting = TERMINAL_SETTINGS.find(({ knownBy }) => knownBy.test(by.name));
    if (by.step !== FALLBACK_STEP) {
      const found = fine(`Terminal of channel ${id}: ${protocol}, known by ${by.name}`);
      return setting === undefined ? [found] : [found, note("terminal-setting", setting)];
    }
    const why = isRemote(facts) ? " Over ssh only TERM tells of it." : "";
    return [
      note("terminal-unknown", {
        found: `The terminal of channel ${id} is not one that is known; ${protocol} is tried.${why}`,
        follows: "It may show nothing, and no terminal says so.",
        type: `/notify test ${id} in Pi; if nothing appears, "osc": {"protocol": "osc777"} or "osc99" for it in ${config.path}`,
      }),
    ];
  });
}
