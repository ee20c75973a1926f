import { delivery, notice } from "./machine-change.ts";
import { fault } from "./seeded-fault.ts";

const AN_HOUR = 3_600_000;

/** Attempts (R1, R11), and the bell that comes last (R10). */
export const ATTEMPT_FAULTS = [
  fault(
    "a failed attempt is tried again",
    delivery.state("attempting").replace(["invoke", "onDone", { target: "failed" }], { target: "pending" }),
  ),
  fault(
    "an attempt without an answer is tried again",
    delivery.state("attempting").replace(["after", "attemptLimit"], "pending"),
  ),
  fault(
    "a hold takes an attempt back",
    delivery.state("attempting.open").add(["on", "delivery.held"], "#delivery.pending.progress.held"),
  ),
  fault(
    "an attempt under way expires",
    delivery.state("attempting.open").add(["on", "delivery.expired"], {
      target: "#delivery.expired",
      actions: { type: "conclude", params: { kind: "expired", reason: "new-run" } },
    }),
  ),
  fault("an attempt may take for ever", delivery.provide({ delays: { attemptLimit: AN_HOUR } })),
  fault("preparing may take for ever", delivery.provide({ delays: { prepareLimit: AN_HOUR } })),

  fault("the bell comes first", delivery.provide({ guards: { hasLeader: () => false } })),
  fault(
    "the bell waits for an OSC that was skipped",
    notice.root.add(["on", "leader.finished", "guard"], ({ context, event }: LeaderFinished) => {
      return context.outcomes[event.channelId]?.kind !== "skipped";
    }),
  ),
  fault(
    "the bell hears of its own end only",
    notice.alterAction("tellFollowers", { context: (context) => ({ ...context, channels: [] }) }),
  ),
  fault("the bell waits for an OSC for ever", delivery.provide({ delays: { leaderLimit: AN_HOUR } })),
];

interface LeaderFinished {
  readonly context: { readonly outcomes: Readonly<Record<string, { readonly kind: string }>> };
  readonly event: { readonly channelId: string };
}
