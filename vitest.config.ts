import { defineConfig } from "vitest/config";
import SearchesFirst from "./test/searches-first.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Real Pis, servers and terminals are mostly waited for, so two cores bear one worker more than they are.
    maxWorkers: 4,
    sequence: { sequencer: SearchesFirst },
    // XState's development build says so for each; to a delivery that has just ended it is no fault.
    onConsoleLog: (log) => !log.includes("was sent to stopped actor"),
    reporters: ["default", "./test/closing-line-reporter.ts"],
  },
});
