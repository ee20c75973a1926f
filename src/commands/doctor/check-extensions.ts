import { listText } from "../../messages/define-messages.ts";
import type { PiExtension } from "../../ports/surroundings.ts";
import type { DoctorFacts } from "./facts.ts";
import { type Finding, note, problem, type SayDoctor } from "./finding.ts";

const OURS = "pi-notify-xstate";
/** They answer to `/notify` as well, or tell of the same things. */
const SAME_TRADE = new Set(["@xzzpig/pi-notify", "pi-notify"]);
const SOUNDS_LIKE_IT = /(?:^|[-_/])(?:notify|notifier|notifications?|ntfy|bell|beep|chime)(?:[-_]|$)/i;

/** Extensions that would tell everything a second time. */
export function checkExtensions({ extensions, language }: DoctorFacts, say: SayDoctor): Finding[] {
  const ours = extensions.filter(({ name }) => name === OURS);
  const others = extensions.filter(({ name }) => name !== OURS && (SAME_TRADE.has(name) || SOUNDS_LIKE_IT.test(name)));
  const placeOf = ({ from }: PiExtension) => say(`from.${from}`);
  const findings = others.map((other) => {
    const told = {
      found: say("other-notifier.found", { name: other.name, from: placeOf(other) }),
      follows: say("other-notifier.follows"),
      ...removal([other]),
    };
    return SAME_TRADE.has(other.name) ? problem("other-notifier", told) : note("other-notifier", told);
  });
  if (ours.length < 2) return findings;
  const twice = problem("loaded-twice", {
    found: say("loaded-twice.found", { places: listText(ours.map(placeOf), language) }),
    follows: say("loaded-twice.follows"),
    ...removal(allButOne(ours)),
  });
  return [twice, ...findings];
}

/** Those that Pi's own command can remove, if one is left then. */
function allButOne(ours: readonly PiExtension[]): readonly PiExtension[] {
  const fixed = ours.filter(({ source }) => source === undefined);
  const removable = ours.filter(({ source }) => source !== undefined);
  if (fixed.length > 1) return [];
  return fixed.length === 1 ? removable : removable.slice(1);
}

function removal(extensions: readonly PiExtension[]): { shell?: readonly string[]; inPi?: readonly string[] } {
  const shell = extensions.flatMap(({ source, from }) =>
    source === undefined ? [] : [`pi remove ${source}${from === "project-settings" ? " -l" : ""}`],
  );
  return shell.length === 0 ? {} : { shell, inPi: ["/reload"] };
}
