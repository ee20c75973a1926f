import { beforeAll, expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { everywhere, hookNotice } from "../../../rig/told-pi.ts";
import { text, toolCalls } from "../../../src/testing/model-answers.ts";
import { bashCall, compilePartners, FIRST_LOAD_MS, startBackgroundRun, startPiWithPartners } from "./partner-pi.ts";

const ASK = { "*": "allow", bash: { "*": "ask" } };

describeWith("tmux", "a permission that the permission system asks for", () => {
  beforeAll(() => compilePartners("0.67", "0.49"), FIRST_LOAD_MS);

  it.each([
    { answer: "allow", keys: ["Enter"], resolution: "user_approved" },
    { answer: "deny", keys: ["Down", "Down", "Enter"], resolution: "user_denied" },
    { answer: "nothing, by Escape", keys: ["Escape"], resolution: "user_denied" },
  ])("is told once, as a permission, and answered with $answer", async ({ keys, resolution }) => {
    await using partners = await startPiWithPartners({ permission: ASK });
    const { pi } = partners;
    pi.model.answer(toolCalls(bashCall("echo one")));
    const rest = pi.model.hold();
    await pi.prompt("run it");
    await partners.waitForTold(everywhere("permission-required"));
    await pi.waitForScreen(/Permission Required/);
    await pi.keys(...keys);
    await rest.reached();
    rest.release();
    await partners.waitForTold(everywhere("permission-required", "agent-completed"));
    expect(partners.heard("permissions:decision").map(({ payload }) => payload.resolution)).toEqual([resolution]);
    await partners.tellTest();
    expect(await partners.finish()).toEqual(everywhere("permission-required", "agent-completed", "test"));
  });

  it("is told once when it is given for the session, and colours no later dialog", async () => {
    await using partners = await startPiWithPartners({ permission: ASK });
    const { pi } = partners;
    pi.model.answer(
      toolCalls(bashCall("echo one")),
      toolCalls(bashCall("echo two")),
      toolCalls({ name: "ask_user", args: { title: "Deploy?" } }),
    );
    await pi.prompt("run them");
    await partners.waitForTold(everywhere("permission-required"));
    await pi.waitForScreen(/Permission Required/);
    await pi.keys("Down", "Enter");
    await partners.waitForTold(everywhere("permission-required", "input-required"));
    const decisions = partners.heard("permissions:decision").map(({ payload }) => payload.resolution);
    expect(decisions.slice(0, 2)).toEqual(["user_approved_for_session", "session_approved"]);
    await pi.waitForScreen(/Deploy\?/);
    await pi.keys("Enter");
    const all = ["permission-required", "input-required", "agent-completed"] as const;
    await partners.waitForTold(everywhere(...all));
    await partners.tellTest();
    expect(await partners.finish()).toEqual(everywhere(...all, "test"));
  });

  it("is told once, and says who asks, when a subagent's child forwards it to a Pi that has settled", async () => {
    await using partners = await startPiWithPartners({ subagents: "0.49", permission: ASK });
    const { pi } = partners;
    const { child } = await startBackgroundRun(partners, "look around");
    await partners.waitForTold(everywhere("agent-completed"));
    pi.model.answer(text("nothing to see"));
    const afterwards = pi.model.hold();
    child.release(toolCalls(bashCall("echo one")));
    await partners.waitForTold(everywhere("agent-completed", "permission-required"));
    const permission = partners.hook.requests.map(hookNotice).find(({ event }) => event === "permission-required");
    expect(permission?.body).toContain("delegate");
    expect(permission?.body).not.toContain("echo");
    await pi.waitForScreen(/Permission Required/);
    await pi.keys("Enter");
    // Pi takes the child's result up in a run of its own.
    await partners.waitForTold(everywhere("agent-completed", "permission-required", "task-completed"));
    await afterwards.reached(60_000);
    afterwards.release();
    const all = ["agent-completed", "permission-required", "task-completed", "agent-completed"] as const;
    await partners.waitForTold(everywhere(...all));
    await partners.tellTest();
    expect(await partners.finish()).toEqual(everywhere(...all, "test"));
  });
});
