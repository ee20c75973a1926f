import type { ActorLife } from "./trace-index.ts";

/** A column of the sequence diagram: actors that live one after the other, in the order of their beginnings. */
export interface Lane {
  readonly actors: readonly ActorLife[];
}

/** More cannot be told apart, and each is drawn in every row; what a damaged file adds to them shares the last. */
const MOST_LANES = 200;

/**
 * Gives every actor a lane: the first one right of its parent's whose actors have all ended. So two that live at the
 * same time never share one, and a long session needs no more lanes than it has actors at once.
 */
export class Lanes {
  readonly #lanes: { readonly actors: ActorLife[] }[] = [];
  readonly #ofActor = new Map<string, number>();

  /** From left to right. */
  all(): readonly Lane[] {
    return this.#lanes;
  }

  /** The column of an actor, from 0; undefined where it has none. */
  column(actor: string): number | undefined {
    return this.#ofActor.get(actor);
  }

  /** Takes in an actor with its first record, or later; each is taken in once. */
  add(actor: ActorLife): void {
    if (this.#ofActor.has(actor.name)) return;
    const [first = 0] = actor.places;
    const least = (this.#ofActor.get(parentName(actor.name)) ?? -1) + 1;
    const free = this.#lanes.findIndex(({ actors }, column) => column >= least && isOver(actors.at(-1), first));
    const column = free === -1 ? Math.min(this.#lanes.length, MOST_LANES - 1) : free;
    const lane = this.#lanes[column];
    if (lane === undefined) this.#lanes.push({ actors: [actor] });
    else lane.actors.push(actor);
    this.#ofActor.set(actor.name, column);
  }
}

/** `run#3` of `run#3/settled`; the session of what stands by itself. */
export function parentName(actor: string): string {
  const end = actor.lastIndexOf("/");
  return end === -1 ? "session" : actor.slice(0, end);
}

function isOver(actor: ActorLife | undefined, place: number): boolean {
  return actor?.end !== undefined && actor.end < place;
}
