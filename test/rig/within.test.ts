import { describe, expect, it } from "vitest";
import { LimitedPi } from "../../rig/limited-pi.ts";
import { HANG_LIMIT_MS, within } from "../../rig/within.ts";

describe("awaiting something within a limit", () => {
  it("gives what it resolves to", async () => {
    expect(await within(HANG_LIMIT_MS, "the number", Promise.resolve(7))).toBe(7);
  });

  it("rejects with its own error", async () => {
    await expect(within(HANG_LIMIT_MS, "the number", Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  });

  it("fails with the name of what hangs", async () => {
    const never = new Promise<never>(() => {});
    await expect(within(20, "the number", never)).rejects.toThrow("the number hangs: it has not ended after 20 ms");
  });
});

describe("a fake Pi within limits", () => {
  it("awaits handlers and commands as the fake Pi does", async () => {
    const done: string[] = [];
    const pi = new LimitedPi();
    await pi.load((api) => {
      api.on("session_shutdown", async () => void done.push("handler"));
      api.registerCommand("work", { description: "", handler: async () => void done.push("command") });
    });
    await pi.start();
    await pi.command("work", "");
    await pi.shutdown();
    expect(done).toEqual(["command", "handler"]);
  });
});
