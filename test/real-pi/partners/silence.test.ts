/** What partners do that is no reason to call anybody: only the run itself is told. */
import { beforeAll, expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { everywhere } from "../../../rig/told-pi.ts";
import { toolCalls } from "../../../src/testing/model-answers.ts";
import { bashCall, compilePartners, FIRST_LOAD_MS, startPiWithPartners, subagentCall } from "./partner-pi.ts";

describeWith("tmux", "only the run is told", () => {
  beforeAll(() => compilePartners("0.67"), FIRST_LOAD_MS);

  it("when the permission system's policy answers by itself", async () => {
    const permission = { "*": "allow", bash: { "*": "ask", "echo *": "allow", "id *": "deny" } };
    await using partners = await startPiWithPartners({ permission });
    const { pi } = partners;
    pi.model.answer(toolCalls(bashCall("echo one")), toolCalls(bashCall("id -u")));
    await pi.prompt("run them");
    await partners.waitForTold(everywhere("agent-completed"));
    const decisions = partners.heard("permissions:decision").map(({ payload }) => payload.resolution);
    expect(decisions).toEqual(["policy_allow", "policy_deny"]);
    expect(pi.eventNames("ui_prompt_start")).toEqual([]);
    await partners.tellTest();
    expect(await partners.finish()).toEqual(everywhere("agent-completed", "test"));
  });

  it.each([
    { where: "foreground", requests: 3 },
    // Pi 1.6.0 cannot host it (payloads.test.ts), and the model is told so: the run goes on.
    { where: "background", requests: 2 },
  ] as const)("when pi-subagents 0.67 is asked for a $where run", async ({ where, requests }) => {
    await using partners = await startPiWithPartners({ subagents: "0.67" });
    const { pi } = partners;
    pi.model.answer(toolCalls(subagentCall("look around", where)));
    await pi.prompt("delegate");
    await partners.waitForTold(everywhere("agent-completed"));
    expect(pi.model.requests).toHaveLength(requests);
    await partners.tellTest();
    expect(await partners.finish()).toEqual(everywhere("agent-completed", "test"));
  });
});
