/** A moment in which notifications are written to a terminal. */
export interface TerminalTurn {
  readonly number: number;
  /** How many go in it together. */
  readonly size: number;
}

/** A place in a turn that has not come yet. */
export interface TerminalTicket {
  /**
   * Resolves when the turn has come and all who have a place in it are ready or gone, with `undefined` for one that has
   * gone itself.
   */
  ready(): Promise<TerminalTurn | undefined>;
  /** Gives the place up; nothing happens once the turn has come. */
  leave(): void;
}

/** Keeps the notifications on one terminal apart: some terminals drop a second one within the same second (R31). */
export interface TerminalTurns {
  /** Takes a place in the next turn, which comes within a second. Given up when `signal` aborts. */
  enter(signal: AbortSignal): TerminalTicket;
}
