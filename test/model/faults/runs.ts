import { assign, stateIn } from "xstate";
import { notice, run, session } from "./machine-change.ts";
import { fault } from "./seeded-fault.ts";

type RunStarted = { readonly event: { readonly at: number } };

/** Runs (R2, R3, R6). */
export const RUN_FAULTS = [
  fault(
    "something is said at agent_end",
    run.state("working").add(["on", "loop.ended", "target"], "#run.settled.telling"),
    run
      .state("working")
      .addAction(["on", "loop.ended", "actions"], { type: "spawnSettledNotice", params: { at: 0, held: false } }),
  ),
  fault(
    "a second settled is told as well",
    session.state("active.run.telling").add(["on", "run.settled"], { actions: "forwardToRun" }),
    run.state("settled").add(["on", "run.settled"], {
      actions: { type: "spawnSettledNotice", params: ({ event }: RunStarted) => ({ at: event.at, held: false }) },
    }),
  ),
  fault(
    "an aborted run is told",
    run.provide({
      guards: { isWorthTelling: ({ context }, { aborted }) => !(aborted === true && context.lastLoop === "aborted") },
    }),
  ),
  fault(
    "an older Pi's aborted run is told",
    run.provide({ guards: { isWorthTelling: (_, { aborted }) => !(aborted ?? false) } }),
  ),
  fault("an aborted run is never over", run.state("working").remove("on", "run.settled")),
  fault(
    "one error makes the whole run one",
    run.provide({
      actions: {
        recordLoop: assign({
          lastLoop: ({ context }, { outcome }) => (context.lastLoop === "error" ? "error" : outcome),
        }),
      },
    }),
  ),
  fault(
    "a new run forgets the old run's notice",
    run.state("settled").removeAction(["on", "run.superseded", "actions"], "expireNotice"),
  ),
  fault(
    "an overtaken run forgets what is under way",
    run.state("settled").replace(["on", "run.superseded", "target"], "over"),
  ),
  fault("what is held does not expire with a new run", notice.state("open.held").add(["on", "notice.expired"], {})),
  fault(
    "a new run leaves the old run's dialogs alone",
    session.state("active.dialog.waiting").remove("on", "run.started"),
  ),
  fault(
    "after an aborted run a dialog does not go stale",
    session.provide({ guards: { isNewRun: stateIn({ active: { run: "telling" } }) } }),
  ),
  fault(
    "a retry makes its own run's dialog stale",
    session.state("active.dialog.waiting").remove("on", "run.started", "guard"),
  ),
  fault(
    "every run has the same name",
    session.alterAction("spawnRun", { context: (context) => ({ ...context, runCount: 0 }) }),
  ),
  fault(
    "a retry counts as a new run",
    session.state("active.run.working").add(["on", "run.started"], {
      actions: { type: "spawnRun", params: ({ event }: RunStarted) => ({ at: event.at }) },
    }),
  ),
];
