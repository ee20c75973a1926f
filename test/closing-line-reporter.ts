import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** Ends the suite's output with `N passed, N failed, N skipped`; under CI a skip is a failure. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
      // A file that broke before its tests were known has none to count.
      if (module.state() === "failed" && module.children.allTests("failed").next().done) counts.failed += 1;
    }
    const skipped = counts.skipped + counts.pending;
    console.log(`${counts.passed} passed, ${counts.failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`);
    if (skipped > 0 && process.env.CI === "true") process.exitCode = 1;
  }
}
