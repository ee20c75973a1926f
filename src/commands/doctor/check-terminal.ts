import { detectProtocol } from "../../channels/osc/detect-protocol.ts";
import { FALLBACK_STEP } from "../../channels/osc/terminal-table.ts";
import { type DoctorFacts, isRemote } from "./facts.ts";
import { type Finding, fine, note, problem, type SayDoctor } from "./finding.ts";
import { editConfig } from "./shell-lines.ts";
import { settingOf, terminalWithSetting } from "./terminal-settings.ts";

/** Which terminal it is, whether it shows notifications, and what it wants for that. */
export function checkTerminal(facts: DoctorFacts, say: SayDoctor): Finding[] {
  const { channels, env, tmux, terminalName, language } = facts;
  return channels.osc.flatMap(({ id, config: osc }): Finding[] => {
    const { protocol, by } = detectProtocol({ config: osc, env, tmux, terminalName });
    const sign = by.name[language];
    if (protocol === "none") {
      const told = { found: say("terminal-mute.found", { id, sign }), follows: say("terminal-mute.follows") };
      if (channels.desktops.length > 0 && facts.desktop.kind !== undefined) return [note("terminal-mute", told)];
      return channels.posting.length > 0
        ? [note("terminal-mute", told)]
        : [problem("terminal-mute", { ...told, inPi: ["/notify setup"] })];
    }
    if (by.step !== FALLBACK_STEP) {
      const terminal = terminalWithSetting(by.name.en);
      const known = fine(say("terminalKnown", { id, protocol, sign }));
      return terminal === undefined ? [known] : [known, note("terminal-setting", settingOf(terminal, say))];
    }
    return [
      note("terminal-unknown", {
        found: say(isRemote(facts) ? "terminal-unknown.found over ssh" : "terminal-unknown.found", { id, protocol }),
        follows: say("terminal-unknown.follows", { id }),
        shell: editConfig(facts),
        inPi: ["/reload"],
      }),
    ];
  });
}
