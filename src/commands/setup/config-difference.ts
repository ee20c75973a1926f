import { structuredPatch } from "diff";

const CONTEXT_LINES = 2;

/** What would change, as lines that begin with `+`, `-` or a space; empty when nothing does. */
export function configDifference(before: string, after: string): string[] {
  const { hunks } = structuredPatch("", "", before, after, undefined, undefined, { context: CONTEXT_LINES });
  return hunks.flatMap(({ lines }, index) => (index === 0 ? lines : ["…", ...lines]));
}
