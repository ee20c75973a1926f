/**
 * The most recent records of a session, bounded twice: by the stories that they belong to (the runs, dialogs and other
 * notices of the session, numbered from 1 in the order of their beginning) and by their own number.
 */
export class RecordRing<Entry extends { readonly story: number }> {
  readonly #keep: number;
  #entries: Entry[] = [];
  /** Those before it are dropped already and wait to be cut off together. */
  #head = 0;
  #dropped = 0;

  /** @param keep stories */
  constructor(keep: number) {
    this.#keep = keep;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** How many there have ever been: the place at which the next one will stand. */
  get count(): number {
    return this.#dropped + this.#entries.length - this.#head;
  }

  push(entry: Entry): void {
    this.#entries.push(entry);
    const oldest = entry.story - this.#keep + 1;
    const fits = this.#keep * RECORDS_PER_STORY;
    for (let first = this.#entries[this.#head]; first !== undefined; first = this.#entries[this.#head]) {
      if (first.story >= oldest && this.#entries.length - this.#head <= fits) break;
      this.#head += 1;
      this.#dropped += 1;
    }
    if (this.#head <= CUT_AT) return;
    this.#entries = this.#entries.slice(this.#head);
    this.#head = 0;
  }

  /**
   * Oldest first.
   * @param from a place as `count` tells it: what stands before is left out
   */
  entries(from = 0): readonly Entry[] {
    return this.#entries.slice(this.#head + Math.max(0, from - this.#dropped));
  }
}

/** On average; a run on three channels makes about forty. */
export const RECORDS_PER_STORY = 100;

/** Dropped records that may still take up memory. */
const CUT_AT = 1_000;
