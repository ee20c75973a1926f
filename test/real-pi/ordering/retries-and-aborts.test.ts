import { expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { everywhere, startToldPi } from "../../../rig/told-pi.ts";
import { failure } from "../../../src/testing/model-answers.ts";

describeWith("tmux", "a run is told once, when it is really over", () => {
  it("after two failed answers and a good one, and after four failed ones", async () => {
    await using told = await startToldPi();
    const { pi } = told;
    pi.model.answer(failure(503), failure(503));
    const third = pi.model.hold();
    await pi.prompt("try");
    await third.reached();
    expect(pi.eventNames("agent_end")).toHaveLength(2);
    await told.tellTest();
    third.release();
    await told.waitForTold(everywhere("test", "agent-completed"));

    pi.model.answer(failure(503), failure(503), failure(503), failure(503));
    await pi.prompt("again");
    await told.waitForTold(everywhere("test", "agent-completed", "agent-error"));
    expect(pi.eventNames("agent_end")).toHaveLength(2 + 1 + 4);
    await told.tellTest();
    expect(await told.finish()).toEqual(everywhere("test", "agent-completed", "agent-error", "test"));
  });

  it("with a message queued while it worked: at the end", async () => {
    await using told = await startToldPi();
    const { pi } = told;
    const first = pi.model.hold();
    const second = pi.model.hold();
    await pi.prompt("work");
    await first.reached();
    await pi.prompt("and this");
    await pi.waitForEvent("input", 2);
    first.release();
    await second.reached();
    await told.tellTest();
    second.release();
    await told.waitForTold(everywhere("test", "agent-completed"));
    await told.tellTest();
    expect(pi.model.requests.map(({ prompt }) => prompt)).toEqual(["work", "and this"]);
    expect(await told.finish()).toEqual(everywhere("test", "agent-completed", "test"));
  });
});

describeWith("tmux", "an aborted run is not told", () => {
  it("after Escape; the next run is", async () => {
    await using told = await startToldPi();
    const { pi } = told;
    const held = pi.model.hold();
    await pi.prompt("work");
    await held.reached();
    await pi.keys("Escape");
    expect((await pi.waitForEvent("agent_settled")).detail).toEqual({ aborted: true });
    await told.tellTest();
    await pi.prompt("hi");
    await told.waitForTold(everywhere("test", "agent-completed"));
    expect(await told.finish()).toEqual(everywhere("test", "agent-completed"));
  });

  it("by SIGTERM", async () => {
    await using told = await startToldPi();
    const { pi, hook } = told;
    await pi.prompt("hi");
    await told.waitForTold(everywhere("agent-completed"));
    const held = pi.model.hold();
    await pi.prompt("work");
    await held.reached();
    pi.signal("SIGTERM");
    await pi.exit();
    expect(pi.eventNames().slice(-3)).toEqual(["agent_end", "agent_settled", "session_shutdown"]);
    // Nobody is left to send anything: once the terminal's recording ends and this last request is in, all is told.
    const headers = { connection: "close" };
    await fetch(hook.url, { method: "POST", headers, body: JSON.stringify({ event: "after Pi" }) });
    expect(await told.finish()).toEqual({
      ...everywhere("agent-completed"),
      hook: ["agent-completed", "after Pi"],
    });
  });
});
