import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { BIN_FOLDER } from "../rig/clean-environment.ts";

const BENCH = fileURLToPath(new URL("../scripts/bench.ts", import.meta.url));

/** Runs `npm run bench -- …`, without npm. */
function bench(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(join(BIN_FOLDER, "node"), [BENCH, ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
}

const TRACE_BENCH = fileURLToPath(new URL("../scripts/bench-trace.ts", import.meta.url));

function benchTrace(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(join(BIN_FOLDER, "node"), [TRACE_BENCH, ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
}

const positive = expect.toSatisfy((value: unknown) => typeof value === "number" && value > 0, "a number above 0");
const spread = { q1: positive, median: positive, q3: positive };
const variants = { none: spread, empty: spread, ours: spread, oursWithWebhook: spread };

it("reports CPU, wall time and ratios of all variants as JSON, with a line for people beside it", () => {
  const { status, stdout, stderr } = bench("--rounds", "1", "--max", "1000");
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^pi -p: \d+ ms CPU; .*\n$/) });
  expect(JSON.parse(stdout)).toEqual({
    rounds: 1,
    pi: expect.stringMatching(/^\d+\.\d+\.\d+/),
    node: expect.stringMatching(/^v\d+\./),
    cpuMs: variants,
    wallMs: variants,
    ratios: { "ours/none": spread, "ours/empty": spread, "empty/none": spread, "oursWithWebhook/none": spread },
  });
});

it("exits 1 when ours costs more than --max allows", () => {
  const { status, stdout, stderr } = bench("--rounds", "1", "--max", "0.01");
  expect(JSON.parse(stdout).rounds).toBe(1);
  expect(stderr).toMatch(/ours\/none is [\d.]+, above 0\.01\n$/);
  expect(status).toBe(1);
});

it.each([["--rounds", "0"], ["--rounds", "many"], ["--max", "-1"], ["--fast"]])("exits 2 for %s %s", (...args) => {
  const { status, stdout, stderr } = bench(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(/^bench: /);
});

describe("bench:trace", () => {
  it("reports what a run costs with and without the trace, and exits 1 when that is above --max", () => {
    const { status, stdout, stderr } = benchTrace("--rounds", "1", "--runs", "20", "--max", "0.01");
    expect(JSON.parse(stdout)).toEqual({
      rounds: 1,
      runsPerRound: 20,
      node: expect.stringMatching(/^v\d+\./),
      cpuUsPerRun: { off: spread, offAgain: spread, on: spread },
      ratios: { "on/off": spread, "offAgain/off": spread },
    });
    expect(stderr).toMatch(/^a run: \d+ µs CPU; .*\non\/off is [\d.]+, above 0\.01\n$/);
    expect(status).toBe(1);
  });

  it.each([["--rounds", "0"], ["--runs", "x"], ["--fast"]])("exits 2 for %s %s", (...args) => {
    expect(benchTrace(...args)).toEqual({ status: 2, stdout: "", stderr: expect.stringMatching(/^bench:trace: /) });
  });
});
