import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MachineDriver } from "../../src/model/machine-driver.ts";
import { SessionUnderTest } from "../../src/model/machines-under-test.ts";
import { parseTrace } from "../../src/model/trace.ts";
import { provideSessionMachine } from "../../src/runtime/provide-machines.ts";
import { walkTrace } from "./walk-path.ts";

const FOLDER = join(import.meta.dirname, "regressions");

describe("traces that once showed a fault", () => {
  it.each(readdirSync(FOLDER))("%s", async (file) => {
    const trace = parseTrace(readFileSync(join(FOLDER, file), "utf8"));
    const session = new SessionUnderTest(provideSessionMachine);
    await expect(walkTrace(trace, new MachineDriver(session, trace.setup))).resolves.toBeUndefined();
  });
});
