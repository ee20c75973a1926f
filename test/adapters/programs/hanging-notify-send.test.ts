import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { openHandles, waitForHandles } from "../../../rig/open-handles.ts";
import { CHANNELS } from "../../../src/channels/registry.ts";
import { parseConfig } from "../../../src/config/parse-config.ts";
import { startSessionRuntime } from "../../../src/runtime/session-runtime.ts";
import { StepClock } from "../../../src/testing/step-clock.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";
import { makeHangingProgram } from "../../real-pi/hanging-program.ts";

const NOTICE = { id: "n1", event: "agent-completed", at: 0 } as const;

it("a notify-send that hangs has timed out after ten seconds, and nothing of it is left", async () => {
  const handles = openHandles();
  await using hanging = makeHangingProgram("notify-send");
  const env = {
    PATH: `${hanging.folder}:${process.env.PATH}`,
    DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere",
  };
  const clock = new StepClock();
  const text = '{"channels":[{"id":"desktop","type":"desktop"}]}';
  const runtime = startSessionRuntime({
    ...{ sessionKey: "s", mode: "rpc", env, platform: "linux", clock, terminal: new PassThrough() },
    config: parseConfig(text, { file: "config.json", env, channels: CHANNELS }).config,
    session: () => ({ cwd: "/p", sessionId: "s", host: "h" }),
    onFault: () => {},
    tell: () => {},
  });
  runtime.send({ type: "notice.published", notice: NOTICE });
  await hanging.waitForCalls(1);
  clock.advance(9_999);
  expect(runtime.lastOutcomes.get("desktop")).toBeUndefined();
  clock.advance(1);
  await waitUntil("an outcome", () => runtime.lastOutcomes.get("desktop"));
  expect(runtime.lastOutcomes.get("desktop")?.outcome).toEqual({ kind: "timed-out", reason: "no-answer" });
  await hanging.waitForEnd();
  runtime.send({ type: "session.ended" });
  await runtime.closed;
  await waitForHandles(handles);
  expect(hanging.started()).toHaveLength(2);
});
