import { assign, not, stateIn } from "xstate";
import { background, delivery, session } from "./machine-change.ts";
import { fault } from "./seeded-fault.ts";

const isDialogWaiting = stateIn({ active: { dialog: "waiting" } });

/** Work in the background, for which a settled notice may wait (R34). */
export const BACKGROUND_FAULTS = [
  fault(
    "work in the background holds nothing",
    session.state("active.hold.none").replace(["always", "guard"], isDialogWaiting),
    session.state("active.hold.holding").replace(["always", "guard"], not(isDialogWaiting)),
  ),
  fault(
    "work in the background holds although nobody wants that",
    session.alterAction("spawnResidents", {
      context: (context) => ({ ...context, background: { maxMs: 0, ...context.background, work: "hold" } }),
    }),
  ),
  fault(
    "the end of one task counts as the end of all",
    background.provide({ actions: { removeTask: assign({ tasks: [] }) } }),
  ),
  fault("work in the background holds for ever", background.provide({ delays: { longestWait: 3_600_000 } })),
  fault(
    "the limit of a wait for the background goes on from run to run",
    background.state("work.holding.limit.counting").remove("always"),
  ),
  fault("after one long wait no run waits again", background.state("work.exhausted").remove("on", "run.started")),
  fault(
    "a new run goes on with the old run's wait for the background",
    background.state("run.telling").remove("on", "run.started"),
  ),
  fault(
    "background work never hears that a run is over",
    session.state("active.run.telling").removeAction(["always", "actions"], "tellBackground"),
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
  fault("a notice goes out at once after the last task", background.provide({ delays: { wakeUpLimit: 0 } })),
  fault("after the last task a notice waits for ever", background.provide({ delays: { wakeUpLimit: 3_600_000 } })),
  fault(
    "Pi's own run after the last task waits for another one",
    background.state("work.holding.tasks.ended").remove("on", "run.started"),
  ),
  fault("the end of a subagent is told beside its run", session.provide({ guards: { isNoticeOfTask: () => false } })),
  fault(
    "a dialog that opens while a notice waits for background work counts as the run's",
    session.provide({ guards: { isDialogOfRun: not(stateIn({ active: { run: "idle" } })) } }),
  ),
  fault(
    "the session does not release what waited for the background",
    session.state("active.background.holding").remove("on", "background.released"),
  ),
];
