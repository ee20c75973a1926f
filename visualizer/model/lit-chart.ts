import type { TraceRecord } from "../../src/trace/trace-format.ts";
import type { ChartArrow } from "../charts/chart.ts";

/** The paths to light: the active leaf states and all around them, the machine itself (the empty path) included. */
export function litPaths(leaves: readonly string[]): Set<string> {
  const lit = new Set<string>();
  for (const leaf of leaves) {
    lit.add("");
    for (let end = leaf.indexOf("."); end !== -1; end = leaf.indexOf(".", end + 1)) lit.add(leaf.slice(0, end));
    lit.add(leaf);
  }
  return lit;
}

/** The arrows that a record went along, by their places in the chart: from a state before it into one after it. */
export function takenArrows({ arrows }: { readonly arrows: readonly ChartArrow[] }, record: TraceRecord): Set<number> {
  const before = litPaths(record.before ?? []);
  const after = litPaths(record.after);
  const taken = new Set<number>();
  const reached = new Set<string>();
  /** Passed through: entered and left again in the same step. */
  const passed = new Set<string>();
  const isInside = (outer: string, path: string) => path === outer || outer === "" || path.startsWith(`${outer}.`);
  const take = (arrow: ChartArrow, index: number) => {
    taken.add(index);
    reached.add(arrow.target);
    if (isEventless(arrow) && !after.has(arrow.source)) passed.add(arrow.source);
  };
  const causes = (arrow: ChartArrow) => arrow.transitions.some(({ event }) => matches(event, record.event));
  for (const [index, arrow] of arrows.entries()) {
    if (!arrow.isInitial && before.has(arrow.source) && causes(arrow) && isReachable(arrow.target)) take(arrow, index);
  }
  // What follows by itself: eventless arrows and initial ones, as far as they lead to what is active now.
  for (let grown = true; grown; ) {
    grown = false;
    for (const [index, arrow] of arrows.entries()) {
      if (taken.has(index) || !follows(arrow)) continue;
      take(arrow, index);
      grown = true;
    }
  }
  return taken;

  /** Active now, or passed through at once. */
  function isReachable(target: string): boolean {
    if (after.has(target)) return !before.has(target) || isReentered(target);
    return arrows.some((arrow) => arrow.source === target && isEventless(arrow));
  }

  function isReentered(target: string): boolean {
    return !record.after.every((leaf) => !isInside(target, leaf) || (record.before ?? []).includes(leaf));
  }

  function follows(arrow: ChartArrow): boolean {
    const isEntered = (path: string) => after.has(path) && !before.has(path);
    if (!isEntered(arrow.target) && !passed.has(arrow.target)) return false;
    if (arrow.isInitial) return isEntered(arrow.source);
    if (!isEventless(arrow)) return false;
    const isFromReached = [...reached].some((path) => isInside(arrow.source, path) || isInside(path, arrow.source));
    return (before.has(arrow.source) || isFromReached || record.before === undefined) && !after.has(arrow.source);
  }
}

function isEventless({ isInitial, transitions }: ChartArrow): boolean {
  return !isInitial && transitions.some(({ event }) => event === "");
}

/** Whether an event is one that a pattern such as `xstate.done.actor.*` means. */
function matches(pattern: string, event: string): boolean {
  if (pattern.endsWith("*")) return event.startsWith(pattern.slice(0, -1));
  return pattern === event;
}
