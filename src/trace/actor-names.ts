/** Machines that a session starts once and keeps. Their actors are named by their ids and tell no story of their own. */
export const RESIDENTS: ReadonlySet<string> = new Set(["background", "channel-health"]);

/**
 * Stable names for the actors of a session: by kind and number for its children, whose ids are slots that are used
 * again, and by what they are below that. `run.0` becomes `run#3`, `delivery.hook` below its notice `run#3/settled/hook`.
 */
export class ActorNames {
  readonly #counts = new Map<string, number>();

  /**
   * The name of a new actor.
   * @param parent undefined for the root; the name is its machine's then
   * @param machine the id of its machine
   * @param id the actor's id
   */
  next(parent: { readonly name: string; readonly isRoot: boolean } | undefined, machine: string, id: string): string {
    if (parent === undefined) return machine;
    const [, kind] = /^(.+)\.\d+$/.exec(id) ?? [];
    if (parent.isRoot && RESIDENTS.has(machine)) return id;
    if (parent.isRoot && kind !== undefined) {
      const number = (this.#counts.get(kind) ?? 0) + 1;
      this.#counts.set(kind, number);
      return `${kind}#${number}`;
    }
    const prefix = `${machine}.`;
    const own = id.startsWith(prefix) ? id.slice(prefix.length) : id;
    return parent.isRoot ? own : `${parent.name}/${own}`;
  }
}
