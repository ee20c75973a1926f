/** Changes of one line that no test notices, and why that is right. */
export interface Survivor {
  readonly file: string;
  /** The source line in which they begin, trimmed. */
  readonly line: string;
  /** What is changed, and into what, as `npm run mutation` prints it. */
  readonly changes: readonly (readonly [from: string, to: string])[];
  /**
   * Why no test can notice: the changed program does the same. Or, introduced by `Out of scope:`, why what it does
   * otherwise is nothing that we promise.
   */
  readonly why: string;
}
