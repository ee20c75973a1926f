/** What the partners really emit: when a version changes an event, the difference names the field. */
import { beforeAll, expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { toolCalls } from "../../../src/testing/model-answers.ts";
import {
  bashCall,
  compilePartners,
  FIRST_LOAD_MS,
  startBackgroundRun,
  startPiWithPartners,
  subagentCall,
} from "./partner-pi.ts";

const ASK = { "*": "allow", bash: { "*": "ask" } };

describeWith("tmux", "the events of", () => {
  beforeAll(() => compilePartners("0.49", "0.67"), FIRST_LOAD_MS);

  it("a permission that is asked for and given", async () => {
    await using partners = await startPiWithPartners({ permission: ASK });
    const { pi } = partners;
    pi.model.answer(toolCalls(bashCall("echo one")));
    await pi.prompt("run it");
    const prompt = await partners.waitForHeard("permissions:ui_prompt");
    expect(prompt.payload).toEqual({
      requestId: expect.any(String),
      source: "tool_call",
      surface: "bash",
      value: "echo one",
      agentName: null,
      message: expect.any(String),
      forwarding: null,
    });
    await pi.waitForScreen(/Permission Required/);
    await pi.keys("Enter");
    const decision = await partners.waitForHeard("permissions:decision");
    expect(decision.payload).toEqual({
      surface: "bash",
      value: "echo one",
      result: "allow",
      resolution: "user_approved",
      origin: "global",
      agentName: null,
      matchedPattern: "*",
    });
    await pi.waitForEvent("agent_settled");
    expect(partners.heard("permissions:ui_prompt")).toHaveLength(1);
  });

  it("a permission that a child asks its parent for, and the child's completion", async () => {
    await using partners = await startPiWithPartners({ subagents: "0.49", permission: ASK });
    const { pi } = partners;
    const { child } = await startBackgroundRun(partners, "look around");
    await pi.waitForEvent("agent_settled");
    child.release(toolCalls(bashCall("echo one")));
    const prompt = await partners.waitForHeard("permissions:ui_prompt");
    expect(prompt.payload).toEqual({
      requestId: expect.any(String),
      source: "tool_call",
      surface: "bash",
      value: "echo one",
      agentName: "delegate",
      message: expect.any(String),
      forwarding: { requesterAgentName: "delegate", requesterSessionId: expect.any(String) },
    });
    await pi.waitForScreen(/Permission Required/);
    await pi.keys("Enter");

    const done = await partners.waitForHeard("subagent:async-complete");
    expect(done.payload).toMatchObject({
      agent: "workflow",
      success: true,
      state: "complete",
      results: [{ agent: "delegate", status: "completed" }],
    });
    // The parent's bus tells the end of a forwarded prompt by no event: only the dialog closes.
    const own = partners.heard("permissions:decision").filter(({ payload }) => payload.surface === "bash");
    expect([...own, ...partners.heard("permissions:forwarded_decision")]).toEqual([]);
    const [decision] = partners.heard("permissions:decision", "children");
    expect(decision?.payload).toMatchObject({ surface: "bash", result: "allow", resolution: "user_approved" });
  });

  it.each(["0.49", "0.67"] as const)(
    "a foreground run of pi-subagents %s: none, its end is the tool's",
    async (version) => {
      await using partners = await startPiWithPartners({ subagents: version });
      const { pi } = partners;
      pi.model.answer(toolCalls(subagentCall("look around", "foreground")));
      await pi.prompt("delegate");
      await pi.waitForEvent("agent_settled");
      expect(pi.model.requests).toHaveLength(3);
      expect(partners.heard("subagent:foreground-complete")).toEqual([]);
      expect(partners.heard("subagent:async-complete")).toEqual([]);
    },
  );

  it("a background run of pi-subagents 0.67: none, because Pi 1.6.0 cannot host it", async () => {
    await using partners = await startPiWithPartners({ subagents: "0.67" });
    const { pi } = partners;
    pi.model.answer(toolCalls(subagentCall("look around", "background")));
    await pi.prompt("delegate");
    await pi.waitForScreen(/does not provide\s+@earendil-works\/pi-agent-core\/node/);
    await pi.waitForEvent("agent_settled");
    expect(partners.heard("subagent:async-complete")).toEqual([]);
  });
});
