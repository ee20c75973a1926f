import type { PiExtension } from "../../ports/surroundings.ts";
import type { DoctorFacts } from "./facts.ts";
import { type Finding, note, problem } from "./finding.ts";

const OURS = "pi-notify-xstate";
/** They answer to `/notify` as well, or tell of the same things. */
const SAME_TRADE = new Set(["@xzzpig/pi-notify", "pi-notify"]);
const SOUNDS_LIKE_IT = /(?:^|[-_/])(?:notify|notifier|notifications?|ntfy|bell|beep|chime)(?:[-_]|$)/i;

/** Extensions that would tell everything a second time. */
export function judgeExtensions({ extensions }: DoctorFacts): Finding[] {
  const ours = extensions.filter(({ name }) => name === OURS);
  const others = extensions.filter(({ name }) => name !== OURS && (SAME_TRADE.has(name) || SOUNDS_LIKE_IT.test(name)));
  const findings = others.map((other) => {
    const told = {
      found: `Pi also loads ${placed(other)}.`,
      follows: "What both of them tell arrives twice.",
      type: `pi list, then pi remove the one that you do not want; what lies in a folder is deleted by hand`,
    };
    return SAME_TRADE.has(other.name) ? problem("other-notifier", told) : note("other-notifier", told);
  });
  if (ours.length < 2) return findings;
  const twice = problem("loaded-twice", {
    found: `Pi loads pi-notify ${ours.length} times: from ${ours.map(({ from }) => `the ${from}`).join(" and ")}.`,
    follows:
      "The second copy stays inert, and which one that is depends on the order; an update may reach the wrong one.",
    type: "pi list, then pi remove all but one",
  });
  return [twice, ...findings];
}

function placed({ name, from }: PiExtension): string {
  return `${name} (from the ${from})`;
}
