/** How many notices are remembered that were shown together, because their bells may still come. */
const LIMIT = 200;

/** Notices that were shown as one notification share one bell of a channel: the first rings, the others get its result. */
export class SharedBells<Result> {
  readonly #groups = new Map<string, Map<string, Promise<Result>>>();

  /** Called with all that one notification shows, before their bells are due. */
  shownTogether(noticeIds: readonly string[]): void {
    const known = noticeIds.map((id) => this.#groups.get(id)).find((group) => group !== undefined);
    const group = known ?? new Map();
    for (const id of noticeIds) this.#groups.set(id, group);
    for (const id of this.#groups.keys()) {
      if (this.#groups.size <= LIMIT) break;
      this.#groups.delete(id);
    }
  }

  ring(noticeId: string, channelId: string, ring: () => Promise<Result>): Promise<Result> {
    const group = this.#groups.get(noticeId);
    const rung = group?.get(channelId) ?? ring();
    group?.set(channelId, rung);
    return rung;
  }
}
