import type { AnswerForm, AttemptAnswer, ModelEvent, ModelQuestion, PrepareAnswer } from "./model-event.ts";
import { isLive } from "./oracle.ts";
import type { OracleState } from "./oracle-state.ts";

/** What a search lets happen. Small on purpose: each scope makes one kind of interleaving complete. */
export interface Alphabet {
  /** Notices that may be unfinished at once, by kind; a dialog that is open counts as one. */
  readonly atOnce: { readonly settled: number; readonly dialog: number; readonly published: number };
  readonly loopEnds: readonly ("ok" | "error" | "aborted")[];
  /** What `agent_settled` says about an abort; undefined is an older Pi's silence. */
  readonly settles: readonly (boolean | undefined)[];
  /** A dialog's end may get lost, so that a second start follows the first. */
  readonly lostEnds: boolean;
  readonly typing: boolean;
  readonly prepareAnswers: readonly PrepareAnswer[];
  readonly attemptAnswers: readonly AttemptAnswer[];
  /** Milliseconds of one step of the clock. */
  readonly steps: readonly number[];
  /** Events that can mean nothing now, such as a second settled, are tried as well. */
  readonly stray: boolean;
  /** The marker that claims the next dialog; also while one is open, where it means nothing. */
  readonly marker?: boolean;
  /** Titles that a dialog may have. */
  readonly titles?: readonly (string | undefined)[];
  /** What may be asked, and in which words it is answered. */
  readonly questions?: readonly ModelQuestion[];
  readonly answerForms?: readonly AnswerForm[];
  /** Work in the background. */
  readonly tasks?: readonly string[];
  /** Publications that say that a subagent has ended, too. */
  readonly taskNotices?: boolean;
}

/** Every event that may come next. */
export function possibleEvents(state: OracleState, alphabet: Alphabet): ModelEvent[] {
  if (state.session === "closed") return [];
  return [
    ...(state.session === "open" ? eventsOfPi(state, alphabet) : []),
    ...(state.session !== "open" && alphabet.stray ? STRAY_AFTER_THE_END : []),
    ...answers(state, alphabet),
    ...alphabet.steps.map((ms): ModelEvent => ({ type: "clock.advanced", ms })),
  ];
}

/** What a Pi that ends might still emit, or another extension cause. */
const STRAY_AFTER_THE_END: readonly ModelEvent[] = [
  { type: "run.started" },
  { type: "dialog.closed" },
  { type: "notice.published" },
  { type: "session.ended" },
];

function eventsOfPi(state: OracleState, alphabet: Alphabet): ModelEvent[] {
  const { atOnce, loopEnds, settles, lostEnds, typing, stray, titles = [undefined] } = alphabet;
  const unfinished = (wanted: string) => state.notices.filter(({ kind }) => kind === wanted).length;
  const openDialogs =
    unfinished("dialog") + (state.dialog !== undefined && state.dialog.graceLeft !== undefined ? 1 : 0);
  const events: ModelEvent[] = [{ type: "session.ended" }];
  if (state.working ? stray : unfinished("settled") < atOnce.settled) events.push({ type: "run.started" });
  if (state.working || stray) {
    events.push(...loopEnds.map((outcome): ModelEvent => ({ type: "loop.ended", outcome })));
    events.push(
      ...settles.map((aborted): ModelEvent => ({ type: "run.settled", ...(aborted === undefined ? {} : { aborted }) })),
    );
  }
  if (atOnce.dialog > 0) {
    const mayOpen = state.dialog === undefined || lostEnds;
    if (mayOpen && openDialogs < atOnce.dialog) {
      events.push(
        ...titles.map((title): ModelEvent => ({ type: "dialog.opened", ...(title === undefined ? {} : { title }) })),
      );
    }
    if (state.dialog !== undefined || stray) events.push({ type: "dialog.closed" });
  }
  events.push(...wordsOfOthers(state, alphabet));
  if (typing) events.push({ type: "user.typed" });
  if (unfinished("published") < atOnce.published) {
    events.push({ type: "notice.published" });
    if (alphabet.taskNotices === true) events.push({ type: "notice.published", ofTask: true });
  }
  return events;
}

/** What other extensions say on the bus. */
function wordsOfOthers(state: OracleState, alphabet: Alphabet): ModelEvent[] {
  const { marker = false, questions = [], answerForms = ["by id"], tasks = [], stray } = alphabet;
  const waits = ({ kind, id }: ModelQuestion) =>
    state.questions.some((other) => other.kind === kind && other.id === id);
  return [
    ...(marker ? [{ type: "dialog.silenced" } as const] : []),
    ...questions.flatMap((question): ModelEvent[] => [
      ...(!waits(question) || stray ? [{ type: "question.asked", ...question } as const] : []),
      ...(waits(question) || stray
        ? answerForms.map((how) => ({ type: "question.answered", ...question, how }) as const)
        : []),
    ]),
    ...tasks.map((task): ModelEvent => ({ type: state.tasks.includes(task) ? "task.ended" : "task.started", task })),
  ];
}

function answers(state: OracleState, { prepareAnswers, attemptAnswers }: Alphabet): ModelEvent[] {
  return state.notices.flatMap((notice) =>
    notice.deliveries.filter(isLive).flatMap(({ channel, stage }): ModelEvent[] => {
      const whose = { notice: notice.name, channel };
      if (stage.at === "preparing") return prepareAnswers.map((how) => ({ type: "prepare.answered", ...whose, how }));
      if (stage.at === "attempting") return attemptAnswers.map((how) => ({ type: "attempt.answered", ...whose, how }));
      return [];
    }),
  );
}
