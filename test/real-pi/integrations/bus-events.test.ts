import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import type { PiInTmux } from "../../../rig/pi-in-tmux.ts";
import { EXTENSION, everywhere, hookNotice, startToldPi } from "../../../rig/told-pi.ts";
import { toolCalls } from "../../../src/testing/model-answers.ts";

const PARTNER = fileURLToPath(new URL("../extensions/bus-partner.ts", import.meta.url));
const EXTENSIONS = [EXTENSION, PARTNER];

/** What herdr heard, in order. */
function heardBy(pi: PiInTmux): readonly unknown[] {
  return pi.events.filter(({ type }) => type === "herdr:blocked").map(({ detail }) => detail);
}

const UP = (label: string) => ({ active: true, label });
const DOWN = { active: false };

describeWith("tmux", "what other extensions say on the bus of the real Pi", () => {
  it.each([
    ["a permission", {}, ""],
    ["a subagent's permission", { agent: "scout" }, "scout"],
  ])("%s and its dialog are one notice, and herdr counts it once", async (_name, args, label) => {
    await using told = await startToldPi({ extensions: EXTENSIONS });
    const { pi } = told;
    pi.model.answer(toolCalls({ name: "guarded", args }), toolCalls({ name: "ask_user", args: { title: "Deploy?" } }));
    await pi.prompt("do it");
    await told.waitForTold(everywhere("permission-required"));
    expect(told.hook.requests.map((request) => hookNotice(request).label)).toEqual([label]);
    await pi.keys("Enter");
    await told.waitForTold(everywhere("permission-required", "input-required"));
    await pi.keys("Enter");
    await told.waitForTold(everywhere("permission-required", "input-required", "agent-completed"));
    await told.tellTest();
    expect(await told.finish()).toEqual(everywhere("permission-required", "input-required", "agent-completed", "test"));
    expect(heardBy(pi)).toEqual([UP("Permission Required Allow make?"), DOWN, UP("Deploy?"), DOWN]);
  });

  it("a silent dialog is not told, the next one is", async () => {
    await using told = await startToldPi({ extensions: EXTENSIONS });
    const { pi } = told;
    pi.model.answer(
      toolCalls({ name: "panel", args: {} }),
      toolCalls({ name: "ask_user", args: { title: "Deploy?" } }),
    );
    await pi.prompt("do it");
    await pi.waitForScreen(/Close it\?/);
    await pi.keys("Enter");
    await told.waitForTold(everywhere("input-required"));
    await pi.keys("Enter");
    await told.waitForTold(everywhere("input-required", "agent-completed"));
    expect(await told.finish()).toEqual(everywhere("input-required", "agent-completed"));
    expect(heardBy(pi)).toEqual([UP("Deploy?"), DOWN]);
  });

  it("herdr is lowered when Pi ends with a dialog open, also with pi-notify switched off", async () => {
    await using told = await startToldPi({ extensions: EXTENSIONS, config: { enabled: false } });
    const { pi } = told;
    pi.model.answer(toolCalls({ name: "ask_user", args: { title: "Deploy?" } }));
    await pi.prompt("do it");
    await pi.waitForEvent("herdr:blocked");
    pi.signal("SIGTERM");
    await pi.exit();
    await told.finish();
    expect(heardBy(pi)).toEqual([UP("Deploy?"), DOWN]);
    expect(told.told()).toEqual(everywhere());
  });

  it("a subagent's end is told by how it ended, with its name only", async () => {
    await using told = await startToldPi({ extensions: EXTENSIONS });
    const { pi } = told;
    const emit = (payload: object) => pi.prompt(`/rig-emit subagent:async-complete ${JSON.stringify(payload)}`);
    await emit({ runId: "a", agent: "scout", success: true, summary: "secret" });
    await told.waitForTold(everywhere("task-completed"));
    await emit({ runId: "b", agent: "scout", state: "stopped" });
    await emit({ runId: "c", agent: "worker", status: "timed-out" });
    await told.waitForTold(everywhere("task-completed", "integration-error"));
    expect(told.hook.requests.map((request) => hookNotice(request).label)).toEqual(["scout", "worker"]);
    await told.tellTest();
    expect(await told.finish()).toEqual(everywhere("task-completed", "integration-error", "test"));
  });

  it("the settled notice waits for a subagent in the background", async () => {
    await using told = await startToldPi({
      extensions: EXTENSIONS,
      config: { attention: { backgroundWork: "hold" } },
    });
    const { pi } = told;
    await pi.prompt('/rig-emit subagent:async-started {"id":"t","agent":"scout"}');
    await pi.prompt("hello");
    await pi.waitForEvent("agent_settled");
    await told.tellTest();
    expect(told.told()).toEqual(everywhere("test"));
    await pi.prompt('/rig-emit subagent:async-complete {"runId":"t","agent":"scout","state":"stopped"}');
    await told.waitForTold(everywhere("test", "agent-completed"));
    expect(await told.finish()).toEqual(everywhere("test", "agent-completed"));
  });

  it("a subagent's child tells nothing and says so", async () => {
    await using told = await startToldPi({ extensions: EXTENSIONS, env: { PI_SUBAGENT_CHILD: "1" } });
    const { pi } = told;
    await pi.prompt("hello");
    await pi.waitForEvent("agent_settled");
    await pi.prompt("/notify test");
    await pi.waitForScreen(/hook: skipped \(subagent\)/);
    expect(await told.finish()).toEqual(everywhere());
  });
});
