/** A folder whose mistakes have to be noticed, and the tests that have to notice them: fast ones, without a real Pi. */
export interface MutatedPart {
  /** Also the name of its row in the table. What lies deeper is a part of its own. */
  readonly folder: string;
  readonly tests: readonly string[];
}

export const MUTATED_PARTS: readonly MutatedPart[] = [
  { folder: "src/content", tests: ["test/content/*.test.ts"] },
  { folder: "src/channels/bell", tests: ["test/channels/bell.test.ts"] },
  { folder: "src/channels/osc", tests: ["test/channels/osc-*.test.ts"] },
  { folder: "src/channels/webhook", tests: ["test/channels/webhook*.test.ts", "test/channels/presets/*.test.ts"] },
  {
    folder: "src/machines",
    tests: ["test/machines/*.test.ts", "test/model/regressions.test.ts"],
  },
];

/** Lowest share of mutants that a folder's tests notice, in percent. */
export const MINIMUM_SCORE = 90;
