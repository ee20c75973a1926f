import { beforeAll, expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { everywhere, hookNotice } from "../../../rig/told-pi.ts";
import { failure, text, toolCalls } from "../../../src/testing/model-answers.ts";
import { compilePartners, FIRST_LOAD_MS, startBackgroundRun, startPiWithPartners, subagentCall } from "./partner-pi.ts";

describeWith("tmux", "a subagent whose child is a Pi process with pi-notify in it", () => {
  beforeAll(() => compilePartners("0.49"), FIRST_LOAD_MS);

  it("in the foreground: only the parent's run is told", async () => {
    await using partners = await startPiWithPartners({ subagents: "0.49" });
    const { pi } = partners;
    pi.model.answer(toolCalls(subagentCall("look around", "foreground")));
    await pi.prompt("delegate");
    await partners.waitForTold(everywhere("agent-completed"));
    expect(partners.heard("agent_settled", "children")).toHaveLength(1);
    await partners.tellTest();
    expect(await partners.finish()).toEqual(everywhere("agent-completed", "test"));
  });

  it.each([
    { outcome: "finds something", answer: text("found"), tale: "task-completed" },
    { outcome: "fails", answer: failure(400), tale: "integration-error" },
  ] as const)("in the background, where it $outcome: its end is told once, by the parent", async ({ answer, tale }) => {
    await using partners = await startPiWithPartners({ subagents: "0.49" });
    const { pi } = partners;
    const { child } = await startBackgroundRun(partners, "look around");
    await partners.waitForTold(everywhere("agent-completed"));
    const afterwards = pi.model.hold();
    child.release(answer);
    await partners.waitForTold(everywhere("agent-completed", tale));
    expect(partners.heard("session_start", "children")).toHaveLength(1);
    const { label } = hookNotice(partners.hook.requests.at(-1) ?? { body: "{}" });
    expect(["delegate", "workflow"]).toContain(label);
    // Pi takes the child's result up in a run of its own.
    await afterwards.reached(60_000);
    afterwards.release();
    await partners.waitForTold(everywhere("agent-completed", tale, "agent-completed"));
    await partners.tellTest();
    expect(await partners.finish()).toEqual(everywhere("agent-completed", tale, "agent-completed", "test"));
  });
});
