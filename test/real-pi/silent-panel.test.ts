/** Needs silent spans (issue 5, item 3). */
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { describeWith } from "../rig/describe-with.ts";
import { toolCalls } from "../rig/scripted-model.ts";
import { EXTENSION, everywhere, startToldPi } from "./told-pi.ts";

const QUEUE_PANEL = fileURLToPath(new URL("../../examples/publishing/queue-panel.ts", import.meta.url));

describeWith("tmux", "the example of a panel that nobody has to answer", () => {
  it("is not told while Pi works, and silences no later dialog", async () => {
    // Without a grace time a dialog that is not silent would be told as soon as it is on the screen.
    const config = { prompts: { graceMs: 0 } };
    await using told = await startToldPi({ extensions: [EXTENSION, QUEUE_PANEL], config });
    const { pi } = told;
    const answer = pi.model.hold();
    await pi.prompt("hi");
    await answer.reached();
    await pi.prompt("/queue");
    await pi.waitForScreen(/Build queue/);
    await pi.keys("Enter");
    await pi.waitForEvent("ui_prompt_end");
    answer.release(toolCalls({ name: "ask_user", args: { title: "Deploy?" } }));
    await told.waitForTold(everywhere("input-required"));
    await pi.waitForScreen(/Deploy\?/);
    await pi.keys("Enter");
    await told.waitForTold(everywhere("input-required", "agent-completed"));
    await told.tellTest();
    expect(await told.finish()).toEqual(everywhere("input-required", "agent-completed", "test"));
  });
});
