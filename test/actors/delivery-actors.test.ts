import { describe, expect, it } from "vitest";
import { createActor, toPromise } from "xstate";
import { createAttemptDelivery } from "../../src/actors/attempt-delivery.ts";
import type { DeliveryDeps } from "../../src/actors/delivery-deps.ts";
import { createPrepareDelivery } from "../../src/actors/prepare-delivery.ts";
import { ShownNotices } from "../../src/actors/shown-notices.ts";
import { createTerminalTurns } from "../../src/adapters/terminal/terminal-turns.ts";
import { bellChannel } from "../../src/channels/bell/bell.channel.ts";
import type { Channel } from "../../src/channels/channel.ts";
import { DEFAULT_CONTENT } from "../../src/content/content-options.ts";
import { NOTICE } from "../../src/model/plans.ts";
import { StepClock } from "../../src/testing/step-clock.ts";

function depsAnswering(answer: unknown): DeliveryDeps {
  const respond = () => Promise.resolve(answer);
  const channel = { ...bellChannel, prepare: respond, attempt: respond } as unknown as Channel<unknown, unknown>;
  return {
    channels: new Map([["hook", { channel, config: {} }]]),
    terminalNotifiers: [],
    desktopNotifiers: [],
    env: {},
    platform: "linux",
    tmux: { ask: () => Promise.resolve({ kind: "outside" }) },
    turns: createTerminalTurns(new StepClock()),
    shown: new ShownNotices(),
    ports: { terminal: { write: respond }, http: { post: respond }, now: () => 0 } as unknown as DeliveryDeps["ports"],
    language: "en",
    content: DEFAULT_CONTENT,
    titles: {},
    session: () => ({ cwd: "/p", sessionId: "s", host: "h" }),
  };
}

const NONSENSE = [
  undefined,
  null,
  7,
  "ready",
  {},
  { kind: "sent" },
  { kind: "skipped", reason: "x" },
  { kind: "failed" },
];

describe("what a channel answers is checked before a machine sees it", () => {
  const prepare = (answer: unknown) =>
    toPromise(
      createActor(createPrepareDelivery(depsAnswering(answer)), {
        input: { notice: NOTICE, channelId: "hook", round: 1 },
      }).start(),
    );
  const attempt = (answer: unknown) => {
    const input = { notice: NOTICE, channelId: "hook", facts: { tmux: { kind: "outside" }, channel: {} } };
    return toPromise(createActor(createAttemptDelivery(depsAnswering(answer)), { input }).start());
  };

  it.each([...NONSENSE, { kind: "ready" }])("prepare: %j is refused", async (answer) => {
    await expect(prepare(answer)).rejects.toThrow("prepare gave no verdict");
  });

  it("prepare: a verdict passes", async () => {
    await expect(prepare({ kind: "skipped", reason: "pane-hidden" })).resolves.toEqual({
      kind: "skipped",
      reason: "pane-hidden",
    });
    await expect(prepare({ kind: "ready", facts: 1 })).resolves.toEqual({
      kind: "ready",
      facts: { tmux: { kind: "outside" }, channel: 1 },
    });
  });

  it.each(NONSENSE)("attempt: %j is refused", async (answer) => {
    await expect(attempt(answer)).rejects.toThrow("attempt gave no result");
  });

  it("attempt: a result passes", async () => {
    for (const result of [{ kind: "written" }, { kind: "accepted" }, { kind: "failed", reason: "http 500" }]) {
      await expect(attempt(result)).resolves.toEqual(result);
    }
  });
});

it("tmux is no longer asked for a delivery that is given up while it is prepared", () => {
  const signals: AbortSignal[] = [];
  const ask = (_key: string, signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<never>(() => {});
  };
  const prepare = createPrepareDelivery({ ...depsAnswering(undefined), tmux: { ask } });
  const actor = createActor(prepare, { input: { notice: NOTICE, channelId: "hook", round: 1 } }).start();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  actor.stop();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
