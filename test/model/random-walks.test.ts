import { expect, it } from "vitest";
import { SessionUnderTest } from "../../src/model/machines-under-test.ts";
import { provideSessionMachine } from "../../src/runtime/provide-machines.ts";
import { ExtensionWalker } from "./extension-walker.ts";
import { IS_LONG } from "./long-run.ts";
import { walkAtRandom, walkSlowlyAtRandom } from "./random-walks.ts";

it("random interleavings of up to 80 events, of any setup", { timeout: 60 * 60_000 }, () => {
  const session = new SessionUnderTest(provideSessionMachine);
  expect(() => walkAtRandom(session, { walks: IS_LONG ? 100_000 : 1_500 })).not.toThrow();
});

it("the same through the whole extension on a fake Pi", { timeout: 60 * 60_000 }, async () => {
  await walkSlowlyAtRandom(ExtensionWalker.startAlone, {
    walks: IS_LONG ? 5_000 : 150,
    // A configuration says "disabled", not why something else is unusable.
    isPossible: ({ channels }) => channels.every(({ unusable }) => unusable === undefined),
  });
});
