import type { ModelEvent, ModelSetup } from "../../src/model/model-event.ts";
import { isLive, next } from "../../src/model/oracle.ts";
import type { Happened, LiveDelivery, LiveNotice, OracleState } from "../../src/model/oracle-state.ts";

/**
 * What a test can do to a real Pi and to those it talks to. Coarser than a `ModelEvent`: the real Pi settles by
 * itself when the model has answered, and what is immediate there can not be told apart from outside.
 */
export type PiAct =
  /** The user types a prompt and Enter. */
  | { readonly type: "prompt.typed" }
  /** Another extension sends a prompt, for which no free editor is needed. */
  | { readonly type: "prompt.sent" }
  /** The model's last answer to this run; `compacts` fills the context, so that Pi compacts it before it settles. */
  | { readonly type: "model.answered"; readonly how: "ok" | "error" | "compacts" }
  /** The model fails in a way after which Pi tries again, and then works on. */
  | { readonly type: "model.recovered" }
  /** The model fails in a way after which Pi would try again, much later. */
  | { readonly type: "model.stumbled" }
  /** Escape; under a dialog, where Escape is the dialog's, another extension's `ctx.abort()`. */
  | { readonly type: "run.aborted" }
  /** Another extension asks the user. */
  | { readonly type: "dialog.opened" }
  /** Enter. */
  | { readonly type: "dialog.answered" }
  /** Whoever opened it takes it back. */
  | { readonly type: "dialog.withdrawn" }
  | { readonly type: "key.pressed" }
  /** tmux answers the question of that notice. */
  | { readonly type: "tmux.answered"; readonly place: number }
  | {
      readonly type: "server.answered";
      readonly place: number;
      readonly channel: string;
      readonly how: "succeeded" | "failed";
    }
  | { readonly type: "session.ended"; readonly how: PiEnding };

export type PiEnding = "/new" | "/reload" | "Ctrl+D" | "SIGTERM";

/** A setup that a configuration file can express, and what of all that Pi can do is done with it. */
export interface PiScope {
  readonly name: string;
  readonly setup: ModelSetup;
  /** Notices that may be unfinished at once; an open dialog that is not announced yet counts as one. */
  readonly atOnce: { readonly settled: number; readonly dialog: number };
  readonly acts: readonly (PiAct["type"] | "model.compacts")[];
  /** Whether tmux answers at once, or each question when it is told to. */
  readonly tmux: "prompt" | "slow";
  /** Whether the servers answer when they are told to, or not at all, so that each attempt runs into its limit. */
  readonly servers: "held" | "silent";
  /** `transitions` where it is about acts that lead back to where they began. */
  readonly kind: "shortest" | "transitions";
  /** How many paths that makes; fewer mean that the model has lost a part of itself. */
  readonly paths: number;
}

export interface PiStep {
  readonly state: OracleState;
  readonly happened: Happened;
  /** Two limits met, of which the rules prefer neither. */
  readonly ambiguous: boolean;
}

/** What has to happen when `act` is done in `state`, with all that follows by itself. */
export function perform(scope: PiScope, state: OracleState, act: PiAct): PiStep {
  const turn = new PiTurn(scope, state);
  for (const event of eventsOf(act, state)) turn.take(event);
  return turn;
}

/** What can be done in `state`. */
export function possibleActs(scope: PiScope, state: OracleState): PiAct[] {
  if (state.session !== "open") return [];
  const { atOnce } = scope;
  // A dialog has the keyboard.
  const editor = state.dialog === undefined;
  const unfinished = (kind: LiveNotice["kind"]) => state.notices.filter((notice) => notice.kind === kind).length;
  const unannounced = state.dialog?.graceLeft === undefined ? 0 : 1;
  const waitsToRetry = state.working && state.lastEnd === "error";
  const works = state.working && !waitsToRetry;
  const acts: PiAct[] = [];
  if (!state.working && unfinished("settled") < atOnce.settled) {
    acts.push(editor ? { type: "prompt.typed" } : { type: "prompt.sent" });
    if (editor) acts.push({ type: "prompt.sent" });
  }
  if (works) {
    acts.push({ type: "model.answered", how: "ok" }, { type: "model.answered", how: "error" });
    if (scope.acts.includes("model.compacts") && unfinished("published") === 0) {
      acts.push({ type: "model.answered", how: "compacts" });
    }
    acts.push({ type: "model.recovered" }, { type: "model.stumbled" });
  }
  if (works || (waitsToRetry && editor)) acts.push({ type: "run.aborted" });
  if (editor && unfinished("dialog") + unannounced < atOnce.dialog) acts.push({ type: "dialog.opened" });
  if (!editor) acts.push({ type: "dialog.answered" }, { type: "dialog.withdrawn" });
  acts.push({ type: "key.pressed" });
  for (const [place, notice] of state.notices.entries()) {
    if (notice.deliveries.some(({ stage }) => stage.at === "preparing")) acts.push({ type: "tmux.answered", place });
    for (const { channel } of notice.deliveries.filter(isUnderWay)) {
      acts.push(
        { type: "server.answered", place, channel, how: "succeeded" },
        { type: "server.answered", place, channel, how: "failed" },
      );
    }
  }
  return acts.filter(({ type }) => scope.acts.includes(type));
}

/** How a session can be ended in `state`, the cheapest first: after the last two Pi has to be started again. */
export function possibleEndings(state: OracleState): PiEnding[] {
  const editor = state.dialog === undefined;
  return [
    ...(editor ? (["/new"] as const) : []),
    ...(editor && !state.working ? (["/reload"] as const) : []),
    ...(editor ? (["Ctrl+D"] as const) : []),
    "SIGTERM",
  ];
}

/** The events of Pi, and of those it talks to, that an act causes directly; docs/pi.md has them. */
function eventsOf(act: PiAct, state: OracleState): ModelEvent[] {
  const typed: ModelEvent = { type: "user.typed" };
  const ended = (outcome: "ok" | "error" | "aborted"): ModelEvent => ({ type: "loop.ended", outcome });
  const settled = (aborted: boolean): ModelEvent => ({ type: "run.settled", aborted });
  switch (act.type) {
    case "prompt.typed":
      return [typed, { type: "run.started" }];
    case "prompt.sent":
      return [{ type: "run.started" }];
    case "model.answered":
      if (act.how === "compacts") return [ended("ok"), { type: "notice.published" }, settled(false)];
      return [ended(act.how), settled(false)];
    case "model.recovered":
      // A further start in the same run takes nothing back; how its last loop ends decides.
      return [ended("error"), { type: "run.started" }, ended("ok")];
    case "model.stumbled":
      return [ended("error")];
    case "run.aborted":
      return [...(state.dialog === undefined ? [typed] : []), ...abortion(state)];
    case "dialog.opened":
      return [{ type: "dialog.opened" }];
    case "dialog.answered":
      return [typed, { type: "dialog.closed" }];
    case "dialog.withdrawn":
      return [{ type: "dialog.closed" }];
    case "key.pressed":
      return [typed];
    case "tmux.answered":
      return deliveriesAt(state, act.place)
        .filter(({ stage }) => stage.at === "preparing")
        .map(({ channel }) => ({
          type: "prepare.answered",
          notice: noticeAt(state, act.place),
          channel,
          how: "ready",
        }));
    case "server.answered": {
      const { place, channel, how } = act;
      return [{ type: "attempt.answered", notice: noticeAt(state, place), channel, how }];
    }
    case "session.ended":
      return [
        ...(act.how === "SIGTERM" ? [] : [typed]),
        // While Pi waits to try again, too: unlike Escape, the end of the session makes an abort of that.
        ...(state.working ? abortion({ lastEnd: "ok" }) : []),
        { type: "session.ended" },
      ];
  }
}

/** While Pi waits to try again, Escape makes no abort but an error. */
function abortion({ lastEnd }: Pick<OracleState, "lastEnd">): ModelEvent[] {
  if (lastEnd === "error") return [{ type: "run.settled", aborted: false }];
  return [
    { type: "loop.ended", outcome: "aborted" },
    { type: "run.settled", aborted: true },
  ];
}

class PiTurn implements PiStep {
  readonly #scope: PiScope;
  state: OracleState;
  ambiguous = false;
  readonly happened: Happened = { asked: [], attempts: [], outcomes: [], waiting: [], dismissed: [] };

  constructor(scope: PiScope, state: OracleState) {
    this.#scope = scope;
    this.state = state;
  }

  take(event: ModelEvent): void {
    this.#take(event);
    for (let due = this.#due(); due !== undefined; due = this.#due()) this.#take(due);
  }

  #take(event: ModelEvent): void {
    const { state, happened, ambiguous } = next(this.#scope.setup, this.state, event);
    this.state = state;
    this.ambiguous ||= ambiguous;
    this.happened.asked.push(...happened.asked);
    this.happened.attempts.push(...happened.attempts);
    this.happened.outcomes.push(...happened.outcomes);
    this.happened.waiting.push(...happened.waiting);
    this.happened.dismissed.push(...happened.dismissed);
  }

  /** What comes next without anybody's doing, before anything else can be done. */
  #due(): ModelEvent | undefined {
    const { tmux, servers, setup } = this.#scope;
    const { dialog, notices, session } = this.state;
    if (dialog?.graceLeft === 0) return { type: "clock.advanced", ms: 0 };
    for (const { name, deliveries } of notices) {
      for (const { channel, stage } of deliveries) {
        const whose = { notice: name, channel };
        if (stage.at === "preparing" && tmux === "prompt") return { type: "prepare.answered", ...whose, how: "ready" };
        if (stage.at !== "attempting") continue;
        if (isOnTerminal(channel)) return { type: "attempt.answered", ...whose, how: "succeeded" };
        if (servers === "silent") return { type: "clock.advanced", ms: stage.left };
      }
    }
    // Nobody answers while Pi ends: what is under way is given up at its last moment (R16).
    if (session === "closing" && setup.mode === "tui") return { type: "clock.advanced", ms: CLOSING_MS };
    return undefined;
  }
}

/** R16. */
const CLOSING_MS = 500;

export function isOnTerminal(channel: string): boolean {
  return channel === "osc" || channel === "bell";
}

function isUnderWay(delivery: LiveDelivery): boolean {
  return isLive(delivery) && delivery.stage.at === "attempting" && !isOnTerminal(delivery.channel);
}

function noticeAt(state: OracleState, place: number): LiveNotice["name"] {
  const notice = state.notices[place];
  if (notice === undefined) throw new Error(`there is no notice at place ${place}`);
  return notice.name;
}

function deliveriesAt(state: OracleState, place: number): readonly LiveDelivery[] {
  return state.notices[place]?.deliveries ?? [];
}
