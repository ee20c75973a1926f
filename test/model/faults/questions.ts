import { assign } from "xstate";
import { type Answer, type Question, withoutAnswered } from "../../../src/notices/question.ts";
import { session, span } from "./machine-change.ts";
import { fault } from "./seeded-fault.ts";

const idle = session.state("active.dialog.unwatched");
const waiting = session.state("active.dialog.waiting");
const ahead = session.state("active.question.ahead");

/** A session that decides by `left` which questions an answer leaves open. */
function answering(left: (questions: readonly Question[], answer: Answer) => readonly Question[]) {
  return session.provide({
    actions: { removeQuestion: assign({ questions: ({ context }, answer) => left(context.questions, answer) }) },
  });
}

function oldestOfItsKind(questions: readonly Question[], { kind }: Answer): Question | undefined {
  return questions.find((question) => question.kind === kind);
}

/** Whether an answer without an id is about one of the questions by its subject. */
function namesOne(questions: readonly Question[], { kind, subject }: Answer): boolean {
  return subject !== undefined && questions.some((question) => question.kind === kind && question.subject === subject);
}

/** What is asked in a dialog, or just before it (R18, R29, R38). */
export const QUESTION_FAULTS = [
  fault(
    "no dialog is a matter of permission",
    span.alterAction("spawnAnnouncement", { context: (context) => ({ ...context, permission: undefined }) }),
  ),
  fault("a dialog knows only what was asked before it", span.provide({ actions: { recordPermission: () => {} } })),
  fault(
    "a dialog hears of no question",
    waiting.removeAction(["on", "question.asked", "actions"], "tellSpanOfPermission"),
  ),
  fault("a dialog hears of no answer", waiting.remove("on", "question.answered")),
  fault("what is asked in an idle dialog is not told", idle.remove("on", "question.asked")),
  fault(
    "an idle dialog is not told that it is waited for",
    idle.removeAction(["on", "question.asked", { guard: undefined }, "actions"], "engageSpan"),
  ),
  fault(
    "an idle dialog is not told what is asked",
    idle.removeAction(["on", "question.asked", { guard: "isDialogOfRun" }, "actions"], "tellSpanOfPermission"),
    idle.removeAction(["on", "question.asked", { guard: undefined }, "actions"], "tellSpanOfPermission"),
  ),
  fault(
    "a question in an idle dialog makes it one of a run",
    span.state("unwatched").replace(["on", "span.engaged"], "grace.ofRun"),
  ),
  fault(
    "what is asked just before an idle dialog does not count",
    session
      .state("active.dialog")
      .replace(["on", "span.opened", { guard: "isAwaitedAnyway" }, "guard"], "areAllPromptsAnnounced"),
  ),
  fault("a question waits for its dialog for ever", session.provide({ delays: { questionLimit: 3_600_000 } })),
  fault(
    "a second question has only what is left of the first one's time",
    ahead.remove("on", "question.asked", "reenter"),
  ),
  fault("a question outlives the settled run", ahead.replace(["on", "run.settled"], {})),
  fault(
    "a question outlives its dialog",
    session.alterAction("closeSpan", {
      assigns: ({ questions: _, ...others }) => others,
    }),
  ),
  fault(
    "an answer without an id answers the oldest question",
    answering((questions, answer) =>
      withoutAnswered(questions, { ...answer, id: answer.id ?? oldestOfItsKind(questions, answer)?.id }),
    ),
  ),
  fault(
    "an answer that fits none answers none",
    answering((questions, answer) =>
      answer.id === undefined && !namesOne(questions, answer) ? questions : withoutAnswered(questions, answer),
    ),
  ),
  fault(
    "an answer that fits none answers any",
    answering((questions, answer) => {
      const fitsNone = answer.id === undefined && !namesOne(questions, answer);
      const id = fitsNone ? oldestOfItsKind(questions, answer)?.id : answer.id;
      return withoutAnswered(questions, { ...answer, id });
    }),
  ),
  fault(
    "an answer answers every question",
    answering((questions, answer) => {
      const left = withoutAnswered(questions, answer);
      return left.length < questions.length ? [] : left;
    }),
  ),
  fault(
    "an answer of one kind answers another",
    answering((questions, answer) => {
      const sameKind = questions.map((question) => ({ ...question, kind: answer.kind }));
      const left = withoutAnswered(sameKind, answer);
      return questions.filter((_, index) => left.some((question) => question === sameKind[index]));
    }),
  ),
  fault(
    "a question that is asked again is a second one",
    session.provide({
      actions: { addQuestion: assign({ questions: ({ context }, question) => [...context.questions, question] }) },
    }),
  ),
];
