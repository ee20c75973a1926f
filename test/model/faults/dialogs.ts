import { session, span } from "./machine-change.ts";
import { fault } from "./seeded-fault.ts";

/** Dialogs (R7, R8, R29): whether they are announced, whose they are, and which run overtakes them (R6). */
export const DIALOG_FAULTS = [
  fault(
    "the grace time is ignored",
    span.state("opened").replace(["always", { guard: "startsOfRun" }, "target"], "announcing.ofRun"),
  ),
  fault("the grace time is not the configured one", span.provide({ delays: { graceTime: 0 } })),
  fault(
    "a dialog that nobody waits for is announced",
    span.state("opened").replace(["always", { target: "unwatched" }, "target"], "grace"),
  ),
  fault("no dialog outside a run is announced", span.provide({ guards: { startsOfNoRun: () => false } })),
  fault(
    "a run that begins makes an open dialog a waiting one",
    session.state("active.dialog.unwatched").add(["on", "run.started"], {
      target: "waiting",
      actions: { type: "engageSpan", params: "run.started" },
    }),
  ),
  fault(
    "a dialog is announced again when a run begins",
    span.state("announced").add(["on", "run.started"], "announcing"),
  ),
  fault(
    "closing a dialog forgets what is under way",
    span.state("announcing").replace(["on", "span.closed"], { target: "over" }),
  ),
  fault(
    "closing a dialog expires nothing",
    span.state("announcing").removeAction(["on", "span.closed", "actions"], "expireAnnouncement"),
  ),
  fault("a dialog after the run was told counts as the run's", session.state("active.run.telling").remove("always")),

  fault(
    "a dialog of a run counts as one of no run",
    span.state("opened").replace(["always", { guard: "startsOfRun" }, "target"], "grace.ofNoRun"),
  ),
  fault(
    "a dialog of no run counts as one of a run",
    span.state("opened").replace(["always", { guard: "startsOfNoRun" }, "target"], "grace.ofRun"),
  ),
  fault(
    "what is asked during a run in a dialog that the user opened counts as of no run",
    span.state("unwatched").replace(["on", "run.started"], "grace.ofNoRun"),
  ),
  fault(
    "a run that begins within the grace time does not count",
    span.state("grace.ofNoRun").remove("on", "run.started"),
  ),
  fault(
    "a run that begins within the grace time begins it anew",
    span.state("grace").add(["on", "run.started"], { target: ".ofRun", reenter: true }),
    span.state("grace.ofNoRun").remove("on", "run.started"),
  ),
  fault("the end of the grace time forgets whose dialog it is", span.provide({ guards: { isOfRun: () => false } })),
  fault(
    "a run that finds a dialog announced does not count",
    span.state("announcing.ofNoRun").remove("on", "run.started"),
  ),
  fault(
    "the first run that finds a dialog announced overtakes it",
    span.state("announcing.ofNoRun").replace(["on", "run.started"], {
      target: "ofRun",
      actions: { type: "expireAnnouncement", params: { reason: "new-run" } },
    }),
  ),
  fault(
    "the next run overtakes no dialog",
    span.state("announcing.ofRun").removeAction(["on", "run.started", "actions"], "expireAnnouncement"),
  ),
  fault(
    "an overtaken dialog forgets what is under way",
    span.state("announcing.ofRun").replace(["on", "run.started", "target"], "#span.over"),
  ),
];
