import type { Mutant } from "./mutate.ts";
import type { Survivor } from "./survivor.ts";

export interface Comparison {
  /** Lived, and nobody has said why that is right. */
  readonly unlisted: readonly Mutant[];
  /** Listed, in a file that was mutated, but does not live: killed by now, or no longer a mutant. */
  readonly stale: readonly StaleSurvivor[];
}

export interface StaleSurvivor {
  readonly file: string;
  readonly line: string;
  readonly from: string;
  readonly to: string;
}

/** Compares what lived with the list. The same change in two equal lines has to be listed twice. */
export function compareSurvivors(mutants: readonly Mutant[], listed: readonly Survivor[]): Comparison {
  const files = new Set(mutants.map(({ file }) => file));
  const expected = listed
    .filter(({ file }) => files.has(file))
    .flatMap(({ file, line, changes }) => changes.map(([from, to]): StaleSurvivor => ({ file, line, from, to })));
  const unlisted = mutants.filter((mutant) => {
    if (mutant.verdict !== "survived" && mutant.verdict !== "no coverage") return false;
    const at = expected.findIndex((entry) => isSame(entry, mutant));
    if (at >= 0) expected.splice(at, 1);
    return at < 0;
  });
  return { unlisted, stale: expected };
}

function isSame(one: StaleSurvivor, other: StaleSurvivor): boolean {
  return one.file === other.file && one.line === other.line && one.from === other.from && one.to === other.to;
}
