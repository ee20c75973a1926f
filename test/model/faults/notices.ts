import { delivery, notice, run, session } from "./machine-change.ts";
import { fault } from "./seeded-fault.ts";

/** Delays and typing (R28), published notices, policy, independence (R9, R14), and what is taken back (R30). */
export const NOTICE_FAULTS = [
  fault(
    "typing expires what has waited out its delay",
    delivery.state("pending.delay.over").add(["on"], {
      "user.typed": {
        target: "#delivery.expired",
        actions: { type: "conclude", params: { kind: "expired", reason: "answered" } },
      },
    }),
  ),
  fault("typing reaches no run's notice", run.state("settled").remove("on", "user.typed")),
  fault("there is no delay", delivery.provide({ guards: { hasNoDelay: () => true } })),

  fault(
    "a dialog holds what was published",
    session.alterAction("spawnNotice", {
      spawns: (input, context) => ({ ...input, held: context.currentSpan !== undefined }),
    }),
  ),
  fault("any number of publications is taken", session.provide({ guards: { isFlooded: () => false } })),
  fault("no publication is taken", session.provide({ guards: { isFlooded: () => true } })),
  fault("policy is not asked", delivery.provide({ guards: { isSuppressed: () => false } })),
  fault(
    "the first outcome ends the notice",
    notice.provide({ guards: { haveAllFinished: ({ context }) => Object.keys(context.outcomes).length > 0 } }),
  ),
  fault(
    "a broken channel takes its notice along",
    notice.root.addAction(["on", "xstate.error.actor.*", "actions"], {
      type: "expireDeliveries",
      params: "span-closed",
    }),
  ),

  fault("a dialog that closes is not taken back", session.alterAction("closeSpan", { emits: () => undefined })),
  fault(
    "the dialog before the one that closes is taken back",
    session.alterAction("closeSpan", { context: (context) => ({ ...context, spanCount: context.spanCount - 1 }) }),
  ),
  fault(
    "typing takes nothing back",
    session.state("active").removeAction(["on", "user.typed", { guard: undefined }, "actions"], "dismissLastRun"),
  ),
  fault(
    "typing takes back what the run that works has not told yet",
    session.state("active").remove("on", "user.typed", { guard: "isRunWorking" }),
  ),
  fault(
    "a run that follows another takes nothing back",
    session.state("active.run.telling").removeAction(["on", "run.started", "actions"], "dismissLastRun"),
  ),
  fault(
    "a run after a pause takes nothing back",
    session.state("active.run.idle").removeAction(["on", "run.started", "actions"], "dismissLastRun"),
  ),
];
