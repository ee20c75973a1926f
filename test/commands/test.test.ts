import { expect, it } from "vitest";
import { HANG_LIMIT_MS, within } from "../../rig/within.ts";
import { testLines } from "../../src/commands/test/test.ts";
import { SESSION_ENDED, startTracedSession } from "../trace/traced-session.ts";

const TWO_CHANNELS = {
  channels: [
    { id: "memory", type: "memory" },
    { id: "hook", type: "refused" },
  ],
};

it("/notify test answers with the outcome of each channel", async () => {
  const { runtime } = startTracedSession(TWO_CHANNELS);
  const lines = await within(HANG_LIMIT_MS, "/notify test", testLines(runtime, undefined));
  expect(lines).toEqual(["memory: accepted", "hook: failed (http 500)"]);
});

it("/notify test answers also when its session ends before the notification has an outcome", async () => {
  const { runtime, take } = startTracedSession(TWO_CHANNELS);
  await take(SESSION_ENDED);
  const lines = await within(HANG_LIMIT_MS, "/notify test in a session that has ended", testLines(runtime, undefined));
  expect(lines).toEqual(["memory: expired (session-ended)", "hook: expired (session-ended)"]);
});
