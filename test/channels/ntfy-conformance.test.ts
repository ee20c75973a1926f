import { expect, it } from "vitest";
import { startNtfyServer } from "../../rig/ntfy-server.ts";
import { attemptNtfy } from "./ntfy-attempt.ts";
import { describeNtfyServer } from "./ntfy-conformance.ts";

describeNtfyServer("the rig's ntfy server", () => startNtfyServer());
describeNtfyServer("the rig's ntfy server with attachments", () => startNtfyServer({ attachmentLimit: 15 << 20 }));

const { NTFY_URL, PI_NOTIFY_SMOKE_TEST, PI_NOTIFY_SMOKE_URL, PI_NOTIFY_SMOKE_TOPIC } = process.env;

// Only where somebody has asked for it: a test that is skipped counts as one that proves nothing.
if (NTFY_URL) {
  const url = NTFY_URL.replace(/\/+$/, "");
  describeNtfyServer("the ntfy server of NTFY_URL", async () => ({ url, [Symbol.asyncDispose]: async () => {} }));
}

if (PI_NOTIFY_SMOKE_TEST === "1") {
  it("sends one notice to a phone", async () => {
    const { PI_NOTIFY_SMOKE_TOKEN: token = "" } = process.env;
    expect(PI_NOTIFY_SMOKE_URL, "PI_NOTIFY_SMOKE_URL").toBeTruthy();
    expect(PI_NOTIFY_SMOKE_TOPIC, "PI_NOTIFY_SMOKE_TOPIC").toBeTruthy();
    const part = { serverUrl: PI_NOTIFY_SMOKE_URL, topic: PI_NOTIFY_SMOKE_TOPIC, token, tags: ["test_tube"] };
    const message = { title: "pi-notify: smoke test 冒烟测试 🎉", lines: ["Project: pi-notify", "项目：pi-notify"] };
    expect(await attemptNtfy(part, { message })).toEqual({ kind: "accepted" });
  });
}
