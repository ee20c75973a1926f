import type { TraceRecord } from "../../src/trace/trace-format.ts";
import type { ChartArrow, ChartState } from "../charts/chart.ts";

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

/** What has to be known of a chart to follow a machine through it. */
export interface ChartWays {
  readonly states: readonly Pick<ChartState, "path" | "isRegion">[];
  readonly arrows: readonly ChartArrow[];
}

/**
 * The arrows that a record went along, by their places in the chart: the shortest way, by this event and what follows
 * by itself, from what was active before to each state that is active only now.
 */
export function takenArrows({ states, arrows }: ChartWays, record: TraceRecord): Set<number> {
  const before = litPaths(record.before ?? []);
  const after = litPaths(record.after);
  /** How a state was reached: from where, and along which arrow unless it comes with that one. */
  const reached = new Map<string, { readonly from: string | undefined; readonly arrow: number | undefined }>();
  /** Around a target: their own beginnings are not followed. */
  const around = new Set<string>();
  const waiting: string[] = [];
  const reach = (path: string, from: string | undefined, arrow: number | undefined) => {
    if (reached.has(path)) return;
    reached.set(path, { from, arrow });
    waiting.push(path);
    for (const outer of outerPaths(path)) {
      if (before.has(outer) || reached.has(outer)) continue;
      reached.set(outer, { from: path, arrow: undefined });
      around.add(outer);
      waiting.push(outer);
    }
  };
  if (record.before === undefined) reach("", undefined, undefined);
  for (const isWanted of [(arrow: ChartArrow) => isCausedBy(arrow, record.event), isEventless]) {
    for (const [index, arrow] of arrows.entries()) {
      if (before.has(arrow.source) && !arrow.isInitial && isWanted(arrow)) reach(arrow.target, arrow.source, index);
    }
  }
  // It grows while it is worked off.
  for (const path of waiting) {
    for (const [index, arrow] of arrows.entries()) {
      if (arrow.source !== path) continue;
      if (arrow.isInitial ? !around.has(path) : isEventless(arrow)) reach(arrow.target, path, index);
    }
    for (const state of states) {
      if (state.isRegion && outerPaths(state.path)[0] === path) reach(state.path, path, undefined);
    }
  }
  const taken = new Set<number>();
  for (const path of after) {
    if (before.has(path) && !isEnteredAgain(path, record)) continue;
    // Back to where it was before; no way is longer than all that was reached.
    let way = reached.get(path);
    for (let steps = 0; way !== undefined && steps < reached.size; steps += 1) {
      if (way.arrow !== undefined) taken.add(way.arrow);
      way = way.from === undefined || before.has(way.from) ? undefined : reached.get(way.from);
    }
  }
  return taken;
}

/** From the innermost to the machine itself. */
function outerPaths(path: string): string[] {
  const outer: string[] = [];
  for (let end = path.lastIndexOf("."); end !== -1; end = path.lastIndexOf(".", end - 1))
    outer.push(path.slice(0, end));
  return path === "" ? [] : [...outer, ""];
}

/** Was active before, and something in it was not. */
function isEnteredAgain(path: string, { before = [], after }: TraceRecord): boolean {
  return path !== "" && after.some((leaf) => leaf.startsWith(`${path}.`) && !before.includes(leaf));
}

function isCausedBy({ transitions }: ChartArrow, event: string): boolean {
  return transitions.some((transition) => matches(transition.event, event));
}

function isEventless({ isInitial, transitions }: ChartArrow): boolean {
  return !isInitial && transitions.some(({ event }) => event === "");
}

/** Whether an event is one that a pattern such as `xstate.done.actor.*` means. */
function matches(pattern: string, event: string): boolean {
  if (pattern.endsWith("*")) return event.startsWith(pattern.slice(0, -1));
  return pattern === event;
}
