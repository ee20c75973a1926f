/** `attention.backgroundWork: "hold"` with published versions of pi-subagents, several cases in one Pi for each. */
import { expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { everywhere } from "../../../rig/told-pi.ts";
import { failure, type ScriptedAnswer, text } from "../../../src/testing/model-answers.ts";
import {
  compilePartners,
  FIRST_LOAD_MS,
  type PartnerPi,
  type SubagentsVersion,
  startBackgroundRun,
  startPiWithPartners,
} from "./partner-pi.ts";

const HOLD = { attention: { backgroundWork: "hold" } };

/** One request whose child ends in this way: nothing is told before Pi has taken the result up. */
async function request(
  { partners, subagents }: { readonly partners: PartnerPi; readonly subagents: SubagentsVersion },
  task: string,
  answer: ScriptedAnswer,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<void> {
  const { pi } = partners;
  const before = partners.told();
  const settled = pi.eventNames("agent_settled").length;
  const { child } = await startBackgroundRun(partners, task, subagents);
  await pi.waitForEvent("agent_settled", settled + 1);
  await meanwhile();
  const afterwards = pi.model.hold();
  child.release(answer);
  await afterwards.reached(60_000);
  expect(partners.told()).toEqual(before);
  afterwards.release();
  await pi.waitForEvent("agent_settled", settled + 2);
}

describeWith("tmux", "with hold, one request is one notification, at the end", () => {
  it.each<SubagentsVersion>(["0.34", "0.44", "0.49"])(
    "pi-subagents %s",
    async (subagents) => {
      await compilePartners(subagents);
      await using partners = await startPiWithPartners({ subagents, config: HOLD, packages: ["@aliou/pi-processes"] });
      await request({ partners, subagents }, "look around", text("found"));
      await partners.waitForTold(everywhere("agent-completed"));
      await request({ partners, subagents }, "look again", failure(400));
      await partners.waitForTold(everywhere("agent-completed", "agent-completed"));
      if (subagents === "0.49") {
        // A panel that the user leaves open is no alarm, and holds nothing.
        await request({ partners, subagents }, "look once more", text("found"), async () => {
          await partners.pi.prompt("/subagents-fleet");
          await partners.pi.waitForEvent("ui_prompt_start");
        });
        await partners.waitForTold(everywhere("agent-completed", "agent-completed", "agent-completed"));
      }
      expect(partners.pi.eventNames("ui_prompt_end")).toEqual([]);
      expect(partners.heard("herdr:blocked")).toEqual([]);
    },
    FIRST_LOAD_MS,
  );
});
