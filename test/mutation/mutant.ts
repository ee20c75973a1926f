/** One change to the source and what the tests said to it. */
export interface Mutant {
  /** From the root of the repository, with slashes. */
  readonly file: string;
  readonly lineNumber: number;
  /** The named piece that the change is in, see `named-pieces.ts`. */
  readonly piece: string;
  /** Stryker's name for this kind of change. */
  readonly mutator: string;
  /** What was changed, and into what: on one line, long texts shortened. */
  readonly from: string;
  readonly to: string;
  readonly verdict: Verdict;
}

/** `broken`: no test could even begin, which says nothing about the tests. */
export type Verdict = "killed" | "survived" | "timeout" | "no coverage" | "broken";
