import type { Scope } from "./explore.ts";
import { IS_LONG } from "./long-run.ts";

/** By how many states and transitions a scope has, from the fewest. */
const SIZES = ["small", "medium", "large", "largest"] as const;

export type ScopeSize = (typeof SIZES)[number];

export interface SizedScope extends Scope {
  readonly size: ScopeSize;
}

/** The largest scope that each search takes in a short run. `MODEL_LONG=1` explores and walks all of them. */
const SHORT_RUN = {
  /** Every interleaving; of the others the walks and the random ones speak. */
  explore: "large",
  /** The paths through the whole extension; of the others the machines' own walk speaks. */
  extension: "medium",
} as const satisfies Record<string, ScopeSize>;

/** A path through each transition; of a larger scope that costs more than it shows, and it gets the shortest to each state. */
export function isSmall({ size }: SizedScope): boolean {
  return size === "small";
}

export function isInThisRun(search: keyof typeof SHORT_RUN, { size }: SizedScope): boolean {
  return IS_LONG || SIZES.indexOf(size) <= SIZES.indexOf(SHORT_RUN[search]);
}
