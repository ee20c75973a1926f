import { hostname } from "node:os";
import { expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { noticesIn, receivedOn, waitForReceived } from "../../../rig/received-notices.ts";
import { hookNotice, startToldPi } from "../../../rig/told-pi.ts";
import { failure, toolCalls } from "../../../src/testing/model-answers.ts";
import { readStatus } from "./notify-status.ts";

describeWith("tmux", "Chinese", () => {
  it("speaks it under LANG=zh_CN.UTF-8: titles, lines, location", async () => {
    await using told = await startToldPi({
      env: { LANG: "zh_CN.UTF-8" },
      config: { language: "auto", content: { promptTitle: true } },
      cols: 180,
    });
    const { pi, hook } = told;
    /** Notification and bell each. */
    const notices = (count: number) => waitForReceived(pi.outer, (received) => received.length >= 2 * count);

    await pi.prompt("hi");
    await notices(1);
    pi.model.answer(failure(), failure(), failure(), failure());
    await pi.prompt("fail");
    await notices(2);
    await pi.prompt("/rig-name 发布 v2");
    await pi.waitForEvent("session_info_changed");
    pi.model.answer(toolCalls({ name: "ask_user", args: { title: "部署到生产环境？" } }));
    await pi.prompt("ask");
    await notices(3);
    await pi.keys("Enter");
    await notices(4);

    const status = await readStatus(pi);
    expect(status.lines[0]).toContain("语言 zh-CN");
    await told.finish();
    const project = "项目：project";
    const session = "会话：发布 v2";
    const rest = [`主机：${hostname()}`, "位置：work / 窗口 0 / 分屏 0"];
    const expected = [
      { title: "Pi 等待输入", lines: [project, ...rest] },
      { title: "Pi 遇到错误，等待输入", lines: [project, ...rest] },
      { title: "Pi 需要你的操作", lines: [project, session, ...rest, "提示：部署到生产环境？"] },
      { title: "Pi 等待输入", lines: [project, session, ...rest] },
    ];
    expect(noticesIn(receivedOn(pi.outer))).toMatchObject(expected);
    const bodies = expected.map(({ title, lines }) => ({ title, body: lines.join("\n") }));
    expect(hook.requests.map(hookNotice)).toMatchObject(bodies);
  });
});
