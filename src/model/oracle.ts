import type { EventId } from "../notices/event-table.ts";
import type { ExpiryReason, Outcome } from "../notices/outcome.ts";
import type { ModelEvent, ModelQuestion, ModelSetup, NoticeName } from "./model-event.ts";
import type { Happened, LiveDelivery, LiveNotice, OpenDialog, OracleState } from "./oracle-state.ts";

/** R11, R16 and, for the bell, R10; milliseconds. Written down again on purpose: nothing here comes from `src/machines`. */
const PREPARE_LIMIT = 1_000;
const LEADER_LIMIT = 2_000;
const CLOSE_LIMIT = 500;
const DRAIN_LIMIT = 1_500;
/** How long Pi may take to begin a run of its own after the last task (R34). */
const WAKE_UP_LIMIT = 2_000;
/** How long a question waits for its dialog. */
const QUESTION_LIMIT = 1_000;

export interface OracleStep {
  readonly state: OracleState;
  readonly happened: Happened;
  /**
   * Two limits that lead to different outcomes ran out in the same millisecond.
   * The rules prefer neither, so such a step is not to be compared with anything.
   */
  readonly ambiguous: boolean;
}

export function initialState(): OracleState {
  return {
    session: "open",
    drainLeft: 0,
    runs: 0,
    dialogs: 0,
    publications: 0,
    working: false,
    lastEnd: "ok",
    dialog: undefined,
    marked: false,
    questions: [],
    questionLeft: undefined,
    tasks: [],
    wakeUpLeft: undefined,
    backgroundLeft: undefined,
    backgroundSpent: false,
    toldWaiting: undefined,
    notices: [],
  };
}

/** The rules as a function: what has to happen, and what is then the case, when `event` comes in `state`. Pure. */
export function next(setup: ModelSetup, state: OracleState, event: ModelEvent): OracleStep {
  const turn = new Turn(setup, structuredClone(state));
  turn.take(event);
  turn.goOn();
  return turn;
}

class Turn implements OracleStep {
  readonly setup: ModelSetup;
  readonly state: OracleState;
  readonly happened: Happened = { asked: [], attempts: [], outcomes: [], waiting: [], dismissed: [] };
  ambiguous = false;

  constructor(setup: ModelSetup, state: OracleState) {
    this.setup = setup;
    this.state = state;
  }

  take(event: ModelEvent): void {
    if (event.type === "clock.advanced") {
      this.advance(event.ms);
      return;
    }
    if (event.type === "prepare.answered" || event.type === "attempt.answered") {
      this.answer(event);
      return;
    }
    // After its end a session hears nothing of Pi any more.
    if (this.state.session !== "open") return;
    this.mindingHolds(() => this.hear(event));
  }

  /** R4: what is not attempted when a hold begins is held; it prepares afresh when the last reason to hold is gone. */
  mindingHolds(happen: () => void): void {
    const wasHolding = this.isHolding();
    happen();
    const isHolding = this.isHolding();
    if (!wasHolding && isHolding) {
      for (const { delivery, notice } of this.unattempted()) {
        if (notice.kind === "settled") delivery.stage = { at: "waiting" };
      }
    }
    if (!wasHolding || isHolding) return;
    for (const notice of this.state.notices) if (notice.kind === "settled") notice.round += 1;
  }

  hear(event: EventOfPi): void {
    switch (event.type) {
      case "run.started":
        this.startRun();
        return;
      case "loop.ended":
        if (this.state.working) this.state.lastEnd = event.outcome;
        return;
      case "run.settled":
        this.settleRun(event.aborted);
        return;
      case "dialog.opened":
        // Pi tells only the outermost dialog: a second start means that an end was lost.
        this.closeDialog();
        this.openDialog(event.title);
        return;
      case "dialog.closed":
        this.closeDialog();
        return;
      case "dialog.silenced":
        // It never leaks from the dialog that is open to the next one.
        if (this.state.dialog === undefined) this.state.marked = true;
        return;
      case "question.asked":
        this.ask({ kind: event.kind, id: event.id });
        return;
      case "question.answered":
        this.answerQuestion(event);
        return;
      case "task.started":
        if (this.setup.backgroundMs === undefined) return;
        this.state.tasks = [...this.without(event.task), event.task];
        this.state.wakeUpLeft = undefined;
        return;
      case "task.ended":
        this.endTask(event.task);
        return;
      case "user.typed":
        this.expire("answered", (delivery) => delivery.delayLeft > 0);
        if (!this.state.working) this.dismissLastRun();
        return;
      case "notice.published":
        this.state.publications += 1;
        // R34: the run's own notice tells it.
        if (event.ofTask === true && this.isWaitingForBackground() && this.isRunUnfinished()) return;
        if (this.isFlooded()) return;
        this.tell(`note${this.state.publications}`, "published", "context-compacted");
        return;
      case "session.ended":
        this.endSession();
        return;
    }
  }

  // R2, R6: a start while the agent works is a retry or continuation; any other makes the old run's notices stale.
  startRun(): void {
    const { state } = this;
    if (state.working) return;
    const { dialog } = state;
    this.expire(
      "new-run",
      (_, notice) => notice.kind === "settled" || (dialog?.ofRun === true && notice.name === dialog.notice),
    );
    this.dismissLastRun();
    for (const notice of state.notices) notice.current = false;
    state.runs += 1;
    state.working = true;
    state.lastEnd = "ok";
    state.backgroundSpent = false;
    // This run takes the place of the notice that waited for it.
    state.wakeUpLeft = undefined;
    // A dialog that nothing waits for may stay open for hours: a run does not wait for it either.
    if (dialog?.waiting === true) dialog.ofRun = true;
  }

  // R34
  endTask(task: string): void {
    const { state } = this;
    const wasHeldUp = this.isWaitingForBackground() && state.tasks.includes(task);
    state.tasks = this.without(task);
    if (state.tasks.length > 0) return;
    if (wasHeldUp) state.wakeUpLeft = WAKE_UP_LIMIT;
    state.backgroundSpent = false;
  }

  /** R36: what is above the limit is refused at once, whatever becomes of the others. */
  isFlooded(): boolean {
    const published = this.state.notices.filter(({ kind }) => kind === "published").length;
    return published >= (this.setup.publishedLimit ?? Number.POSITIVE_INFINITY);
  }

  // R30: a user who types has seen it, and a new run makes it untrue.
  dismissLastRun(): void {
    if (this.state.runs > 0) this.happened.dismissed.push(`run${this.state.runs}`);
  }

  // R2, R3
  settleRun(aborted: boolean | undefined): void {
    const { state } = this;
    // R38: an unanswered question is forgotten at settle, unless its dialog is still open.
    if (state.dialog === undefined) state.questions = [];
    if (!state.working) return;
    state.working = false;
    if (aborted ?? state.lastEnd === "aborted") return;
    this.tell(`run${state.runs}`, "settled", state.lastEnd === "error" ? "agent-error" : "agent-completed");
  }

  // R29: whether anybody waits for it; R4: if so, what is not attempted yet is held.
  openDialog(title: string | undefined): void {
    const { state, setup } = this;
    const closed = { waiting: false, idle: false, graceLeft: undefined, ofRun: false, title };
    if (state.marked) {
      state.marked = false;
      state.questions = [];
      state.dialog = { ...closed, notice: "span0", silent: true };
      return;
    }
    state.dialogs += 1;
    const ofRun = this.isDialogOfRun();
    const isWaiting = ofRun || setup.announces === "always" || state.questions.length > 0;
    state.dialog = { ...closed, notice: `span${state.dialogs}`, silent: false, idle: !isWaiting, ofRun };
    if (isWaiting) this.waitFor(state.dialog);
  }

  /** A run waits for its answer from now on: R7's grace time begins, and herdr is raised. */
  waitFor(dialog: OpenDialog): void {
    dialog.waiting = true;
    dialog.graceLeft = this.setup.graceMs;
    this.tellHerdr();
  }

  /** R39: the dialog's title, else that of an ask flow. Consumers count, so a better title ends the old wait first. */
  tellHerdr(): void {
    const { state, happened } = this;
    const { dialog, questions, toldWaiting } = state;
    if (dialog === undefined) return;
    const ask = questions.find(({ kind }) => kind === "ask");
    const label = (dialog.silent ? undefined : dialog.title) ?? (ask === undefined ? "" : `ask ${ask.id}`);
    if (toldWaiting === label || (toldWaiting !== undefined && label === "")) return;
    if (toldWaiting !== undefined) happened.waiting.push("ended");
    happened.waiting.push(label === "" ? "began" : `began ${label}`);
    state.toldWaiting = label;
  }

  stopWaiting(): void {
    const { state, happened } = this;
    if (state.toldWaiting !== undefined) happened.waiting.push("ended");
    state.toldWaiting = undefined;
  }

  // R29, R38: what is asked while nobody waits for a dialog makes it a waiting one.
  ask(question: ModelQuestion): void {
    const { state } = this;
    state.questions = [...state.questions.filter((other) => !isSame(other, question)), question];
    const { dialog } = state;
    if (dialog === undefined) {
      state.questionLeft = QUESTION_LIMIT;
      return;
    }
    if (dialog.waiting) {
      this.tellHerdr();
      return;
    }
    if (dialog.silent) {
      state.dialogs += 1;
      dialog.notice = `span${state.dialogs}`;
    }
    dialog.ofRun = this.isDialogOfRun();
    this.waitFor(dialog);
  }

  // docs/pi.md: by id, else by what it was about, else the only one of its kind.
  answerQuestion({ kind, id, how }: Extract<ModelEvent, { type: "question.answered" }>): void {
    const { state } = this;
    const ofKind = state.questions.filter((question) => question.kind === kind);
    const named = ofKind.find((question) => question.id === id && how !== "unnamed");
    const answered = named ?? (how !== "by id" && ofKind.length === 1 ? ofKind[0] : undefined);
    state.questions = state.questions.filter((question) => question !== answered);
    const { dialog } = state;
    const isInside = dialog?.silent === true || dialog?.idle === true;
    if (dialog === undefined || !isInside || !dialog.waiting || state.questions.length > 0) return;
    this.leave(dialog);
    state.dialog = {
      notice: "span0",
      title: dialog.title,
      silent: true,
      idle: false,
      waiting: false,
      graceLeft: undefined,
      ofRun: false,
    };
  }

  without(task: string): string[] {
    return this.state.tasks.filter((other) => other !== task);
  }

  // R7: closing says nothing of its own.
  closeDialog(): void {
    const { dialog } = this.state;
    if (dialog === undefined) return;
    this.state.dialog = undefined;
    this.state.questions = [];
    this.leave(dialog);
  }

  leave(dialog: OpenDialog): void {
    this.stopWaiting();
    // A question inside a silent dialog makes a notice; the dialog itself does not.
    if (!dialog.silent || dialog.waiting) this.happened.dismissed.push(dialog.notice);
    this.expire("span-closed", (_, notice) => notice.name === dialog.notice);
  }

  // R16: Pi is about to exit. It waits for what is due, and not for a delay.
  endSession(): void {
    const { state, setup } = this;
    const exitsAtOnce = setup.mode === "print" || setup.mode === "json";
    if (!exitsAtOnce || !this.owesSettledNotice()) {
      this.closeSession();
      return;
    }
    state.session = "draining";
    state.drainLeft = DRAIN_LIMIT;
    this.stopWaiting();
    this.forget();
    this.expire("session-ended", (delivery, notice) => notice.current && delivery.delayLeft > 0);
  }

  closeSession(): void {
    this.state.session = "closing";
    this.stopWaiting();
    this.forget();
    this.state.dialog = undefined;
    this.state.working = false;
    this.expire("session-ended", () => true);
    for (const { delivery } of this.live()) {
      if (delivery.stage.at === "attempting") delivery.stage.closeLeft = CLOSE_LIMIT;
    }
  }

  /** An ended session waits for nothing. */
  forget(): void {
    Object.assign(this.state, {
      marked: false,
      questions: [],
      tasks: [],
      wakeUpLeft: undefined,
      backgroundSpent: false,
    });
  }

  tell(name: NoticeName, kind: LiveNotice["kind"], event: EventId): void {
    const deliveries = this.setup.channels.map(
      ({ id, delayMs }): LiveDelivery => ({ channel: id, delayLeft: delayMs, stage: { at: "waiting" } }),
    );
    const notice: LiveNotice = { name, kind, event, current: kind === "settled", round: 1, deliveries };
    this.state.notices.push(notice);
    for (const delivery of deliveries) {
      const refusal = this.refusal(delivery.channel, event);
      if (refusal !== undefined) this.finish(notice, delivery, refusal);
    }
  }

  /** What policy says before anything is asked. */
  refusal(channelId: string, event: EventId): Outcome | undefined {
    const { unusable, events, modes } = this.channel(channelId);
    if (unusable !== undefined) return { kind: "skipped", reason: unusable };
    if (!events.includes(event)) return { kind: "skipped", reason: "not-subscribed" };
    if (!modes.includes(this.setup.mode)) return { kind: "skipped", reason: "mode" };
    return undefined;
  }

  answer(event: Extract<ModelEvent, { type: "prepare.answered" | "attempt.answered" }>): void {
    const notice = this.state.notices.find(({ name }) => name === event.notice);
    const delivery = notice?.deliveries.find(({ channel }) => channel === event.channel);
    if (notice === undefined || delivery === undefined) return;
    if (event.type === "prepare.answered" && delivery.stage.at === "preparing") {
      if (event.how === "ready") delivery.stage = { at: "yielding", left: LEADER_LIMIT };
      else if (event.how === "refused") this.finish(notice, delivery, { kind: "skipped", reason: "pane-hidden" });
      else this.finish(notice, delivery, BROKEN);
    }
    if (event.type === "attempt.answered" && delivery.stage.at === "attempting") {
      if (event.how === "succeeded") this.finish(notice, delivery, { kind: this.channel(event.channel).success });
      else if (event.how === "failed") this.finish(notice, delivery, { kind: "failed", reason: "http 500" });
      else this.finish(notice, delivery, BROKEN);
    }
  }

  /** Time passes; every limit on the way is met in its order. */
  advance(ms: number): void {
    for (let rest = ms; ; ) {
      const limits = this.limits();
      const step = Math.min(...limits.map((limit) => limit.left));
      if (step > rest) {
        for (const limit of limits) limit.wait(rest);
        return;
      }
      for (const limit of limits) limit.wait(step);
      rest -= step;
      const due = limits.filter((limit) => limit.left === step);
      this.ambiguous ||= due.some((limit) => due.some((other) => this.isRival(limit, other)));
      for (const limit of due) limit.over();
      this.goOn();
    }
  }

  /** Everything that runs out by itself. */
  limits(): Limit[] {
    const { state } = this;
    const limits: Limit[] = [];
    const { dialog } = state;
    if (dialog?.graceLeft !== undefined) {
      limits.push({
        left: dialog.graceLeft,
        wait: (ms) => {
          dialog.graceLeft = (dialog.graceLeft ?? 0) - ms;
        },
        over: () => {
          dialog.graceLeft = undefined;
          const isPermission = state.questions.some(({ kind }) => kind !== "ask");
          this.tell(dialog.notice, "dialog", isPermission ? "permission-required" : "input-required");
        },
      });
    }
    if (state.questionLeft !== undefined) {
      limits.push({
        left: state.questionLeft,
        wait: (ms) => {
          state.questionLeft = (state.questionLeft ?? 0) - ms;
        },
        over: () => {
          state.questions = [];
        },
      });
    }
    if (state.backgroundLeft !== undefined) {
      limits.push({
        left: state.backgroundLeft,
        wait: (ms) => {
          state.backgroundLeft = (state.backgroundLeft ?? 0) - ms;
        },
        over: () =>
          this.mindingHolds(() => {
            state.backgroundSpent = state.tasks.length > 0;
            state.wakeUpLeft = undefined;
          }),
      });
    }
    if (state.wakeUpLeft !== undefined) {
      limits.push({
        left: state.wakeUpLeft,
        wait: (ms) => {
          state.wakeUpLeft = (state.wakeUpLeft ?? 0) - ms;
        },
        over: () =>
          this.mindingHolds(() => {
            state.wakeUpLeft = undefined;
          }),
      });
    }
    if (state.session === "draining") {
      limits.push({
        left: state.drainLeft,
        of: "drain",
        wait: (ms) => {
          state.drainLeft -= ms;
        },
        over: () => this.closeSession(),
      });
    }
    for (const { notice, delivery } of this.live()) {
      const { stage } = delivery;
      if (delivery.delayLeft > 0) {
        limits.push({
          left: delivery.delayLeft,
          wait: (ms) => {
            delivery.delayLeft -= ms;
          },
          over: () => {},
        });
      }
      if (stage.at === "waiting" || stage.at === "finished") continue;
      limits.push({
        left: stage.left,
        of: delivery,
        wait: (ms) => {
          stage.left -= ms;
        },
        over: () => this.runOut(notice, delivery),
      });
      if (stage.at !== "attempting" || stage.closeLeft === undefined) continue;
      limits.push({
        left: stage.closeLeft,
        of: delivery,
        wait: (ms) => {
          stage.closeLeft = (stage.closeLeft ?? 0) - ms;
        },
        over: () => this.finish(notice, delivery, { kind: "timed-out", reason: "session-ended" }),
      });
    }
    return limits;
  }

  /** Whether it matters which of two runs out first: two limits of one delivery; while draining, what ends the drain. */
  isRival(limit: Limit, other: Limit): boolean {
    if (limit === other || limit.of === undefined || other.of === undefined) return false;
    if (limit.of === other.of) return true;
    return this.state.session === "draining" && other.of !== "drain" && other.of.stage.at !== "attempting";
  }

  // R11, R10
  runOut(notice: LiveNotice, delivery: LiveDelivery): void {
    switch (delivery.stage.at) {
      case "preparing":
        this.finish(notice, delivery, { kind: "expired", reason: "prepare-timeout" });
        return;
      case "yielding":
        this.attempt(notice, delivery);
        return;
      case "attempting":
        this.finish(notice, delivery, { kind: "timed-out", reason: "no-answer" });
        return;
      default:
        return;
    }
  }

  /** Whatever may start, starts; what is finished is forgotten; a session with nothing left is closed. */
  goOn(): void {
    const { state } = this;
    for (let before = ""; before !== JSON.stringify(state); ) {
      before = JSON.stringify(state);
      for (const { notice, delivery } of this.live()) this.goOnWith(notice, delivery);
      state.notices = state.notices.filter(({ deliveries }) => deliveries.some(isLive));
      if (state.session === "draining" && !this.owesSettledNotice()) this.closeSession();
      if (state.session === "closing" && state.notices.length === 0) state.session = "closed";
    }
    if (!this.isRunUnfinished()) state.wakeUpLeft = undefined;
    if (state.dialog !== undefined || state.questions.length === 0) state.questionLeft = undefined;
    if (!this.isWaitingForBackground() || !this.owesSettledNotice()) state.backgroundLeft = undefined;
    else state.backgroundLeft ??= this.setup.backgroundMs;
  }

  goOnWith(notice: LiveNotice, delivery: LiveDelivery): void {
    const channel = this.channel(delivery.channel);
    if (delivery.stage.at === "waiting" && delivery.delayLeft <= 0 && !this.isHeld(notice)) {
      delivery.stage = { at: "preparing", left: PREPARE_LIMIT };
      this.happened.asked.push(`${notice.name} ${delivery.channel} #${notice.round}`);
      if (channel.throwsAt === "prepare") this.finish(notice, delivery, BROKEN);
    }
    if (delivery.stage.at !== "yielding") return;
    const isLeaderLive = (id: string) => notice.deliveries.some((other) => other.channel === id && isLive(other));
    if (!channel.yieldsTo.some(isLeaderLive)) this.attempt(notice, delivery);
  }

  // R1: the only place where an attempt starts, out of a stage that no attempt leads back to.
  attempt(notice: LiveNotice, delivery: LiveDelivery): void {
    const { timeoutMs, throwsAt } = this.channel(delivery.channel);
    delivery.stage = { at: "attempting", left: timeoutMs, closeLeft: undefined };
    this.happened.attempts.push(`${notice.name} ${notice.event} ${delivery.channel} #${notice.round}`);
    if (throwsAt === "attempt") this.finish(notice, delivery, BROKEN);
  }

  // R4: published notices and dialogs are told beside an open dialog.
  isHeld(notice: LiveNotice): boolean {
    return notice.kind === "settled" && this.isHolding();
  }

  isHolding(): boolean {
    return this.state.dialog?.waiting === true || this.isWaitingForBackground();
  }

  isWaitingForBackground(): boolean {
    const { tasks, wakeUpLeft, backgroundSpent } = this.state;
    return (tasks.length > 0 || wakeUpLeft !== undefined) && !backgroundSpent;
  }

  /** R29: while only background work keeps the notice, Pi is idle. */
  isDialogOfRun(): boolean {
    return this.state.working || (this.owesSettledNotice() && !this.isWaitingForBackground());
  }

  isRunUnfinished(): boolean {
    return this.state.working || this.owesSettledNotice();
  }

  owesSettledNotice(): boolean {
    return this.state.notices.some((notice) => notice.current && notice.deliveries.some(isLive));
  }

  expire(reason: ExpiryReason, isStale: (delivery: LiveDelivery, notice: LiveNotice) => boolean): void {
    for (const { notice, delivery } of this.unattempted()) {
      if (isStale(delivery, notice)) this.finish(notice, delivery, { kind: "expired", reason });
    }
  }

  finish(notice: LiveNotice, delivery: LiveDelivery, outcome: Outcome): void {
    if (!isLive(delivery)) return;
    delivery.stage = { at: "finished", outcome };
    delivery.delayLeft = 0;
    this.happened.outcomes.push(`${notice.name} ${notice.event} ${delivery.channel}: ${outcomeText(outcome)}`);
  }

  live(): { notice: LiveNotice; delivery: LiveDelivery }[] {
    return this.state.notices.flatMap((notice) =>
      notice.deliveries.filter(isLive).map((delivery) => ({ notice, delivery })),
    );
  }

  unattempted() {
    return this.live().filter(({ delivery }) => delivery.stage.at !== "attempting");
  }

  channel(id: string) {
    const channel = this.setup.channels.find((candidate) => candidate.id === id);
    if (channel === undefined) throw new Error(`no channel ${id}`);
    return channel;
  }
}

interface Limit {
  readonly left: number;
  readonly of?: LiveDelivery | "drain";
  wait(ms: number): void;
  over(): void;
}

type EventOfPi = Exclude<ModelEvent, { type: "clock.advanced" | "prepare.answered" | "attempt.answered" }>;

/** A channel's fault is told without its words (R15). */
const BROKEN: Outcome = { kind: "failed", reason: "internal error" };

function isSame(one: ModelQuestion, other: ModelQuestion): boolean {
  return one.kind === other.kind && one.id === other.id;
}

export function isLive({ stage }: LiveDelivery): boolean {
  return stage.at !== "finished";
}

export function outcomeText(outcome: Outcome): string {
  return "reason" in outcome ? `${outcome.kind} ${outcome.reason}` : outcome.kind;
}
