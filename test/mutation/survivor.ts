/** Mutants of one named piece that no test notices, and why that is right. */
export interface Survivor {
  readonly file: string;
  /** The function, guard, action, state or constant that they are in, as `npm run mutation` prints it. */
  readonly piece: string;
  /** How many of them each of Stryker's mutators makes. */
  readonly lives: Readonly<Record<string, number>>;
  /**
   * Why no test can notice: the changed program does the same. Or, introduced by `Out of scope:`, why we promise
   * nothing about what it does differently.
   */
  readonly why: string;
}
