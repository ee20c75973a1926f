import { failureText, outcomeText } from "../../messages/outcome-text.ts";
import type { Destination, DoctorFacts } from "./facts.ts";
import { type Finding, fine, problem, type SayDoctor } from "./finding.ts";

/** Whether the hosts that channels post to can be reached. Nothing was posted to find that out. */
export function checkReach(facts: DoctorFacts, say: SayDoctor): Finding[] {
  const { channels, language, outages } = facts;
  const reached = channels.posting.flatMap((destination): Finding[] => {
    const { id, what, reach } = destination;
    if ("fault" in reach) {
      return [
        problem("unreachable", {
          found: say("unreachable.found", { id, what, fault: failureText(reach.fault, language) }),
          follows: adviceFor(reach.fault, destination, say),
        }),
      ];
    }
    // That the host answers is no comfort while it refuses the notifications.
    if (outages?.has(id)) return [];
    return [fine(say(reach.to === "host" ? "reached" : "proxyReached", { id, what }))];
  });
  return [...reached, ...checkOutages(facts, say)];
}

/** Channels whose last notification failed. The first one that succeeds ends an outage. */
function checkOutages({ channels, outages, language }: DoctorFacts, say: SayDoctor): Finding[] {
  return [...(outages ?? [])].map(([id, failure]) => {
    const what = channels.posting.find((one) => one.id === id)?.what;
    const channel = what === undefined ? id : say("channelNamed", { id, what });
    return problem("outage", {
      found: say("outage.found", { channel, failure: outcomeText(failure, language) }),
      follows: say("outage.follows"),
      inPi: [`/notify test ${id}`],
    });
  });
}

function adviceFor(fault: string, { origin }: Destination, say: SayDoctor): string {
  if (fault.startsWith("proxy")) return say("unreachable.follows proxy");
  if (/host not found|lookup/.test(fault)) return say("unreachable.follows lookup", { host: new URL(origin).hostname });
  if (/TLS certificate/.test(fault)) return say("unreachable.follows certificate", { origin });
  return say("unreachable.follows", { origin });
}
