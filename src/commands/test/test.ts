import { randomBytes } from "node:crypto";
import type { ChannelPlan, Notice } from "../../notices/notice.ts";
import type { SessionRuntime } from "../../runtime/session-runtime.ts";
import { outcomeText } from "../outcome-text.ts";

const TEST_EVENT = "agent-completed";

/**
 * `/notify test [channel]`: a real notice through the real path; resolves with each outcome when all are known.
 * The channel's delay and subscriptions are set aside, since the user asked for it now.
 */
export async function testLines(runtime: SessionRuntime, channelId: string | undefined): Promise<string[]> {
  const chosen = runtime.plans.filter((plan) => channelId === undefined || plan.id === channelId);
  if (chosen.length === 0) {
    const known = runtime.plans.map((plan) => plan.id).join(", ") || "none";
    return [channelId === undefined ? "No channel is configured." : `No such channel. Configured: ${known}`];
  }
  const notice: Notice = {
    id: `test-${randomBytes(8).toString("hex")}`,
    event: TEST_EVENT,
    at: runtime.deps.ports.now(),
    label: runtime.deps.language === "zh-CN" ? "/notify test：测试通知" : "/notify test",
  };
  const outcomes = await publish(runtime, notice, chosen.map(asTestPlan));
  return chosen.map((plan) => `${plan.id}: ${outcomes.get(plan.id) ?? "expired (session-ended)"}`);
}

function asTestPlan(plan: ChannelPlan): ChannelPlan {
  return { ...plan, events: [TEST_EVENT], delayMs: 0 };
}

function publish(runtime: SessionRuntime, notice: Notice, channels: readonly ChannelPlan[]) {
  const outcomes = new Map<string, string>();
  return new Promise<ReadonlyMap<string, string>>((resolve) => {
    const finish = () => {
      stop();
      resolve(outcomes);
    };
    const stop = runtime.onOutcome((report) => {
      if (report.notice.id !== notice.id) return;
      outcomes.set(report.channelId, outcomeText(report.outcome));
      if (outcomes.size === channels.length) finish();
    });
    void runtime.closed.then(finish, finish);
    runtime.send({ type: "notice.published", notice, channels });
  });
}
