import { channelHealth, session } from "./machine-change.ts";
import { fault } from "./seeded-fault.ts";

interface DeliveryFinished {
  readonly event: { readonly outcome: unknown };
}

const outcome = ({ event }: DeliveryFinished) => event.outcome;

/** The health of each channel. */
export const CHANNEL_HEALTH_FAULTS = [
  fault(
    "an outage is reported at each failure",
    channelHealth.state("failing").add(["on", "*"], {
      guard: { type: "isFailure", params: outcome },
      actions: { type: "reportOutage", params: outcome },
    }),
  ),
  fault(
    "a recovery is not reported",
    channelHealth.state("failing").removeAction(["on", "delivery.finished", "actions"], "reportRecovery"),
  ),
  fault(
    "the end of a session counts as an outage",
    session.state("active").remove("exit"),
    session.root.addAction(["on", "delivery.finished", "actions"], {
      type: "tellHealth",
      params: ({ event }: { event: unknown }) => event,
    }),
  ),
];
