import { describe, expect, it } from "vitest";
import { copyWithFault } from "./faulty-copy.ts";
import { findFault } from "./find-fault.ts";
import { IS_LONG } from "./long-run.ts";
import { SEEDED_FAULTS } from "./seeded-faults.ts";

const LIMIT_MS = 10 * 60_000;
/** Each costs a process and a search: a short run takes a sample, `npm run faults` and `MODEL_LONG=1` take all. */
const EVERY = IS_LONG ? 1 : 20;

describe("the model suite by itself finds every seeded fault", () => {
  it.concurrent.each(SEEDED_FAULTS.filter((_fault, index) => index % EVERY === 0).map((f) => [f.name, f] as const))(
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

  it("each of them fits the machines exactly once", async () => {
    for (const fault of SEEDED_FAULTS) {
      await using copy = await copyWithFault(fault);
      expect(copy.provideModule).not.toBe("");
    }
  });
});
