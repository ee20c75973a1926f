import { assign, not, stateIn } from "xstate";
import { delivery, session } from "./machine-change.ts";
import { fault } from "./seeded-fault.ts";

const isDialogWaiting = stateIn({ active: { dialog: "waiting" } });

/** Work in the background, for which a settled notice may wait. */
export const BACKGROUND_FAULTS = [
  fault(
    "work in the background holds nothing",
    session.state("active.hold.none").replace(["always", "guard"], isDialogWaiting),
    session.state("active.hold.holding").replace(["always", "guard"], not(isDialogWaiting)),
  ),
  fault(
    "work in the background holds although nobody wants that",
    session.provide({ guards: { holdsForBackground: () => true } }),
  ),
  fault(
    "the end of one task counts as the end of all",
    session.provide({ actions: { removeTask: assign({ tasks: [] }) } }),
  ),
  fault("work in the background holds for ever", session.provide({ delays: { backgroundLimit: 3_600_000 } })),
  fault(
    "the limit of a wait for the background goes on from run to run",
    session.state("active.background.holding.counting").remove("always"),
  ),
  fault(
    "after one long wait no run waits again",
    session.state("active.background.exhausted").remove("on", "run.started"),
  ),
  fault(
    "print mode drains nothing that waits for the background",
    delivery.state("pending.progress.held").remove("on", "session.draining"),
  ),
  fault(
    "the end of the work releases what a dialog holds",
    session.state("active.background").addAction(["on", "task.ended", "actions"], "releaseRun"),
  ),
  fault(
    "the end of a dialog releases what waits for the background",
    session.state("active.dialog.waiting").addAction(["exit"], "releaseRun"),
  ),
];
