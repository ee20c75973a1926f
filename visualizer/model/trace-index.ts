import type { Trace, TraceRecord } from "../../src/trace/trace-format.ts";
import { lastAtOrBefore } from "./sorted-numbers.ts";

/** What a trace says of itself, without its records. */
export type TraceHead = Omit<Trace, "records">;

/** One actor of the trace. Records are called by their places in it, from 0. */
export interface ActorLife {
  readonly name: string;
  readonly machine: string;
  /** Its place among those with its machine. */
  readonly number: number;
  /** Where it took an event, ascending. */
  readonly places: readonly number[];
  /** The place of the record with which it was over; undefined while it goes on. */
  readonly end: number | undefined;
}

/** @returns whether a machine that is in this state is over */
export type IsEnd = (machine: string, state: string) => boolean;

/**
 * A trace, so that any moment of it can be shown at once: a moment is the number of records that have happened by then,
 * 0 before all of them. A question costs a few comparisons, however long the trace is, and records may still come.
 */
export class TraceIndex {
  readonly head: TraceHead;
  readonly #isEnd: IsEnd;
  readonly #records: TraceRecord[] = [];
  readonly #actors = new Map<string, Life>();
  readonly #ofMachine = new Map<string, { readonly lives: Life[]; readonly places: number[] }>();

  constructor({ records, ...head }: Trace, isEnd: IsEnd) {
    this.head = head;
    this.#isEnd = isEnd;
    for (const record of records) this.append(record);
  }

  get records(): readonly TraceRecord[] {
    return this.#records;
  }

  get length(): number {
    return this.#records.length;
  }

  /** All of them; in the order of their first records. */
  actors(): readonly ActorLife[] {
    return [...this.#actors.values()];
  }

  /** Those with this machine, in the order of their first records. */
  actorsOf(machine: string): readonly ActorLife[] {
    return this.#ofMachine.get(machine)?.lives ?? [];
  }

  actor(name: string): ActorLife | undefined {
    return this.#actors.get(name);
  }

  /** @returns the actor that took the event, with this record among its places */
  append(record: TraceRecord): ActorLife {
    const place = this.#records.push(record) - 1;
    const life = this.#actors.get(record.actor) ?? this.#arrive(record);
    life.places.push(place);
    if (record.after.some((state) => this.#isEnd(record.machine, state))) life.end = place;
    this.#ofMachine.get(life.machine)?.places.push(place);
    return life;
  }

  /** The active leaf states of an actor; undefined where it has not begun. */
  statesAt(name: string, moment: number): readonly string[] | undefined {
    const place = this.lastPlace(name, moment);
    return place === undefined ? undefined : this.#records[place]?.after;
  }

  /** The place of the last record of an actor by then. */
  lastPlace(name: string, moment: number): number | undefined {
    return lastAtOrBefore(this.#actors.get(name)?.places ?? [], moment - 1);
  }

  /** Of several actors with this machine, the one that took an event last; the first to come, where none has. */
  latestActor(machine: string, moment: number): string | undefined {
    const places = this.#ofMachine.get(machine)?.places ?? [];
    const place = lastAtOrBefore(places, moment - 1) ?? places[0];
    return place === undefined ? undefined : this.#records[place]?.actor;
  }

  #arrive({ actor: name, machine }: TraceRecord): Life {
    const ofMachine = this.#ofMachine.get(machine) ?? { lives: [], places: [] };
    this.#ofMachine.set(machine, ofMachine);
    const life: Life = { name, machine, number: ofMachine.lives.length, places: [], end: undefined };
    ofMachine.lives.push(life);
    this.#actors.set(name, life);
    return life;
  }
}

type Life = { -readonly [Key in keyof ActorLife]: ActorLife[Key] } & { readonly places: number[] };
