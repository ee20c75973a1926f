import { delivery, notice, session } from "./machine-change.ts";
import { fault } from "./seeded-fault.ts";

const AN_HOUR = 3_600_000;

/** The end of the session (R16). */
export const END_FAULTS = [
  fault("the last 500 ms are unlimited", delivery.provide({ delays: { closeLimit: AN_HOUR } })),
  fault("an attempt under way is dropped at the end", session.state("closing").remove("always", "guard")),
  fault("print mode drains nothing", session.provide({ guards: { isSettledNoticeOwed: () => false } })),
  fault("every mode drains", session.provide({ guards: { endsWithItsRun: () => true } })),
  fault("print mode drains for ever", session.provide({ delays: { drainLimit: AN_HOUR } })),
  fault(
    "print mode waits for everything",
    session.state("draining").replace(["always"], { guard: "isQuiet", target: "closed" }),
  ),
  fault("print mode waits for a delay", session.state("draining").remove("entry")),
  fault(
    "json mode drains nothing",
    session.provide({ guards: { endsWithItsRun: ({ context }) => context.mode === "print" } }),
  ),
  fault("a notice that drains keeps its delays", notice.root.remove("on", "session.draining")),
  fault(
    "the end lets deliveries go on",
    session.alterAction("endChildren", {
      context: (context) => ({ ...context, children: context.children.filter((id) => id !== context.currentRun) }),
    }),
  ),
];
