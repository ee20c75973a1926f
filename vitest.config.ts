import { defineConfig } from "vitest/config";
import SearchesFirst from "./test/searches-first.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Real Pis, tmux servers and pseudo-terminals: more at once than two cores bear would only queue.
    maxWorkers: 2,
    sequence: { sequencer: SearchesFirst },
    // XState's development build says so for each; to a delivery that has just ended it is no fault.
    onConsoleLog: (log) => !log.includes("was sent to stopped actor"),
    reporters: ["default", "./test/closing-line-reporter.ts"],
  },
});
