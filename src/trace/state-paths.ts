import type { StateValue } from "xstate";

/** The active leaf states by their paths, in the order of the chart: `["pending.delay.over", "pending.progress.held"]`. */
export function statePaths(value: StateValue): string[] {
  if (typeof value === "string") return [value];
  return Object.entries(value).flatMap(([key, inner]) => {
    // A state without inner states stands in a parallel one as an empty object.
    const below = inner === undefined ? [] : statePaths(inner);
    return below.length === 0 ? [key] : below.map((path) => `${key}.${path}`);
  });
}
