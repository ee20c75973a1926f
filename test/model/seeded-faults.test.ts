import { describe, expect, it } from "vitest";
import { findFault } from "./find-fault.ts";
import { SEEDED_FAULTS } from "./seeded-faults.ts";

describe("the model suite by itself finds every seeded fault", () => {
  it.concurrent.each(SEEDED_FAULTS.map((fault) => [fault.name, fault] as const))("%s", async (_name, fault) => {
    const { scope, problem } = await findFault(fault);
    expect(scope).toBeDefined();
    expect(problem).not.toMatch(/^(uncaught|thrown): (SyntaxError|ReferenceError)/);
  });
});
