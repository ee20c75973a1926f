import { describe, expect, it } from "vitest";
import { LimitedPi } from "../../rig/limited-pi.ts";
import { withinLimit } from "../../rig/within-limit.ts";

describe("awaiting something within a limit", () => {
  it("gives what it resolves to", async () => {
    expect(await withinLimit("the number", Promise.resolve(7))).toBe(7);
  });

  it("rejects with its own error", async () => {
    await expect(withinLimit("the number", Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  });

  it("fails with the name of what it awaited in vain", async () => {
    const never = new Promise<never>(() => {});
    await expect(withinLimit("the number", never, 20)).rejects.toThrow("waited 20 ms in vain for the number");
    const describeLate = () => "the number, asked for late";
    await expect(withinLimit(describeLate, never, 20)).rejects.toThrow("in vain for the number, asked for late");
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
