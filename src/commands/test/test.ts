import { randomBytes } from "node:crypto";
import { wrapText } from "../../content/wrap-text.ts";
import { inLanguage, listText } from "../../messages/define-messages.ts";
import { outcomeText } from "../../messages/outcome-text.ts";
import { statusMessages } from "../../messages/status.messages.ts";
import type { ChannelPlan, Notice } from "../../notices/notice.ts";
import type { Outcome } from "../../notices/outcome.ts";
import type { SessionRuntime } from "../../runtime/session-runtime.ts";

const TEST_EVENT = "agent-completed";

/** The session ended before this channel had an outcome. */
const OVERTAKEN: Outcome = { kind: "expired", reason: "session-ended" };

/**
 * `/notify test [channel]`: a real notice through the real path; resolves with each outcome when all are known.
 * The channel's delay and subscriptions are set aside, since the user asked for it now.
 */
export async function testLines(runtime: SessionRuntime, channelId: string | undefined): Promise<string[]> {
  const { language } = runtime.deps;
  const say = inLanguage(statusMessages, language);
  const chosen = runtime.plans.filter((plan) => channelId === undefined || plan.id === channelId);
  if (chosen.length === 0) {
    if (channelId === undefined) return [say("noChannel")];
    const known = runtime.plans.map((plan) => plan.id);
    return wrapText(
      say("noSuchChannel", { channels: known.length === 0 ? say("none") : listText(known, language) }),
      "  ",
    );
  }
  const notice: Notice = {
    id: `test-${randomBytes(8).toString("hex")}`,
    event: TEST_EVENT,
    at: runtime.deps.ports.now(),
    isTest: true,
    label: say("testLabel"),
  };
  const outcomes = await publish(runtime, notice, chosen.map(asTestPlan));
  return chosen.flatMap(({ id }) =>
    wrapText(say("testOutcome", { id, outcome: outcomeText(outcomes.get(id) ?? OVERTAKEN, language) }), "  "),
  );
}

function asTestPlan(plan: ChannelPlan): ChannelPlan {
  return { ...plan, events: [TEST_EVENT], delayMs: 0 };
}

function publish(runtime: SessionRuntime, notice: Notice, channels: readonly ChannelPlan[]) {
  const outcomes = new Map<string, Outcome>();
  return new Promise<ReadonlyMap<string, Outcome>>((resolve) => {
    const finish = () => {
      stop();
      resolve(outcomes);
    };
    const stop = runtime.onOutcome((report) => {
      if (report.notice.id !== notice.id) return;
      outcomes.set(report.channelId, report.outcome);
      if (outcomes.size === channels.length) finish();
    });
    void runtime.closed.then(finish, finish);
    runtime.send({ type: "notice.published", notice, channels });
  });
}
