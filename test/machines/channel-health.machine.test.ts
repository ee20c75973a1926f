import { describe, expect, it } from "vitest";
import { createActor } from "xstate";
import { type ChannelHealthEvent, channelHealthMachine } from "../../src/machines/channel-health.machine.ts";
import type { Outcome } from "../../src/notices/outcome.ts";

const OUTCOMES = {
  ok: { kind: "accepted" },
  written: { kind: "written" },
  http500: { kind: "failed", reason: "http 500" },
  refused: { kind: "failed", reason: "connection refused" },
  late: { kind: "timed-out", reason: "no-answer" },
  hidden: { kind: "skipped", reason: "pane-hidden" },
  expired: { kind: "expired", reason: "new-run" },
} as const satisfies Record<string, Outcome>;

type Step = keyof typeof OUTCOMES | "end";

/** What a channel's health says to these steps, and whether an outage is left. */
function told(steps: readonly Step[]): { told: string[]; outage: string | undefined } {
  const actor = createActor(channelHealthMachine, { input: { channelId: "hook" } });
  const said: string[] = [];
  actor.on("channel.failed", ({ channelId, failure }) => said.push(`${channelId} failed: ${failure.reason}`));
  actor.on("channel.recovered", ({ channelId }) => said.push(`${channelId} recovered`));
  actor.start();
  for (const step of steps) actor.send(eventOf(step));
  return { told: said, outage: actor.getSnapshot().context.failure?.reason };
}

function eventOf(step: Step): ChannelHealthEvent {
  return step === "end" ? { type: "session.ended" } : { type: "delivery.finished", outcome: OUTCOMES[step] };
}

const DOWN = "hook failed: http 500";
const UP = "hook recovered";

describe("the health of a channel", () => {
  it.each<[steps: Step[], told: string[], outage: string | undefined]>([
    [[], [], undefined],
    [["ok", "written"], [], undefined],
    [["http500"], [DOWN], "http 500"],
    [["http500", "http500", "refused", "late"], [DOWN], "http 500"],
    [["http500", "ok"], [DOWN, UP], undefined],
    [["http500", "ok", "ok"], [DOWN, UP], undefined],
    [["http500", "written"], [DOWN, UP], undefined],
    // Twice the same cause: two outages, two recoveries (R32).
    [["http500", "ok", "http500", "ok"], [DOWN, UP, DOWN, UP], undefined],
    [["ok", "refused"], ["hook failed: connection refused"], "connection refused"],
    [["late"], ["hook failed: no-answer"], "no-answer"],
    // Neither policy nor being overtaken is a word about the channel.
    [["hidden", "expired"], [], undefined],
    [["http500", "hidden", "expired", "http500"], [DOWN], "http 500"],
    [["http500", "expired", "ok", "hidden"], [DOWN, UP], undefined],
    // Nothing counts once the session is over.
    [["end", "http500", "ok"], [], undefined],
    [["http500", "end", "ok", "refused"], [DOWN], "http 500"],
    [["http500", "ok", "end", "http500"], [DOWN, UP], undefined],
  ])("%j", (steps, said, outage) => {
    expect(told(steps)).toEqual({ told: said, outage });
  });
});

it("is over when the session ends, so that it can be stopped", () => {
  const actor = createActor(channelHealthMachine, { input: { channelId: "hook" } }).start();
  expect(actor.getSnapshot().status).toBe("active");
  actor.send({ type: "session.ended" });
  expect(actor.getSnapshot().status).toBe("done");
});
