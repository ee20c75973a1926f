import type { ActorLife } from "./trace-index.ts";

/** A column of the sequence diagram. Actors of one kind that live one after the other stand in it below each other. */
export interface Lane {
  /** `run/settled/hook`: the actors' names without their numbers. */
  readonly kind: string;
  /** In the order of their beginnings; their lives do not overlap. */
  readonly actors: ActorLife[];
}

/** Gives every actor a lane, so that two that live at the same time never share one. */
export class Lanes {
  readonly #lanes: Lane[] = [];
  readonly #ofActor = new Map<string, Lane>();
  #ordered: readonly Lane[] = [];

  /** From left to right: what belongs to a run, a dialog or a notice stands right of it. */
  all(): readonly Lane[] {
    return this.#ordered;
  }

  /** The column of an actor, from 0; -1 where it has none. */
  column(actor: string): number {
    const lane = this.#ofActor.get(actor);
    return lane === undefined ? -1 : this.#ordered.indexOf(lane);
  }

  /** Takes in an actor with its first record. */
  add(actor: ActorLife): void {
    if (this.#ofActor.has(actor.name)) return;
    const kind = kindOf(actor.name);
    const free = this.#lanes.find((lane) => lane.kind === kind && isFree(lane, actor.places[0] ?? 0));
    if (free !== undefined) {
      free.actors.push(actor);
      this.#ofActor.set(actor.name, free);
      return;
    }
    const lane = { kind, actors: [actor] };
    this.#lanes.push(lane);
    this.#ofActor.set(actor.name, lane);
    this.#ordered = ordered(this.#lanes);
  }
}

/** Of several lanes of one kind the first is the oldest, as sorting keeps their order. */
function ordered(lanes: readonly Lane[]): Lane[] {
  const tops = [...new Set(lanes.map(({ kind }) => topOf(kind)))];
  tops.sort((one, other) => rank(one) - rank(other));
  return tops.flatMap((top) => {
    return lanes.filter(({ kind }) => topOf(kind) === top).sort((one, other) => depth(one) - depth(other));
  });
}

function isFree({ actors }: Lane, place: number): boolean {
  const end = actors.at(-1)?.end;
  return end !== undefined && end < place;
}

function kindOf(name: string): string {
  return name.replace(/#\d+/g, "");
}

function topOf(kind: string): string {
  return kind.split("/")[0] ?? "";
}

function depth({ kind }: Lane): number {
  return kind.split("/").length;
}

const ORDER = ["session", "run", "span", "notice"];

function rank(top: string): number {
  const place = ORDER.indexOf(top);
  return place === -1 ? ORDER.length : place;
}
