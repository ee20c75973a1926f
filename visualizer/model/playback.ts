import type { TraceRecord } from "../../src/trace/trace-format.ts";

export const SPEEDS = [0.5, 1, 2, 4, 8, 16] as const;

/** A wait in the trace is played no longer than this at speed 1, and two records no closer; milliseconds. */
const LONGEST = 1_200;
const SHORTEST = 220;

/** How long a moment is shown while playing, milliseconds. */
export function timeToNext(records: readonly TraceRecord[], moment: number, speed: number): number {
  const now = records[moment - 1]?.at;
  const next = records[moment]?.at;
  const wait = now === undefined || next === undefined ? SHORTEST : next - now;
  return Math.min(LONGEST, Math.max(SHORTEST, wait)) / speed;
}
