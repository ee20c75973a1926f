import { expect, it } from "vitest";
import { cleanEnvironment } from "../../rig/clean-environment.ts";
import { describeWith } from "../../rig/describe-with.ts";
import { startDesktop } from "../../rig/desktop/desktop.ts";
import { KittyWindow } from "../../rig/desktop/kitty-window.ts";

describeWith(["kitty", "Xvfb", "dbus-daemon"], "the rig's desktop", () => {
  it("shows what a program in kitty sends ", async () => {
    await using desktop = await startDesktop();
    await using kitty = new KittyWindow({
      desktop,
      command: ["printf", "\\033]777;notify;Title;Body;more\\033\\\\\\033]9;text\\033\\\\"],
      env: cleanEnvironment({ home: "/tmp" }),
    });
    const shown = await kitty.allShown();
    expect(shown.map(({ summary, body }) => [summary, body])).toEqual([
      ["Title", "Body;more"],
      ["text", ""],
    ]);
  });
});
