import { describe, expect, it } from "vitest";
import { FakePi } from "../../src/testing/fake-pi.ts";
import { toolCalls } from "../../src/testing/model-answers.ts";
import { type PiNotifyOptions, type PiNotifyUnderTest, startPiNotify } from "../../src/testing/start-pi-notify.ts";

async function start(config?: PiNotifyOptions["config"], mode: FakePi["mode"] = "tui") {
  const pi = new FakePi({ mode });
  const notify = await startPiNotify(pi, { config });
  await pi.start();
  return { pi, notify };
}

const told = ({ notices }: PiNotifyUnderTest) => notices.map(({ channel, event }) => `${channel} ${event}`);
const ended = ({ outcomes }: PiNotifyUnderTest) =>
  outcomes.map(
    ({ channel, outcome }) => `${channel} ${outcome.kind}${"reason" in outcome ? ` ${outcome.reason}` : ""}`,
  );

describe("pi-notify on a fake Pi", () => {
  it("tells title and lines as the real one composes them", async () => {
    const { pi, notify } = await start();
    await pi.prompt("work");
    await notify.untilQuiet();
    expect(notify.notices).toEqual([
      {
        channel: "memory",
        event: "agent-completed",
        title: "Pi finished the task",
        lines: ["Project: project"],
        promptTitle: undefined,
      },
    ]);
    expect(pi.errors).toEqual([]);
  });

  it("takes a configuration as the file has it", async () => {
    const { pi, notify } = await start({ language: "zh-CN", content: { project: false, promptTitle: true } });
    pi.model.answer(toolCalls({ name: "ask", args: {} }));
    await pi.load((api) =>
      api.registerTool({
        name: "ask",
        label: "Ask",
        description: "Asks.",
        parameters: { type: "object" },
        execute: async (_id, _args, _signal, _update, ctx) => {
          await ctx.ui.confirm("Sure?", "");
          return { content: [], details: {} };
        },
      }),
    );
    void pi.prompt("work");
    await pi.waitForDialog();
    await notify.advance(150);
    expect(notify.notices).toMatchObject([{ title: "Pi 需要你的操作", lines: [expect.stringContaining("Sure?")] }]);
  });

  it("waits out delays by its own clock, and typing cancels them", async () => {
    const channels = [
      { id: "desk", type: "memory" },
      { id: "phone", type: "memory", delayMs: 3_600_000 },
    ];
    const { pi, notify } = await start({ channels });
    await pi.prompt("work");
    await notify.advance(3_599_999);
    expect(told(notify)).toEqual(["desk agent-completed"]);
    await notify.advance(1);
    expect(told(notify)).toEqual(["desk agent-completed", "phone agent-completed"]);
    await pi.prompt("more");
    await notify.advance(1_000);
    pi.type("x");
    await notify.advance(3_600_000);
    expect(ended(notify)).toEqual(["desk accepted", "phone accepted", "desk accepted", "phone expired answered"]);
  });

  it("says why a channel stayed silent", async () => {
    const channels = [
      { id: "errors", type: "memory", events: ["agent-error"] },
      { id: "off", type: "memory", enabled: false },
    ];
    const { pi, notify } = await start({ channels: [{ id: "on", type: "memory" }, ...channels] });
    await pi.prompt("work");
    await notify.untilQuiet();
    expect(ended(notify).sort()).toEqual(["errors skipped not-subscribed", "off skipped disabled", "on accepted"]);
  });

  it("works in rpc mode", async () => {
    const { pi, notify } = await start(undefined, "rpc");
    await pi.prompt("work");
    await notify.untilQuiet();
    expect(told(notify)).toEqual(["memory agent-completed"]);
  });

  it.each(["print", "json"] as const)("in %s mode tells before Pi ends, right after it has settled", async (mode) => {
    const { pi, notify } = await start(undefined, mode);
    await pi.prompt("work");
    await pi.quit();
    expect(told(notify)).toEqual(["memory agent-completed"]);
  });

  it("goes on after /new and /reload", async () => {
    const { pi, notify } = await start();
    await pi.newSession();
    await pi.prompt("work");
    await notify.untilQuiet();
    await pi.reload();
    await pi.prompt("work");
    await notify.untilQuiet();
    expect(told(notify)).toEqual(["memory agent-completed", "memory agent-completed"]);
    expect(pi.errors).toEqual([]);
    expect(pi.staleUses).toBe(0);
  });

  it.each([
    [{ promts: {} }, /promts/],
    [{ channels: [{ id: "x", type: "webhook" }] }, /^config: x: channels\[0\]\.type must be one of "memory"/],
    [{ prompts: { graceMs: "soon" } }, /graceMs/],
  ])("refuses the configuration %j", async (config, words) => {
    await expect(startPiNotify(new FakePi(), { config })).rejects.toThrow(words);
  });
});
