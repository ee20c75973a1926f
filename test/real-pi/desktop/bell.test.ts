import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { type Desktop, startDesktop } from "../../../rig/desktop/desktop.ts";
import { PiInKitty } from "../../../rig/desktop/pi-in-kitty.ts";
import { startWindowManager, type WindowManager } from "../../../rig/desktop/window-manager.ts";
import { BELL, EXTENSION, TERMINAL } from "../../../rig/told-pi.ts";
import { startScriptedModel } from "../../../src/testing/scripted-model.ts";

const PROGRAMS = ["kitty", "Xvfb", "dbus-daemon", "openbox", "xprop", "xev"] as const;

describeWith(PROGRAMS, "the window manager hears of the real Pi in a kitty behind another window", () => {
  let desktop: Desktop;
  let windows: WindowManager;
  beforeAll(async () => {
    desktop = await startDesktop();
    windows = await startWindowManager(desktop);
  });
  afterAll(async () => {
    await windows?.[Symbol.asyncDispose]();
    await desktop?.[Symbol.asyncDispose]();
  });

  // The first shows that the notification alone calls nobody.
  it.each([
    ["without the bell nothing", [TERMINAL], false],
    ["by the bell that it wants attention", [TERMINAL, BELL], true],
  ] as const)("%s", async (_name, channels, isCalled) => {
    await using model = await startScriptedModel();
    const answer = model.hold();
    await using pi = await PiInKitty.start({
      desktop,
      model,
      prompt: "hi",
      extensions: [EXTENSION],
      config: { language: "en", channels },
    });
    await using _other = await windows.cover();
    answer.release();
    await pi.waitForEvent("agent_settled");
    await pi.waitForShown(1);
    expect(await pi.allShown()).toMatchObject([{ summary: "Pi finished the task" }]);
    expect(windows.isCalled()).toBe(isCalled);
  });
});
