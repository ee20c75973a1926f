import { expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { everywhere, hookNotice, startToldPi } from "../../../rig/told-pi.ts";
import { toolCalls } from "../../../src/testing/model-answers.ts";

describeWith("tmux", "a dialog that a tool opens", () => {
  it("is told when it opens; its end is not, and the run is told later", async () => {
    await using told = await startToldPi();
    const { pi } = told;
    pi.model.answer(toolCalls({ name: "ask_user", args: { title: "Deploy?" } }));
    const rest = pi.model.hold();
    await pi.prompt("ask me");
    await told.waitForTold(everywhere("input-required"));
    expect(pi.eventNames("ui_prompt_end")).toEqual([]);
    await pi.keys("Enter");
    await rest.reached();
    expect(pi.eventNames("ui_prompt_end")).toHaveLength(1);
    await told.tellTest();
    rest.release();
    await told.waitForTold(everywhere("input-required", "test", "agent-completed"));
    await told.tellTest();
    expect(await told.finish()).toEqual(everywhere("input-required", "test", "agent-completed", "test"));
  });

  it("is not told when it closes within the grace time", async () => {
    // Open long enough to be told if there were no grace time, and shorter than it, however busy the machine.
    await using told = await startToldPi({ config: { prompts: { graceMs: 3_000 } } });
    const { pi } = told;
    pi.model.answer(
      toolCalls({ name: "ask_user", args: { title: "Quick?", auto_close_ms: 500 } }),
      toolCalls({ name: "ask_user", args: { title: "Slow?" } }),
    );
    await pi.prompt("ask me");
    // The grace time of the second dialog ends after that of the first would have.
    await told.waitForTold(everywhere("input-required"));
    expect(pi.eventNames("ui_prompt_start", "ui_prompt_end")).toEqual([
      "ui_prompt_start",
      "ui_prompt_end",
      "ui_prompt_start",
    ]);
    await pi.keys("Enter");
    await told.waitForTold(everywhere("input-required", "agent-completed"));
    await told.tellTest();
    expect(await told.finish()).toEqual(everywhere("input-required", "agent-completed", "test"));
  });

  it("is told again when a second one with the same title follows", async () => {
    await using told = await startToldPi();
    const { pi } = told;
    pi.model.answer(toolCalls({ name: "ask_twice", args: { title: "Deploy?" } }));
    await pi.prompt("ask me twice");
    await told.waitForTold(everywhere("input-required"));
    await pi.keys("Enter");
    await told.waitForTold(everywhere("input-required", "input-required"));
    await pi.keys("Enter");
    await told.waitForTold(everywhere("input-required", "input-required", "agent-completed"));
    await told.tellTest();
    expect(await told.finish()).toEqual(everywhere("input-required", "input-required", "agent-completed", "test"));
    const ids = told.hook.requests.map((request) => hookNotice(request).id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is told once when another one opens over it", async () => {
    await using told = await startToldPi();
    const { pi } = told;
    pi.model.answer(toolCalls({ name: "ask_overlapping", args: { title: "Deploy?" } }));
    const rest = pi.model.hold();
    await pi.prompt("ask me twice at once");
    await told.waitForTold(everywhere("input-required"));
    await pi.waitForScreen(/Deploy\? \(second\)/);
    await pi.keys("Enter");
    await pi.waitForScreen(/^(?!.*\(second\))/s);
    await pi.keys("Enter");
    await rest.reached();
    await told.tellTest();
    rest.release();
    await told.waitForTold(everywhere("input-required", "test", "agent-completed"));
    await told.tellTest();
    expect(await told.finish()).toEqual(everywhere("input-required", "test", "agent-completed", "test"));
  });
});
