import type { Scope } from "./explore.ts";

/** By how many states and transitions a scope has, from the fewest. */
export const SIZES = ["small", "medium", "large", "largest"] as const;

export type ScopeSize = (typeof SIZES)[number];

export interface SizedScope extends Scope {
  readonly size: ScopeSize;
}

/** A path through each transition; of a larger scope that costs more than it shows, and it gets the shortest to each state. */
export function isSmall({ size }: SizedScope): boolean {
  return size === "small";
}
