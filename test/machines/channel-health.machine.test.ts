import { describe, expect, it } from "vitest";
import { createActor } from "xstate";
import { type ChannelHealthReport, channelHealthMachine } from "../../src/machines/channel-health.machine.ts";
import { plan, READY } from "../../src/model/plans.ts";
import type { Outcome } from "../../src/notices/outcome.ts";
import { settle } from "./controlled-deliveries.ts";
import { observedParent } from "./observed-parent.ts";
import { settled, startSession } from "./start-session.ts";

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

const textOf = (report: ChannelHealthReport): string =>
  report.type === "channel.failed"
    ? `${report.channelId} failed: ${report.failure.reason}`
    : `${report.channelId} recovered`;

/** What a channel's health reports after these outcomes, and whether an outage is left. */
function reported(steps: readonly Exclude<Step, "end">[]): { reports: string[]; outage: string | undefined } {
  const { parent, events } = observedParent();
  const actor = createActor(channelHealthMachine, { parent, input: { channelId: "hook" } }).start();
  for (const step of steps) actor.send({ type: "delivery.finished", outcome: OUTCOMES[step] });
  const reports = events.map((event) => textOf(event as ChannelHealthReport));
  return { reports, outage: actor.getSnapshot().context.failure?.reason };
}

/** What a session emits of its channel's health when deliveries end so. */
async function emitted(steps: readonly Step[]): Promise<string[]> {
  const { actor, send, prepares } = startSession();
  const reports: string[] = [];
  actor.on("channel.failed", (report) => reports.push(textOf(report)));
  actor.on("channel.recovered", (report) => reports.push(textOf(report)));
  // An attempt under way, so that the session is not over at once.
  send("run.started", settled());
  prepares[0]?.resolve(READY);
  await settle();
  const notice = { id: "s-run1", event: "agent-completed", at: 0 } as const;
  for (const step of steps) {
    send(
      step === "end"
        ? { type: "session.ended" }
        : { type: "delivery.finished", notice, channelId: "hook", outcome: OUTCOMES[step] },
    );
  }
  expect(actor.getSnapshot().status).toBe("active");
  return reports;
}

const DOWN = "hook failed: http 500";
const UP = "hook recovered";

describe("the health of a channel", () => {
  it.each<[outcomes: Exclude<Step, "end">[], reports: string[], outage: string | undefined]>([
    [[], [], undefined],
    [["ok", "written"], [], undefined],
    [["http500"], [DOWN], "http 500"],
    [["http500", "http500", "refused", "late"], [DOWN], "http 500"],
    [["http500", "ok"], [DOWN, UP], undefined],
    [["http500", "ok", "ok"], [DOWN, UP], undefined],
    [["http500", "written"], [DOWN, UP], undefined],
    // Twice the same cause: two outages, two recoveries.
    [["http500", "ok", "http500", "ok"], [DOWN, UP, DOWN, UP], undefined],
    [["ok", "refused"], ["hook failed: connection refused"], "connection refused"],
    [["late"], ["hook failed: no-answer"], "no-answer"],
    // A skipped or expired delivery says nothing about the channel.
    [["hidden", "expired"], [], undefined],
    [["http500", "hidden", "expired", "http500"], [DOWN], "http 500"],
    [["http500", "expired", "ok", "hidden"], [DOWN, UP], undefined],
  ])("%j", (outcomes, reports, outage) => {
    expect(reported(outcomes)).toEqual({ reports, outage });
  });
});

describe("a session emits the health of its channels", () => {
  it.each<[steps: Step[], emitted: string[]]>([
    [
      ["http500", "ok", "refused"],
      [DOWN, UP, "hook failed: connection refused"],
    ],
    // What the end of the session brings says nothing about a channel.
    [["end", "http500", "ok"], []],
    [["http500", "end", "ok", "refused"], [DOWN]],
    [
      ["http500", "ok", "end", "http500"],
      [DOWN, UP],
    ],
  ])("%j", async (steps, reports) => {
    expect(await emitted(steps)).toEqual(reports);
  });

  it("by channel", () => {
    const { actor, send } = startSession({ channels: [plan("hook"), plan("phone")] });
    const reports: string[] = [];
    actor.on("channel.failed", (report) => reports.push(textOf(report)));
    const notice = { id: "s-run1", event: "agent-completed", at: 0 } as const;
    for (const channelId of ["phone", "hook", "phone", "unknown"])
      send({ type: "delivery.finished", notice, channelId, outcome: OUTCOMES.http500 });
    expect(reports).toEqual(["phone failed: http 500", DOWN]);
  });

  it("by one child per channel, which is stopped when the session ends", () => {
    const background = { work: "hold", maxMs: 1_000 } as const;
    const { actor, send } = startSession({ background, channels: [plan("hook"), plan("phone")] });
    const children = () => Object.keys(actor.getSnapshot().children);
    const residents = ["background", "channel-health.hook", "channel-health.phone"];
    expect(children()).toEqual(residents);
    const refs = Object.values(actor.getSnapshot().children);
    send("session.ended");
    expect(children()).toEqual([]);
    expect(refs.map((ref) => ref?.getSnapshot().status)).toEqual(["stopped", "stopped", "stopped"]);
  });
});
