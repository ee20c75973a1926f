import { describe, expect, it } from "vitest";
import { findFault } from "./find-fault.ts";
import { SEEDED_FAULTS } from "./seeded-faults.ts";

const LIMIT_MS = 10 * 60_000;

describe("the model suite by itself finds every seeded fault", () => {
  it.concurrent.each(SEEDED_FAULTS.map((fault) => [fault.name, fault] as const))(
    "%s",
    async (_name, fault) => {
      const { scope, problem } = await findFault(fault);
      expect(scope).toBeDefined();
      // A copy that does not even load would be found by anything.
      expect(scope).not.toBe("start");
      expect(problem).not.toBe("");
    },
    LIMIT_MS,
  );
});
