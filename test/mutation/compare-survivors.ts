import type { Mutant } from "./mutant.ts";
import type { Survivor } from "./survivor.ts";

export interface Comparison {
  /** Survivors in pieces in which more mutants of their kind live than are listed. */
  readonly unlisted: readonly Unlisted[];
  /** Listed survivors in files that were mutated, of which fewer live by now. */
  readonly stale: readonly Stale[];
}

interface OfOneKind {
  readonly file: string;
  readonly piece: string;
  readonly mutator: string;
  readonly listed: number;
}

export interface Unlisted extends OfOneKind {
  /** All that live. Which of them the list means cannot be told from a count. */
  readonly mutants: readonly Mutant[];
}

export interface Stale extends OfOneKind {
  readonly living: number;
}

/** Compares the survivors with the list: by file, named piece and mutator, and then by number. */
export function compareSurvivors(mutants: readonly Mutant[], listed: readonly Survivor[]): Comparison {
  const mutatedFiles = new Set(mutants.map(({ file }) => file));
  const expected = new Map<string, Stale>();
  for (const { file, piece, lives } of listed.filter((survivor) => mutatedFiles.has(survivor.file))) {
    for (const [mutator, count] of Object.entries(lives)) {
      const key = keyOf({ file, piece, mutator });
      expected.set(key, { file, piece, mutator, living: 0, listed: count + (expected.get(key)?.listed ?? 0) });
    }
  }
  const living = new Map<string, Mutant[]>();
  for (const mutant of mutants.filter(({ verdict }) => verdict === "survived" || verdict === "no coverage")) {
    const key = keyOf(mutant);
    living.set(key, [...(living.get(key) ?? []), mutant]);
  }
  return {
    unlisted: [...living].flatMap(([key, [first, ...others]]) => {
      const listed = expected.get(key)?.listed ?? 0;
      if (first === undefined || others.length < listed) return [];
      const { file, piece, mutator } = first;
      return [{ file, piece, mutator, listed, mutants: [first, ...others] }];
    }),
    stale: [...expected].flatMap(([key, entry]) => {
      const count = living.get(key)?.length ?? 0;
      return count < entry.listed ? [{ ...entry, living: count }] : [];
    }),
  };
}

function keyOf({ file, piece, mutator }: Pick<Mutant, "file" | "piece" | "mutator">): string {
  return `${file} ${piece} ${mutator}`;
}
