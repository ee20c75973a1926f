import type { InspectionEvent, StateValue } from "xstate";
import { EVENT_IDS, type EventId } from "../notices/event-table.ts";
import { EXPIRY_REASONS, type Outcome, SKIP_REASONS } from "../notices/outcome.ts";
import { ActorNames } from "./actor-names.ts";
import { RecordRing } from "./record-ring.ts";
import { statePaths } from "./state-paths.ts";
import type { TraceRecord } from "./trace-format.ts";

/** What the trace knows of one actor. */
interface Traced {
  readonly name: string;
  readonly isRoot: boolean;
  /** Absent for an actor that is no state machine: such have no states to tell of. */
  readonly machine: string | undefined;
  readonly story: number;
  /** The event at which it is. */
  current: Entry | undefined;
  /** Sent to it meanwhile. */
  readonly queue: Sent[];
  states: StateValue | undefined;
  isOver: boolean;
}

interface Sent {
  readonly event: AnyEvent;
  readonly from: string | undefined;
}

interface AnyEvent {
  readonly type: string;
}

/** A record before it is wanted: it keeps references to what is there anyway, and nothing of an event but its type. */
interface Entry extends Pick<TraceRecord, "at" | "actor" | "machine" | "from" | "notice" | "outcome" | "reason"> {
  readonly story: number;
  readonly event: AnyEvent["type"];
  readonly before: StateValue | undefined;
  after: StateValue | undefined;
  notice?: TraceRecord["notice"];
  outcome?: TraceRecord["outcome"];
  reason?: string;
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
  readonly #actors = new WeakMap<object, Traced>();
  #stories = 0;

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

  /** What is complete by now, in the order of its beginning. */
  records(): TraceRecord[] {
    return this.#ring.entries().flatMap(({ story: _, before, after, ...entry }) => {
      if (after === undefined) return [];
      const states = { ...(before === undefined ? {} : { before: statePaths(before) }), after: statePaths(after) };
      return [{ ...entry, ...states }];
    });
  }

  #sent(target: object, event: AnyEvent, source: object | undefined): void {
    const sender = source === undefined ? undefined : this.#traced(source);
    if (sender?.current !== undefined && event.type.startsWith("xstate.error.actor.")) this.#broke(sender);
    const actor = this.#traced(target);
    if (actor.machine === undefined || actor.isOver) return;
    // XState calls it sent by its parent; nobody sent it.
    const from = event.type === "xstate.init" ? undefined : sender?.name;
    const sent = { event, from };
    if (actor.current === undefined) this.#begin(actor, sent);
    else actor.queue.push(sent);
  }

  #begin(actor: Traced, { event, from }: Sent): void {
    const { name, machine = "", states, isRoot } = actor;
    const story = isRoot ? this.#stories : actor.story;
    const reason = reasonOf(event);
    actor.current = {
      at: this.#now(),
      story,
      actor: name,
      machine,
      event: event.type,
      before: states,
      after: undefined,
      ...(from === undefined ? {} : { from }),
      ...(reason === undefined ? {} : { reason }),
    };
    this.#ring.push(actor.current);
  }

  #done(target: object, event: AnyEvent, snapshot: object): void {
    const actor = this.#traced(target);
    const { current } = actor;
    if (actor.machine === undefined) return;
    if (event.type === "xstate.stop" || !("value" in snapshot)) {
      this.#close(actor);
      return;
    }
    const value = snapshot.value as StateValue;
    actor.states = value;
    actor.current = undefined;
    if (current?.event !== event.type) {
      // Something came in by a way that is not inspected: the next event begins afresh.
      actor.queue.length = 0;
      return;
    }
    current.after = value;
    if (event.type === "xstate.init" && "context" in snapshot) {
      const notice = actor.machine === "notice" ? noticeOf(snapshot.context) : undefined;
      if (notice !== undefined) current.notice = notice;
    }
    if ("status" in snapshot && snapshot.status !== "active") {
      const outcome = "output" in snapshot ? outcomeOf(snapshot.output) : undefined;
      Object.assign(current, outcome);
      this.#close(actor);
      return;
    }
    const next = actor.queue.shift();
    if (next !== undefined) this.#begin(actor, next);
  }

  /** An actor that throws has no further state. */
  #broke(actor: Traced): void {
    if (actor.current !== undefined) {
      actor.current.after = actor.states ?? {};
      actor.current.reason = "internal error";
    }
    this.#close(actor);
  }

  #close(actor: Traced): void {
    actor.current = undefined;
    actor.queue.length = 0;
    actor.isOver = true;
  }

  #traced(ref: object): Traced {
    const known = this.#actors.get(ref);
    if (known !== undefined) return known;
    const { id, logic, src, _parent } = ref as InspectedActor;
    const parent = _parent === undefined ? undefined : this.#traced(_parent);
    const machine = logic?.root === undefined ? undefined : logic.id;
    const name =
      machine === undefined
        ? `${parent?.name ?? ""}/${typeof src === "string" ? src : id}`
        : this.#names.next(parent, machine, id);
    const isRoot = parent === undefined;
    if (parent?.isRoot === true && machine !== undefined) this.#stories += 1;
    const story = parent === undefined || parent.isRoot ? this.#stories : parent.story;
    const actor = { name, isRoot, machine, story, current: undefined, queue: [], states: undefined, isOver: false };
    this.#actors.set(ref, actor);
    return actor;
  }
}

/** What an actor reference has besides what its type promises. */
interface InspectedActor {
  readonly id: string;
  readonly src?: unknown;
  readonly logic?: { readonly id?: string; readonly root?: unknown };
  readonly _parent?: object;
}

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

function noticeOf(context: unknown): TraceRecord["notice"] {
  const notice = (context as { notice?: { id?: unknown; event?: unknown } } | undefined)?.notice;
  const { id, event } = notice ?? {};
  if (typeof id !== "string" || !/^[A-Za-z0-9_+-]{1,100}$/.test(id)) return undefined;
  return EVENT_IDS.includes(event as EventId) ? { id, event: event as EventId } : undefined;
}

const OUTCOME_KINDS: ReadonlySet<unknown> = new Set<Outcome["kind"]>([
  "written",
  "accepted",
  "failed",
  "timed-out",
  "skipped",
  "expired",
]);

/** What a machine ended in: an outcome, or at least the reason for which it said nothing. */
function outcomeOf(output: unknown): Pick<TraceRecord, "outcome" | "reason"> {
  if (typeof output !== "object" || output === null) return {};
  const { kind, reason } = output as { kind?: unknown; reason?: unknown };
  if (!OUTCOME_KINDS.has(kind)) return REASONS.has(reason) ? { reason: String(reason) } : {};
  const outcome = kind as Outcome["kind"];
  // An outcome's reason is safe to show by its own contract (`src/notices/outcome.ts`).
  return { outcome, ...(typeof reason === "string" ? { reason: reason.slice(0, 200) } : {}) };
}
