import { not, or, stateIn } from "xstate";
import { session } from "./machine-change.ts";
import { fault } from "./seeded-fault.ts";

const heldBySilence = or(["isRunToBeHeld", stateIn({ active: { dialog: "silent" } })]);

const inSilence = session.state("active.dialog.silent");
const insideSilence = session.state("active.dialog.waiting.inside");

function asked(standing: "ofRun" | "ofNoRun") {
  return {
    type: "spawnSpan",
    params: ({ event }: { event: { at: number } }) => ({ at: event.at, promptTitle: undefined, standing }),
  };
}

/** Dialogs that their extension keeps silent (R37). */
export const SILENT_DIALOG_FAULTS = [
  fault("the marker means nothing", session.provide({ guards: { isNextDialogSilent: () => false } })),
  fault("the marker claims every dialog", session.state("active.marker.armed").remove("on", "span.opened")),
  fault(
    "the marker leaks from an open dialog to the next",
    session.state("active.marker.unarmed").remove("on", "span.silenced", "guard"),
  ),
  fault(
    "a silent dialog holds",
    session.state("active.hold.none").replace(["always", "guard"], heldBySilence),
    session.state("active.hold.holding").replace(["always", "guard"], not(heldBySilence)),
  ),
  fault("a run waits for a silent dialog", inSilence.add(["on", "run.started"], "waiting")),
  fault(
    "what is asked in a silent dialog is not told",
    inSilence.remove("on", "question.asked", { guard: "isDialogOfRun" }, "target"),
  ),
  fault(
    "what is asked in a silent dialog belongs to no run",
    inSilence.replace(["on", "question.asked", { guard: "isDialogOfRun" }, "actions"], asked("ofNoRun")),
  ),
  fault(
    "what is asked in a silent dialog outside runs belongs to one",
    inSilence.replace(["on", "question.asked", { guard: undefined }, "actions"], asked("ofRun")),
  ),
  fault(
    "a silent dialog in which something was asked is waited for until it closes",
    insideSilence.replace(["always", "guard"], () => false),
  ),
  fault(
    "an answer in a silent dialog leaves its notice alone",
    insideSilence.removeAction(["always", "actions"], "closeSpan"),
  ),
  fault(
    "what was asked before a silent dialog is told in it",
    session
      .state("active.dialog")
      .removeAction(["on", "span.opened", { guard: "isNextDialogSilent" }, "actions"], "forgetQuestions"),
  ),
];
