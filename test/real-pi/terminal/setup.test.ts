import { chmodSync, readFileSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import { codeOn } from "../../../rig/code-on-screen.ts";
import { describeWith } from "../../../rig/describe-with.ts";
import { startHttpReceiver } from "../../../rig/http-receiver.ts";
import { startNtfyServer } from "../../../rig/ntfy-server.ts";
import { startPiInTmux } from "../../../rig/pi-in-tmux.ts";
import { EXTENSION, hookNotice } from "../../../rig/told-pi.ts";
import { notifyConfigPath } from "../../../src/testing/agent-folder.ts";

describeWith("tmux", "/notify setup", () => {
  it("asks, shows, writes, sends a test, is in force at once and says so on the screen that stays", async () => {
    await using ntfy = await startNtfyServer();
    await using hook = await startHttpReceiver();
    await using pi = await startPiInTmux({
      extensions: [EXTENSION],
      rows: 60,
      cols: 120,
      env: { LANG: "en_US.UTF-8" },
    });
    await pi.prompt("/notify setup");
    await pi.waitForScreen(/Language/);
    await pi.keys("Down", "Enter");
    await pi.waitForScreen(/in this terminal/);
    await pi.keys("Down", "Enter");
    await pi.waitForScreen(/this computer's desktop/);
    await pi.keys("Enter");
    await pi.waitForScreen(/through ntfy/);
    await pi.keys("Down", "Down", "Enter");
    await pi.waitForScreen(/your ntfy server, for example https:\/\/ntfy\.example\.com/);
    await pi.prompt(ntfy.url);
    await pi.waitForScreen(/another service/);
    await pi.keys(...Array.from({ length: 11 }, () => "Down"), "Enter");
    await pi.waitForScreen(/Address of the webhook/);
    await pi.prompt(`${hook.url}/secret-path`);
    const question = await pi.waitForScreen(/Write config\.json like this\?/);
    expect(question).not.toContain("secret-path");
    await pi.keys("Enter");
    const code = await pi.waitForScreen(/Done, send a test/);
    const topic = /topic (pi-[-\w]+)/.exec(code)?.[1] ?? "";
    expect(codeOn(code)).toBe(`${ntfy.url}/${topic}`);
    expect(ntfy.messages).toEqual([]);
    await pi.keys("Enter");
    await pi.waitForEvent("session_start", 2);
    const results = await pi.waitForScreen(/The new settings are in force/);
    expect(results).toContain("Written: ");
    expect(results).toContain(`${ntfy.url}/${topic}`);
    expect(results).toMatch(/phone: .*accepted/);

    expect(ntfy.messages.map((message) => message.topic)).toEqual([topic]);
    const [test] = await hook.waitForRequests(1);
    expect(hookNotice(test ?? { body: "{}" })).toMatchObject({ label: "/notify test" });
    const path = notifyConfigPath(pi.setup.agentDir);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
      version: 1,
      language: "en",
      channels: [
        { id: "bell", type: "bell" },
        { id: "desktop", type: "desktop", modes: ["tui", "rpc"] },
        { id: "phone", type: "ntfy", ntfy: { serverUrl: ntfy.url, topic } },
        { id: "hook", type: "webhook", webhook: { url: `${hook.url}/secret-path` } },
      ],
    });

    // Again, in Chinese, while Pi works.
    chmodSync(path, 0o644);
    const answer = pi.setup.model.hold();
    await pi.prompt("hi");
    await pi.waitForEvent("agent_start");
    await pi.prompt("/notify setup");
    await pi.waitForScreen(/Language/);
    await pi.keys("Down", "Down", "Enter");
    await pi.waitForScreen(/在这个终端里/);
    await pi.keys("Enter");
    await pi.waitForScreen(/电脑的桌面上/);
    await pi.keys("Enter");
    await pi.waitForScreen(/保留，并再次显示二维码/);
    await pi.keys("Down", "Enter");
    await pi.waitForScreen(/其他服务/);
    await pi.keys("Enter");
    await pi.waitForScreen(/要这样修改 config\.json 吗/);
    await pi.keys("Enter");
    expect(codeOn(await pi.waitForScreen(/好了，发送测试/))).toBe(`${ntfy.url}/${topic}`);
    await pi.keys("Enter");
    await pi.waitForScreen(/等它完成后新设置才会生效/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    answer.release();
    await pi.waitForEvent("session_start", 3);
    expect(await pi.waitForScreen(/新设置已生效/)).toContain("已写入：");
    await hook.waitForRequests(3);
    await pi.keys("C-d");
    await pi.exit();
    // Two tests and one end of a run: its own dialogs, the second time those of a run, are never announced (R37).
    const events = hook.requests.map((request) => hookNotice(request).event);
    expect(events).toEqual(["agent-completed", "agent-completed", "agent-completed"]);
    expect(ntfy.messages).toHaveLength(3);
  });
});
