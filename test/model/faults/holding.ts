import { enqueueActions } from "xstate";
import { delivery, notice, run, session } from "./machine-change.ts";
import { fault } from "./seeded-fault.ts";

/** Holding and releasing (R4, R5). */
export const HOLDING_FAULTS = [
  fault(
    "a delivery that prepares is not held",
    delivery.state("pending.progress.preparing").remove("on", "delivery.held"),
  ),
  fault("a bell that yields is not held", delivery.state("pending.progress.yielding").remove("on", "delivery.held")),
  fault(
    "a delivery that waits out its delay is not held",
    delivery.state("pending.progress.waiting").remove("on", "delivery.held"),
  ),
  fault(
    "holding expires instead",
    notice
      .state("open.telling")
      .replace(["on", "notice.held", "actions"], { type: "expireDeliveries", params: "span-closed" }),
  ),
  fault(
    "the delay begins anew after a hold",
    delivery.state("pending.progress.held").replace(["on", "delivery.released", "target"], "#delivery.pending"),
  ),
  fault(
    "after a hold nothing is asked again",
    delivery.state("pending.progress.held").replace(["on", "delivery.released", "target"], "yielding"),
  ),
  fault(
    "after a hold the old round's answers count",
    delivery.state("pending.progress.held").remove("on", "delivery.released", "actions"),
  ),
  fault(
    "a release resumes every channel",
    notice.provide({
      actions: {
        releaseDeliveries: enqueueActions(({ context, enqueue }) => {
          for (const channel of context.channels) {
            const id = `delivery.${channel.id}`;
            if (context.outcomes[channel.id] === undefined) enqueue.sendTo(id, { type: "delivery.released" });
            else {
              const input = { notice: context.notice, channel, mode: context.mode, held: false };
              enqueue.spawnChild("delivery", { id, input });
            }
          }
        }),
      },
    }),
  ),
  fault(
    "a release resumes what has failed",
    notice.provide({
      actions: {
        releaseDeliveries: enqueueActions(({ context, enqueue }) => {
          for (const channel of context.channels) {
            const id = `delivery.${channel.id}`;
            const outcome = context.outcomes[channel.id];
            if (outcome === undefined) enqueue.sendTo(id, { type: "delivery.released" });
            else if (outcome.kind === "failed") {
              const input = { notice: context.notice, channel, mode: context.mode, held: false };
              enqueue.spawnChild("delivery", { id, input });
            }
          }
        }),
      },
    }),
  ),
  fault(
    "a release resumes one channel only",
    notice.alterAction("releaseDeliveries", {
      context: (context) => {
        const open = context.channels.filter(({ id }) => context.outcomes[id] === undefined);
        return { ...context, channels: open.slice(0, 1) };
      },
    }),
  ),
  fault("closing a dialog releases nothing", run.state("settled.held").remove("on", "run.released", "actions")),
  fault("a dialog that opens holds nothing", run.state("settled.telling").remove("on", "run.held")),
  fault(
    "a run that settles under an open dialog is not held",
    run.state("working.held").replace(["on", "run.settled", "target"], "#run.settled.telling"),
    run.state("working.held").replace(["on", "run.settled", "actions"], {
      type: "spawnSettledNotice",
      params: ({ event }: { event: { at: number } }) => ({ at: event.at, held: false }),
    }),
  ),
  fault(
    "a run that settles after the dialog has closed is held",
    run.state("working.held").remove("on", "run.released"),
  ),
  fault("a dialog from before the run holds nothing", session.state("active.hold.holding").remove("on", "run.started")),
  fault(
    "a dialog's lost end releases although the next is open",
    session.state("active.hold.holding").add(["on", "span.opened"], { actions: ["releaseRun", "holdRun"] }),
  ),
  fault(
    "the end of a dialog is told to its span only",
    session.state("active.hold.holding").removeAction(["always", "actions"], "releaseRun"),
  ),
];
