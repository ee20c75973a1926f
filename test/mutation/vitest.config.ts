import { defineConfig } from "vitest/config";

/** What Stryker runs against each mutant: the tests that `run-stryker.ts` names, without the real Pi. */
export default defineConfig({
  test: {
    include: (process.env.MUTATION_TESTS ?? "").split(","),
    testTimeout: 120_000,
    isolate: false,
    onConsoleLog: () => false,
  },
});
