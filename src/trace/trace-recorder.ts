import type { ActorRefLike, InspectionEvent, StateValue } from "xstate";
import { EVENT_IDS, type EventId } from "../notices/event-table.ts";
import { EXPIRY_REASONS, OUTCOME_KINDS, type Outcome, SKIP_REASONS } from "../notices/outcome.ts";
import { ActorNames, RESIDENTS } from "./actor-names.ts";
import { RecordRing } from "./record-ring.ts";
import { statePaths } from "./state-paths.ts";
import type { TraceRecord } from "./trace-format.ts";

/** What the trace knows of a state machine at work; other actors have no states to tell of. */
interface Traced {
  readonly name: string;
  readonly isRoot: boolean;
  readonly machine: string;
  readonly story: number;
  /** The event at which it is. */
  current: Entry | undefined;
  /** Sent to it meanwhile. */
  readonly queue: Sent[];
  states: StateValue | undefined;
}

interface Sent {
  readonly event: AnyEvent;
  readonly from: string | undefined;
}

interface AnyEvent {
  readonly type: string;
}

/**
 * A record before it is wanted: it keeps references to what is there anyway, and nothing of an event but its type.
 * All of one shape, because one is made for every event of every actor.
 */
interface Entry {
  readonly story: number;
  readonly at: number;
  readonly actor: string;
  readonly machine: string;
  readonly event: string;
  readonly from: string | undefined;
  readonly before: StateValue | undefined;
  after: StateValue | undefined;
  notice: TraceRecord["notice"] | undefined;
  outcome: TraceRecord["outcome"] | undefined;
  reason: string | undefined;
}

export interface TraceRecorderOptions {
  /** Runs, dialogs and other notices that are remembered. */
  readonly keep: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Listens to one session's actors and remembers what they did: which event, from which state to which, with what
 * outcome. Never what was said: of an event it takes the type and, from a fixed list, the reason (R15).
 *
 * A record is opened when an actor begins with an event and completed when it is done with it, so that causes stand
 * before their effects although XState tells of the effects first.
 */
export class TraceRecorder {
  readonly #ring: RecordRing<Entry>;
  readonly #now: () => number;
  readonly #names = new ActorNames();
  /** Those at work, by the id that XState gives each once; what is sent to one that has ended goes nowhere. */
  readonly #actors = new Map<string, Traced>();
  #stories = 0;
  /** Called when a record is complete, while those that it belongs with may not be; it must not throw. */
  onRecord: (() => void) | undefined;

  constructor({ keep, now }: TraceRecorderOptions) {
    this.#ring = new RecordRing(keep);
    this.#now = now;
  }

  /** For `createActor(logic, { inspect })`. Never throws: XState would throw it into the machines (R12). */
  readonly inspect = (event: InspectionEvent): void => {
    try {
      if (event.type === "@xstate.event") this.#sent(event.actorRef, event.event, event.sourceRef);
      else if (event.type === "@xstate.snapshot") this.#done(event.actorRef, event.event, event.snapshot);
    } catch {
      // A trace with a gap is better than a notice that was not made.
    }
  };

  get dropped(): number {
    return this.#ring.dropped;
  }

  /** How many records have begun, those not kept any more included. */
  get count(): number {
    return this.#ring.count;
  }

  /**
   * What is complete by now, in the order of its beginning.
   * @param from leaves out those that had begun when `count` was this
   */
  records(from = 0): TraceRecord[] {
    return this.#ring.entries(from).flatMap((entry) => {
      const { story: _, before, after, from, notice, outcome, reason, ...always } = entry;
      if (after === undefined) return [];
      return [
        {
          ...always,
          ...(from === undefined ? {} : { from }),
          ...(before === undefined ? {} : { before: statePaths(before) }),
          after: statePaths(after),
          ...(notice === undefined ? {} : { notice }),
          ...(outcome === undefined ? {} : { outcome }),
          ...(reason === undefined ? {} : { reason }),
        },
      ];
    });
  }

  #sent(target: ActorRefLike, event: AnyEvent, source: ActorRefLike | undefined): void {
    const sender = source && this.#actors.get(source.sessionId);
    if (source !== undefined && sender?.current !== undefined && event.type.startsWith("xstate.error.actor."))
      this.#broke(source, sender);
    const isFirst = event.type === "xstate.init";
    const actor = isFirst ? this.#arrive(target) : this.#actors.get(target.sessionId);
    if (actor === undefined) return;
    // XState names the parent as the sender of the initial event, which was not sent.
    const sent = { event, from: isFirst ? undefined : (sender?.name ?? this.#nameOfOther(source)) };
    if (actor.current === undefined) this.#begin(actor, sent);
    else actor.queue.push(sent);
  }

  #begin(actor: Traced, { event, from }: Sent): void {
    actor.current = {
      story: actor.isRoot || RESIDENTS.has(actor.machine) ? this.#stories : actor.story,
      at: this.#now(),
      actor: actor.name,
      machine: actor.machine,
      event: event.type,
      from,
      before: actor.states,
      after: undefined,
      notice: undefined,
      outcome: undefined,
      reason: actor.machine === "channel-health" ? failureOf(event) : reasonOf(event),
    };
    this.#ring.push(actor.current);
  }

  #done(target: ActorRefLike, event: AnyEvent, snapshot: object): void {
    const actor = this.#actors.get(target.sessionId);
    if (actor === undefined) return;
    if (event.type === "xstate.stop" || !("value" in snapshot)) {
      this.#actors.delete(target.sessionId);
      return;
    }
    const { current } = actor;
    const value = snapshot.value as StateValue;
    actor.states = value;
    actor.current = undefined;
    if (current?.event !== event.type) {
      // Something came in by a way that is not inspected: the next event begins afresh.
      actor.queue.length = 0;
      return;
    }
    current.after = value;
    this.onRecord?.();
    if (event.type === "xstate.init" && actor.machine === "notice" && "context" in snapshot) {
      current.notice = noticeOf(snapshot.context);
    }
    if ("status" in snapshot && snapshot.status !== "active") {
      if ("output" in snapshot) Object.assign(current, outcomeOf(snapshot.output));
      this.#actors.delete(target.sessionId);
      return;
    }
    const next = actor.queue.shift();
    if (next !== undefined) this.#begin(actor, next);
  }

  /** An actor that throws has no further state. A delivery has its outcome by that, which its notice gives it. */
  #broke(ref: ActorRefLike, { current, states, machine }: Traced): void {
    if (current !== undefined) {
      current.after = states ?? {};
      if (machine === "delivery") current.outcome = "failed";
      current.reason = OWN_FAULT_REASON;
      this.onRecord?.();
    }
    this.#actors.delete(ref.sessionId);
  }

  /** @returns undefined for an actor that is no state machine */
  #arrive(ref: ActorRefLike): Traced | undefined {
    const { id, logic, _parent } = ref as InspectedActor;
    const machine = logic?.root === undefined ? undefined : logic.id;
    if (machine === undefined) return undefined;
    const parent = _parent && this.#actors.get(_parent.sessionId);
    if (parent?.isRoot === true && !RESIDENTS.has(machine)) this.#stories += 1;
    const actor = {
      name: this.#names.next(parent, machine, id),
      isRoot: parent === undefined,
      machine,
      story: parent === undefined || parent.isRoot ? this.#stories : parent.story,
      current: undefined,
      queue: [],
      states: undefined,
    };
    this.#actors.set(ref.sessionId, actor);
    return actor;
  }

  /** `run#3/settled/terminal/attemptDelivery`, for an actor that is no state machine; undefined for nobody. */
  #nameOfOther(ref: ActorRefLike | undefined): string | undefined {
    if (ref === undefined) return undefined;
    const { id, src, _parent } = ref as InspectedActor;
    const parent = _parent && this.#actors.get(_parent.sessionId);
    return parent && `${parent.name}/${typeof src === "string" ? src : id}`;
  }
}

/** What an actor reference has besides what its type promises. */
interface InspectedActor extends ActorRefLike {
  readonly id: string;
  readonly src?: unknown;
  readonly logic?: { readonly id?: string; readonly root?: unknown };
  readonly _parent?: ActorRefLike;
}

/** As the notice has it. */
const OWN_FAULT_REASON = "internal error";

/** The reasons that an event may bring; whatever else an event calls its reason may be somebody's text. */
const REASONS: ReadonlySet<unknown> = new Set([...EXPIRY_REASONS, ...SKIP_REASONS, "no-answer"]);
/** How an agent loop ended. */
const LOOP_OUTCOMES: ReadonlySet<unknown> = new Set(["ok", "error", "aborted"]);

function reasonOf(event: AnyEvent): string | undefined {
  if ("reason" in event && REASONS.has(event.reason)) return String(event.reason);
  if ("outcome" in event && LOOP_OUTCOMES.has(event.outcome)) return String(event.outcome);
  if ("aborted" in event && event.aborted === true) return "aborted";
  return undefined;
}

/** Why a delivery failed, for the channel's health; an outcome's reason is safe to show by its own contract. */
function failureOf(event: AnyEvent): string | undefined {
  return "outcome" in event ? outcomeOf(event.outcome).reason : undefined;
}

function noticeOf(context: unknown): TraceRecord["notice"] {
  const notice = (context as { notice?: { id?: unknown; event?: unknown } } | undefined)?.notice;
  const { id, event } = notice ?? {};
  if (typeof id !== "string" || !/^[A-Za-z0-9_+-]{1,100}$/.test(id)) return undefined;
  return EVENT_IDS.includes(event as EventId) ? { id, event: event as EventId } : undefined;
}

const KINDS: ReadonlySet<unknown> = new Set(OUTCOME_KINDS);

/** What a machine ended in: an outcome, or at least the reason for which it said nothing. */
function outcomeOf(output: unknown): Pick<TraceRecord, "outcome" | "reason"> {
  if (typeof output !== "object" || output === null) return {};
  const { kind, reason } = output as { kind?: unknown; reason?: unknown };
  if (!KINDS.has(kind)) return REASONS.has(reason) ? { reason: String(reason) } : {};
  const outcome = kind as Outcome["kind"];
  // An outcome's reason is safe to show by its own contract (`src/notices/outcome.ts`).
  return { outcome, ...(typeof reason === "string" ? { reason: reason.slice(0, 200) } : {}) };
}
