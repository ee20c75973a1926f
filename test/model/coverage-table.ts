import type { MachineCoverage } from "./transition-coverage.ts";

/** Coverage as lines of text, the transitions that were not taken by name. */
export function coverageLines(report: readonly MachineCoverage[]): string[] {
  return report.flatMap(({ machine, taken, total, missing }) => [
    `${machine.padEnd(10)} ${taken} of ${total} transitions`,
    ...missing.map((name) => `  not taken: ${name}`),
  ]);
}
