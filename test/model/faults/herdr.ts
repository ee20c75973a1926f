import type { ContextFrom } from "xstate";
import type { sessionMachine } from "../../../src/machines/session.machine.ts";
import { askTitle } from "../../../src/notices/question.ts";
import { session } from "./machine-change.ts";
import { fault } from "./seeded-fault.ts";

type Context = ContextFrom<typeof sessionMachine>;

/** A session that names what the user is waited for with after another context. */
function named(context: (context: Context) => Context) {
  return [session.alterAction("beginWaiting", { context }), session.alterAction("renameWaiting", { context })];
}

/** What herdr is told of dialogs that wait (R39). */
export const HERDR_FAULTS = [
  fault("herdr is never lowered", session.state("active.dialog.waiting").remove("exit")),
  fault(
    "herdr is lowered twice",
    session.state("active.dialog.waiting").addAction(["on", "span.closed", "actions"], "endWaiting"),
  ),
  fault(
    "herdr hears of a silent dialog",
    session.state("active.dialog.silent").add(["entry"], "beginWaiting"),
    session.state("active.dialog.silent").add(["exit"], "endWaiting"),
  ),
  fault(
    "herdr hears of an idle dialog",
    session.state("active.dialog.unwatched").add(["entry"], "beginWaiting"),
    session.state("active.dialog.unwatched").add(["exit"], "endWaiting"),
  ),
  fault(
    "a better title raises herdr a second time",
    session.alterAction("renameWaiting", { emits: (event) => (event.type === "waiting.ended" ? undefined : event) }),
  ),
  fault("herdr never hears an ask flow's title", ...named((context) => ({ ...context, questions: [] }))),
  fault(
    "an ask flow's title wins over the dialog's",
    ...named((context) => ({ ...context, promptTitle: askTitle(context.questions) ?? context.promptTitle })),
  ),
];
