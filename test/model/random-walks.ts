import fc from "fast-check";
import { checkStep } from "../../src/model/check-step.ts";
import { SessionLedger } from "../../src/model/ledger.ts";
import { MachineDriver } from "../../src/model/machine-driver.ts";
import type { SessionUnderTest } from "../../src/model/machines-under-test.ts";
import type {
  AttemptAnswer,
  ModelChannel,
  ModelEvent,
  ModelSetup,
  PrepareAnswer,
} from "../../src/model/model-event.ts";
import { initialState, isLive, next } from "../../src/model/oracle.ts";
import type { OracleState } from "../../src/model/oracle-state.ts";
import { channel } from "../../src/model/scopes.ts";
import { RuleViolation, traceOf } from "../../src/model/trace.ts";
import { Walk, type Walker } from "./walk-path.ts";

/** What a walk wants to do next; what is not possible at that point is passed over, so that any part can be left out. */
export type Wish = EventOfPi | { readonly type: "answer"; readonly pick: number; readonly how: number };
type EventOfPi = Exclude<ModelEvent, { type: "prepare.answered" | "attempt.answered" }>;

const PREPARE_ANSWERS: readonly PrepareAnswer[] = ["ready", "ready", "ready", "refused", "rejected", "nonsense"];
const ATTEMPT_ANSWERS: readonly AttemptAnswer[] = [
  "succeeded",
  "failed",
  "succeeded",
  "rejected",
  "nonsense",
  "failed",
];

const wish: fc.Arbitrary<Wish> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ type: fc.constant("answer" as const), pick: fc.nat(9), how: fc.nat(5) }),
  },
  { weight: 3, arbitrary: event({ type: "run.started" }) },
  { weight: 3, arbitrary: event({ type: "run.settled", aborted: false }) },
  { weight: 1, arbitrary: event({ type: "run.settled" }, { type: "run.settled", aborted: true }) },
  {
    weight: 2,
    arbitrary: event(
      { type: "loop.ended", outcome: "ok" },
      { type: "loop.ended", outcome: "error" },
      { type: "loop.ended", outcome: "aborted" },
    ),
  },
  {
    weight: 4,
    arbitrary: event({ type: "dialog.opened" }, { type: "dialog.opened", title: "title" }, { type: "dialog.closed" }),
  },
  { weight: 1, arbitrary: event({ type: "dialog.silenced" }) },
  {
    weight: 3,
    arbitrary: fc
      .record({
        kind: fc.constantFrom("permission" as const, "permission" as const, "forwarded" as const, "ask" as const),
        id: fc.constantFrom("a", "b"),
        how: fc.constantFrom(undefined, "by id" as const, "by subject" as const, "unnamed" as const),
      })
      .map(({ kind, id, how }): Wish => {
        if (how === undefined) return { type: "question.asked", kind, id };
        // A permission's decision never has the id of its question, everybody else's has (docs/pi.md).
        const words = how === "by id" ? "by subject" : how;
        return { type: "question.answered", kind, id, how: kind === "permission" ? words : "by id" };
      }),
  },
  { weight: 2, arbitrary: event({ type: "task.started", task: "t" }, { type: "task.ended", task: "t" }) },
  { weight: 2, arbitrary: event({ type: "user.typed" }, { type: "notice.published" }) },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom(0, 1, 49, 150, 151, 499, 500, 501, 999, 1_000, 1_001, 1_999, 2_000, 5_000)
      .map((ms): Wish => ({ type: "clock.advanced", ms })),
  },
  { weight: 1, arbitrary: fc.nat(7).map((n): Wish => (n === 0 ? { type: "session.ended" } : { type: "run.started" })) },
);

const aDelay = fc.constantFrom(0, 0, 250, 1_500);
const aLimit = fc.constantFrom(400, 700, 2_700);
const someChannels = fc
  .record({
    hook: fc.record({ delayMs: aDelay, timeoutMs: aLimit }),
    phone: fc.option(fc.record({ delayMs: aDelay, timeoutMs: aLimit })),
    osc: fc.option(fc.record({ timeoutMs: aLimit })),
    bell: fc.boolean(),
    off: fc.boolean(),
    errors: fc.boolean(),
    throwing: fc.option(fc.constantFrom("prepare" as const, "attempt" as const)),
  })
  .map(({ hook, phone, osc, bell, off, errors, throwing }): ModelChannel[] => [
    ...(bell ? [channel("bell", { yieldsTo: ["osc", "off"] })] : []),
    channel("hook", { ...hook, modes: ["tui", "print", "json"] }),
    ...(phone === null ? [] : [channel("phone", { ...phone, modes: ["tui", "print", "json"] })]),
    ...(osc === null ? [] : [channel("osc", osc)]),
    ...(off ? [channel("off", { unusable: "not-configured" })] : []),
    ...(errors ? [channel("errors", { events: ["agent-error", "context-compacted"] })] : []),
    ...(throwing === null ? [] : [channel("throwing", { throwsAt: throwing })]),
  ]);

const aSetup: fc.Arbitrary<ModelSetup> = fc
  .record({
    mode: fc.constantFrom("tui", "tui", "tui", "print", "json"),
    announces: fc.constantFrom("during-run", "during-run", "always"),
    graceMs: fc.constantFrom(150, 0, 400),
    backgroundMs: fc.constantFrom(undefined, undefined, 2_000, 5_000),
    channels: someChannels,
  })
  .map(({ backgroundMs, ...setup }) => (backgroundMs === undefined ? setup : { ...setup, backgroundMs }));

export const aWalk: fc.Arbitrary<{ setup: ModelSetup; wishes: readonly Wish[] }> = fc.record({
  setup: aSetup,
  wishes: fc.array(wish, { minLength: 1, maxLength: 80, size: "max" }),
});

/** What `wish` is in `state`; undefined when it can not happen there. */
export function fulfil(wish: Wish, state: OracleState, setup: ModelSetup): ModelEvent | undefined {
  if (state.session === "closed") return undefined;
  if (wish.type === "answer") return answer(wish.pick, wish.how, state);
  // Without a UI there are no dialogs and nobody types (docs/pi.md).
  if (setup.mode !== "tui" && /^(?:dialog\.|question\.|user\.)/.test(wish.type)) return undefined;
  return next(setup, state, wish).ambiguous ? undefined : wish;
}

function answer(pick: number, how: number, state: OracleState): ModelEvent | undefined {
  const open = state.notices.flatMap((notice) =>
    notice.deliveries
      .filter(isLive)
      .filter(({ stage }) => stage.at === "preparing" || stage.at === "attempting")
      .map(({ channel, stage }) => ({ whose: { notice: notice.name, channel }, at: stage.at })),
  );
  const chosen = open[pick % open.length];
  if (chosen === undefined) return undefined;
  return chosen.at === "preparing"
    ? { type: "prepare.answered", ...chosen.whose, how: PREPARE_ANSWERS[how] ?? "ready" }
    : { type: "attempt.answered", ...chosen.whose, how: ATTEMPT_ANSWERS[how] ?? "succeeded" };
}

/** Walks the machines along `wishes`. @throws RuleViolation */
export function walkWishes(session: SessionUnderTest, setup: ModelSetup, wishes: readonly Wish[]): void {
  const walk = new PromptWalk(session, setup);
  for (const each of wishes) {
    const wanted = fulfil(each, walk.state, setup);
    if (wanted !== undefined) walk.take(wanted);
  }
}

/** @returns how the machines break the rules along `events`, if they do */
function violationOf(
  session: SessionUnderTest,
  setup: ModelSetup,
  events: readonly ModelEvent[],
): RuleViolation | undefined {
  const walk = new PromptWalk(session, setup);
  try {
    for (const each of events) if (!next(setup, walk.state, each).ambiguous) walk.take(each);
    return undefined;
  } catch (error) {
    if (error instanceof RuleViolation) return error;
    throw error;
  }
}

/** The same violation with every event left out that it does not need. */
export function shortened(session: SessionUnderTest, violation: RuleViolation): RuleViolation {
  let shortest = violation;
  for (let index = shortest.trace.events.length - 1; index >= 0; index -= 1) {
    const { setup, events } = shortest.trace;
    const shorter = violationOf(session, setup, events.toSpliced(index, 1));
    if (shorter !== undefined) {
      shortest = shorter;
      index = Math.min(index, shorter.trace.events.length);
    }
  }
  return shortest;
}

class PromptWalk {
  readonly #setup: ModelSetup;
  readonly #driver: MachineDriver;
  readonly #ledger = new SessionLedger();
  readonly #events: ModelEvent[] = [];
  state = initialState();

  constructor(session: SessionUnderTest, setup: ModelSetup) {
    this.#setup = setup;
    this.#driver = new MachineDriver(session, setup);
  }

  take(event: ModelEvent): void {
    const expected = next(this.#setup, this.state, event);
    this.#events.push(event);
    const seen = this.#driver.take(event);
    const problems = checkStep({ setup: this.#setup, event, before: this.state, expected, seen, ledger: this.#ledger });
    if (problems.length > 0) throw new RuleViolation(traceOf(this.#setup, this.#events, "random walk"), problems);
    this.state = expected.state;
  }
}

function event(...events: readonly Wish[]): fc.Arbitrary<Wish> {
  return fc.constantFrom(...events);
}

/** Many random walks. @throws RuleViolation with the shortest trace that shows what was found */
export function walkAtRandom(session: SessionUnderTest, { walks, seed }: { walks: number; seed?: number }): void {
  const property = fc.property(aWalk, ({ setup, wishes }) => walkWishes(session, setup, wishes));
  const { failed, errorInstance } = fc.check(property, { numRuns: walks, ...(seed === undefined ? {} : { seed }) });
  if (!failed) return;
  throw errorInstance instanceof RuleViolation ? shortened(session, errorInstance) : errorInstance;
}

/** Random walks through an implementation that takes its time. @throws RuleViolation */
export async function walkSlowlyAtRandom(
  start: (setup: ModelSetup) => Promise<Walker & AsyncDisposable>,
  { walks, isPossible }: { walks: number; isPossible: (setup: ModelSetup) => boolean },
): Promise<void> {
  const property = fc.asyncProperty(aWalk, async ({ setup, wishes }) => {
    fc.pre(isPossible(setup));
    await using walker = await start(setup);
    const walk = new Walk(setup, walker, "random walk");
    for (const each of wishes) {
      const wanted = fulfil(each, walk.state, setup);
      if (wanted !== undefined) await walk.take(wanted);
    }
  });
  const { failed, errorInstance } = await fc.check(property, { numRuns: walks });
  if (failed) throw errorInstance;
}
