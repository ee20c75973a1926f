import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { startHttpReceiver } from "../../../rig/http-receiver.ts";
import { startNtfyServer } from "../../../rig/ntfy-server.ts";
import { startPiInTmux } from "../../../rig/pi-in-tmux.ts";
import { EXTENSION, hookNotice } from "../../../rig/told-pi.ts";
import { notifyConfigPath } from "../../../src/testing/agent-folder.ts";

describeWith("tmux", "/notify setup", () => {
  it("asks, shows, writes, sends a test, and is in force at once", async () => {
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
    await pi.waitForScreen(/through ntfy/);
    await pi.keys("Down", "Down", "Enter");
    await pi.waitForScreen(/your ntfy server/);
    await pi.prompt(ntfy.url);
    await pi.waitForScreen(/another service/);
    await pi.keys(...Array.from({ length: 11 }, () => "Down"), "Enter");
    await pi.waitForScreen(/Address of the webhook/);
    await pi.prompt(hook.url);
    await pi.waitForScreen(/Write config\.json like this\?/);
    await pi.keys("Enter");
    await pi.waitForEvent("session_start", 2);

    expect(ntfy.messages).toHaveLength(1);
    const [test] = await hook.waitForRequests(1);
    expect(hookNotice(test ?? { body: "{}" })).toMatchObject({ label: "/notify test" });
    const written = JSON.parse(readFileSync(notifyConfigPath(pi.setup.agentDir), "utf8"));
    const topic = ntfy.messages[0]?.topic;
    expect(written).toMatchObject({
      version: 1,
      language: "en",
      channels: [
        { id: "bell", type: "bell" },
        { id: "phone", type: "ntfy", ntfy: { serverUrl: ntfy.url, topic } },
        { id: "hook", type: "webhook", webhook: { url: hook.url } },
      ],
    });

    await pi.prompt("hi");
    await hook.waitForRequests(2);
    await pi.keys("C-d");
    await pi.exit();
    expect(hook.requests.map((request) => hookNotice(request).event)).toEqual(["agent-completed", "agent-completed"]);
    expect(ntfy.messages).toHaveLength(2);
  });
});
