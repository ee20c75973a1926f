import { afterAll, describe, expect, it } from "vitest";
import type { InspectionEvent } from "xstate";
import { PATH_SUITES } from "../../src/model/machine-suites.ts";
import { coverageLines } from "../../src/testing/transition-coverage.ts";
import { LateEvents } from "./late-events.ts";
import { OWN_FAULTS } from "./own-faults.ts";
import { walkMachines } from "./path-suites.ts";
import { productionCoverage } from "./production-coverage.ts";
import { SEARCH_LIMIT_MS } from "./search-limit.ts";
import { isWalkedInThisRun } from "./short-run.ts";

const coverage = productionCoverage();
const late = new LateEvents();
const watcher = {
  inspect: (event: InspectionEvent) => {
    coverage.inspect(event);
    late.inspect(event);
  },
};

describe("generated paths through the machines", { timeout: SEARCH_LIMIT_MS }, () => {
  const suites = PATH_SUITES.filter(({ scope }) => isWalkedInThisRun(scope));
  it.each(suites.map((suite) => [suite.name, suite] as const))("%s", async (_name, suite) => {
    const { paths, events } = await walkMachines(suite, watcher);
    expect(paths).toBeGreaterThan(5);
    expect(events).toBeGreaterThan(paths);
  });

  it("no machine sends anything to one that has finished", () => {
    expect(late.report()).toEqual([]);
  });
});

describe("a fault of our own stays where it is", { timeout: SEARCH_LIMIT_MS }, () => {
  it.each(OWN_FAULTS.map((fault) => [fault.name, fault] as const))("%s", (_name, { cause, isReported }) => {
    const { faults, asked, closed } = cause(coverage.inspect);
    expect(faults.length > 0).toBe(isReported);
    expect(faults.filter((fault) => fault.startsWith("session"))).toEqual([]);
    expect(asked.at(-1)).toMatch(/^s-run/);
    expect(closed).toBe(true);
  });
});

// Last in the file: counts what everything above did.
describe("coverage", { timeout: SEARCH_LIMIT_MS }, () => {
  it("every transition of every production machine was taken", () => {
    expect(coverageLines(coverage.report()).filter((line) => line.includes("not taken"))).toEqual([]);
  });
});

afterAll(() => {
  console.log(coverageLines(coverage.report()).join("\n"));
});
