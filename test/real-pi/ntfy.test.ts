import { hostname } from "node:os";
import { expect, it } from "vitest";
import { describeWith } from "../../rig/describe-with.ts";
import { startNtfyServer } from "../../rig/ntfy-server.ts";
import { startToldPi } from "../../rig/told-pi.ts";
import { toolCalls } from "../../src/testing/model-answers.ts";
import { readStatus } from "./terminal/notify-status.ts";

const ICON = "https://a.example/pi.png";
const USER = { username: "pi", password: "p", tokens: ["tk_pi"] };

describeWith("tmux", "ntfy", () => {
  it.each([
    {
      language: "en",
      cwdName: "pi-notify",
      settled: "Pi finished the task",
      dialog: "Pi needs your input",
      lines: ["Project: pi-notify", `Host: ${hostname()}`, "Location: work / window 0 / pane 0"],
    },
    {
      language: "zh-CN",
      cwdName: "通知 👨‍👩‍👧‍👦",
      settled: "Pi 等待输入",
      dialog: "Pi 需要你的操作",
      lines: ["项目：通知 👨‍👩‍👧‍👦", `主机：${hostname()}`, "位置：work / 窗口 0 / 分屏 0"],
    },
  ])("gets each notice in $language intact and once", async ({ language, cwdName, settled, dialog, lines }) => {
    await using server = await startNtfyServer({ users: [USER], denyAnonymous: true, prefix: "/ntfy" });
    const ntfy = {
      serverUrl: `${server.url}/`,
      topic: "${NTFY_TOPIC}",
      token: "${NTFY_TOKEN}",
      icon: ICON,
      eventOptions: { "input-required": { priority: 5, icon: null } },
    };
    await using told = await startToldPi({
      env: { LANG: "zh_CN.UTF-8", NTFY_TOPIC: "my-phone", NTFY_TOKEN: "tk_pi" },
      cwdName,
      cols: 180,
      config: { language },
      channels: () => [{ id: "phone", type: "ntfy", ntfy }],
    });
    const { pi } = told;
    pi.model.answer(toolCalls({ name: "ask_user", args: { title: "?" } }));
    await pi.prompt("hi");
    await server.receiver.waitForRequests(1);
    await pi.keys("Enter");
    await server.receiver.waitForRequests(2);
    const status = await readStatus(pi);
    const address = `127.0.0.1:${server.receiver.port}`;
    expect(status.channel("phone")).toEqual(
      language === "en"
        ? { state: `ntfy on ${address}, ready`, last: "agent-completed accepted" }
        : { state: `ntfy，服务器 ${address}，就绪`, last: "agent-completed 已接收" },
    );
    await told.finish();

    const common = { event: "message", topic: "my-phone", message: lines.join("\n") };
    expect(server.messages).toMatchObject([
      { ...common, title: dialog, priority: 5 },
      { ...common, title: settled, priority: 3, icon: ICON },
    ]);
    expect(server.messages[0]).not.toHaveProperty("icon");
    // What was refused would not be among the messages.
    expect(server.receiver.requests).toHaveLength(2);
    expect(pi.outer.find("tk_pi")).toBeUndefined();
    expect(pi.outer.find("my-phone")).toBeUndefined();
  });
});
