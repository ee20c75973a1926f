import { setTimeout } from "node:timers/promises";
import { text, toolCalls } from "../src/testing/model-answers.ts";
import { waitUntil } from "../src/testing/wait-until.ts";
import { readTerminal } from "./arrivals.ts";
import type { Evidence } from "./check-arrivals.ts";
import type { Receiver } from "./receiver.ts";
import type { Stage } from "./stage.ts";
import type { Story } from "./story.ts";

/** How long each notice may take, in milliseconds: far more than it needs, little enough for the whole to end. */
const NOTICE_DEADLINE_MS = 6_000;

/** Two notifications on one terminal are at least so far apart, in milliseconds (R31). */
const SPACING_MS = 1_000;
/**
 * The person answers so long after the first notification, so that the second time tells how long a notification takes
 * and not how long it had to wait; in milliseconds.
 */
const READING_MS = SPACING_MS + 100;

const REQUEST = "Ship release 1.2, please.";
const QUESTION = "Deploy to production?";
const REPLY = "Release 1.2 is live.";

interface Cast {
  readonly stage: Stage;
  readonly receiver: Receiver;
  readonly story: Story;
}

/**
 * A person asks, the model asks back, the person agrees, Pi settles: two notices, three channels each.
 * What is returned was counted after Pi had ended, so nothing can come later.
 */
export async function play({ stage, receiver, story }: Cast): Promise<readonly [Evidence, Evidence]> {
  const { pi } = stage;
  pi.model.answer(toolCalls({ name: "ask_user", args: { title: QUESTION } }), text(REPLY));
  await stage.takeBellFlag();

  story.begin(stage);
  story.userSays(REQUEST);
  await stage.prompt(REQUEST);
  const asked = await pi.waitForEvent("ui_prompt_start");
  const question = { event: "input-required", eventAt: asked.at, since: 0 } as const;
  await arrived(() => observe(question));
  const questionFlag = await stage.takeBellFlag();
  story.piDoes(`asks “${QUESTION}” and waits`, { ...observe(question), bellFlag: questionFlag });

  story.userSays("Yes");
  await waitOutSpacing(observe(question).osc);
  const answeredAt = Date.now();
  await stage.confirm(QUESTION);
  const settled = await pi.waitForEvent("agent_settled");
  const ending = { event: "agent-completed", eventAt: settled.at, since: answeredAt } as const;
  await arrived(() => observe(ending));
  const endingFlag = await stage.takeBellFlag();
  story.piDoes(`says “${REPLY}” and has settled`, { ...observe(ending), bellFlag: endingFlag });

  await stage.quit();
  const first = observe({ ...question, until: answeredAt });
  // Otherwise the second time would be that of the spacing.
  const isSpaced = first.osc.every(({ at }) => settled.at - at >= SPACING_MS);
  if (!isSpaced) throw new Error("the second notification came too soon after the first for its time to mean anything");
  return [
    { ...first, bellFlag: questionFlag },
    { ...observe(ending), bellFlag: endingFlag },
  ];

  /** Everything that came in a part of the story; without an end: up to now. */
  function observe(part: Pick<Evidence, "event" | "eventAt"> & { since: number; until?: number }) {
    const { event, eventAt, since, until = Number.POSITIVE_INFINITY } = part;
    const within = ({ at }: { readonly at: number }) => at > since && at <= until;
    const { osc, bell } = readTerminal(stage.terminal);
    return {
      event,
      eventAt,
      osc: osc.filter(within),
      bell: bell.filter(within),
      webhook: receiver.arrivals.filter(within),
    };
  }
}

/** Waits until the terminal would show another notification at once. */
async function waitOutSpacing(osc: Evidence["osc"]): Promise<void> {
  const shownAt = osc.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  await setTimeout(Math.max(0, shownAt + READING_MS - Date.now()));
}

/** Waits for one arrival a channel. What does not come in time is for the check to name. */
async function arrived(observe: () => Omit<Evidence, "bellFlag">): Promise<void> {
  const complete = () => {
    const { osc, bell, webhook } = observe();
    return osc.length > 0 && bell.length > 0 && webhook.length > 0;
  };
  await waitUntil("the notice", complete, NOTICE_DEADLINE_MS).catch(() => {});
}
