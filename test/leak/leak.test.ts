import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const HALF_A_MEGABYTE = 512 * 1024;

it("after 1,000 runs through the whole extension nothing is left and the heap is flat (R13)", async () => {
  const script = join(import.meta.dirname, "thousand-runs.ts");
  const { stdout } = await promisify(execFile)("node", ["--expose-gc", script], { timeout: 120_000 });
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ runs: 1_500, leftOver: [], errors: [], said: [], staleUses: 0 });
  expect(report).toMatchObject({ keyboardListenersBefore: 1, listenersAfterShutdown: 0 });
  expect(report).toMatchObject({ idleTimers: 0, timersAfterShutdown: 0 });
  expect(report.bytes).toBeGreaterThan(1_000);
  expect(report.heapGrowth).toBeLessThan(HALF_A_MEGABYTE);
}, 150_000);
