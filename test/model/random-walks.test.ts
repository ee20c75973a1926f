import { expect, it } from "vitest";
import { provideSessionMachine } from "../../src/actors/provide-machines.ts";
import { SessionUnderTest } from "./machines-under-test.ts";
import { walkAtRandom } from "./random-walks.ts";

const isLong = process.env.MODEL_LONG === "1";

it("random interleavings of up to 80 events, of any setup", { timeout: 60 * 60_000 }, () => {
  const session = new SessionUnderTest(provideSessionMachine);
  expect(() => walkAtRandom(session, { walks: isLong ? 100_000 : 1_500 })).not.toThrow();
});
