import type { Destination, DoctorFacts } from "./facts.ts";
import { type Finding, fine, problem } from "./finding.ts";

/** Whether the hosts that channels post to can be reached. Nothing was posted to find that out. */
export function judgeReach({ channels }: DoctorFacts): Finding[] {
  return channels.posting.map((destination) => {
    const { id, what, reach } = destination;
    if ("fault" in reach) {
      return problem("unreachable", {
        found: `${id} (${what}) cannot be reached: ${reach.fault}.`,
        follows: "What this channel tells fails.",
        type: adviceFor(reach.fault, destination),
      });
    }
    return reach.to === "host"
      ? fine(`${id} (${what}): reached`)
      : fine(`${id} (${what}): its proxy is reached; only a notice could tell what lies behind it`);
  });
}

function adviceFor(fault: string, { origin }: Destination): string {
  if (fault.startsWith("proxy"))
    return "env | grep -i proxy, and what is wrong there; NO_PROXY names hosts that need none";
  if (/host not found|lookup/.test(fault)) return `nslookup ${new URL(origin).hostname}`;
  if (/TLS certificate/.test(fault)) {
    return `curl -I ${origin} says what is wrong with it; for a certificate of your own: NODE_EXTRA_CA_CERTS=/path/to/ca.pem pi`;
  }
  return `curl -I ${origin}`;
}
