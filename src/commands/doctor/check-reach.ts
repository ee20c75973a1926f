import { failureText } from "../../messages/outcome-text.ts";
import type { Destination, DoctorFacts } from "./facts.ts";
import { type Finding, fine, problem, type SayDoctor } from "./finding.ts";

/** Whether the hosts that channels post to can be reached. Nothing was posted to find that out. */
export function checkReach({ channels, language }: DoctorFacts, say: SayDoctor): Finding[] {
  return channels.posting.map((destination) => {
    const { id, what, reach } = destination;
    if ("fault" in reach) {
      return problem("unreachable", {
        found: say("unreachable.found", { id, what, fault: failureText(reach.fault, language) }),
        follows: say("unreachable.follows"),
        type: adviceFor(reach.fault, destination, say),
      });
    }
    return fine(say(reach.to === "host" ? "reached" : "proxyReached", { id, what }));
  });
}

function adviceFor(fault: string, { origin }: Destination, say: SayDoctor): string {
  if (fault.startsWith("proxy")) return say("unreachable.type proxy");
  if (/host not found|lookup/.test(fault)) return say("unreachable.type lookup", { host: new URL(origin).hostname });
  if (/TLS certificate/.test(fault)) return say("unreachable.type certificate", { origin });
  return say("unreachable.type", { origin });
}
