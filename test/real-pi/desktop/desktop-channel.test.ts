import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { startDesktop } from "../../../rig/desktop/desktop.ts";
import { startNotificationService } from "../../../rig/desktop/notification-service.ts";
import { PiInKitty } from "../../../rig/desktop/pi-in-kitty.ts";
import { type SessionBus, startSessionBus } from "../../../rig/desktop/session-bus.ts";
import { PiInTmux } from "../../../rig/pi-in-tmux.ts";
import { runPiPrint } from "../../../rig/pi-on-pipes.ts";
import { inShort, receivedOn, waitForReceived } from "../../../rig/received-notices.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { EXTENSION } from "../../../rig/told-pi.ts";
import { failure } from "../../../src/testing/model-answers.ts";
import { startScriptedModel } from "../../../src/testing/scripted-model.ts";
import { readMarkup } from "../../channels/read-markup.ts";
import { makeHangingProgram } from "../hanging-program.ts";
import { HOSTILE_TEXTS } from "../terminal/hostile-texts.ts";

const DESKTOP = { id: "desktop", type: "desktop" };
const ALWAYS = { id: "desktop", type: "desktop", desktop: { when: "always" } };
const SSH = { SSH_CONNECTION: "192.0.2.1 50000 192.0.2.2 22" };
const NAMES_EXTENSION = fileURLToPath(new URL("../terminal/hostile-names.ts", import.meta.url));
const HOST_PRELOAD = new URL("../terminal/hostile-host.ts", import.meta.url).href;

/** What a program finds that runs on the desktop of this bus. */
function envOf(bus: SessionBus): Record<string, string> {
  return { DBUS_SESSION_BUS_ADDRESS: bus.address, XDG_RUNTIME_DIR: bus.runtimeFolder };
}

describeWith(["dbus-daemon", "notify-send", "tmux"], "the desktop's own notification", () => {
  let bus: SessionBus;
  beforeAll(async () => {
    bus = await startSessionBus();
  });
  afterAll(() => bus[Symbol.asyncDispose]());

  it.each([
    ["C.UTF-8", "Pi finished the task", "Project: project\nHost: "],
    ["zh_CN.UTF-8", "Pi 等待输入", "项目：project\n主机："],
  ])("print mode, asked for, in the language of %s: once, and not a byte of it in the output", async (...row) => {
    const [LANG, summary, body] = row;
    await using service = await startNotificationService(bus.address);
    const run = await runPiPrint("hi", {
      extensions: [EXTENSION],
      env: { ...envOf(bus), LANG },
      config: { channels: [DESKTOP] },
    });
    expect(run).toMatchObject({ exit: { code: 0 }, stdout: "hello\n", stderr: "" });
    expect(service.shown).toMatchObject([
      { application: "pi-notify", summary, body: expect.stringContaining(body), urgency: 1, replaces: 0 },
    ]);
  });

  it("print mode without a configuration: nothing pops up", async () => {
    await using service = await startNotificationService(bus.address);
    const run = await runPiPrint("hi", { extensions: [EXTENSION], env: envOf(bus) });
    expect(run).toMatchObject({ exit: { code: 0 }, stdout: "hello\n", stderr: "" });
    // Pi has ended: what has not come by now never will.
    expect(service.shown).toEqual([]);
  });

  it("an error is critical", async () => {
    await using service = await startNotificationService(bus.address);
    await using model = await startScriptedModel();
    model.answer(failure(401));
    await runPiPrint("hi", { extensions: [EXTENSION], env: envOf(bus), model, config: { channels: [DESKTOP] } });
    expect(service.shown).toMatchObject([{ summary: "Pi encountered an error", urgency: 2 }]);
  });

  it("over ssh it is skipped, whatever is configured", async () => {
    await using service = await startNotificationService(bus.address);
    const run = await runPiPrint("hi", {
      extensions: [EXTENSION],
      env: { ...envOf(bus), ...SSH },
      config: { channels: [ALWAYS] },
    });
    expect(run).toMatchObject({ exit: { code: 0 }, stdout: "hello\n" });
    expect(service.shown).toEqual([]);
  });

  it.each([
    { passthrough: "off", termType: "kitty(0.26.5)", terminal: ["BEL"], desktop: ["Pi finished the task"] },
    { passthrough: "on", termType: "kitty(0.26.5)", terminal: ["Pi finished the task", "BEL"], desktop: [] },
    { passthrough: "on", termType: "VTE(7006)", terminal: ["BEL"], desktop: ["Pi finished the task"] },
  ])("without a configuration in a tmux in $termType with passthrough $passthrough: told in one place", async (row) => {
    await using service = await startNotificationService(bus.address);
    await using pi = await PiInTmux.start({
      extensions: [EXTENSION],
      env: envOf(bus),
      tmuxOptions: { "allow-passthrough": row.passthrough },
      termType: row.termType,
    });
    await pi.prompt("hi");
    await service.waitForShown(row.desktop.length);
    await waitForReceived(pi.outer, (received) => received.length >= row.terminal.length);
    await pi.finish();
    expect(service.shown.map(({ summary }) => summary)).toEqual(row.desktop);
    expect(inShort(receivedOn(pi.outer))).toEqual(row.terminal);
  });

  it("hostile names arrive as what they show, in one notification each", async () => {
    await using service = await startNotificationService(bus.address);
    await using scratch = makeScratchFolder();
    const hostFile = join(scratch.path, "host");
    writeFileSync(hostFile, '""');
    await using pi = await PiInTmux.start({
      extensions: [EXTENSION, NAMES_EXTENSION],
      env: { ...envOf(bus), NODE_OPTIONS: `--import=${HOST_PRELOAD}`, RIG_HOST: hostFile },
      config: { language: "en", content: { location: false, project: false }, channels: [ALWAYS] },
    });
    for (const [index, { text, shown, kind }] of HOSTILE_TEXTS.entries()) {
      writeFileSync(hostFile, JSON.stringify(text));
      await pi.prompt(`/hostile-name ${index}`);
      await pi.prompt("hi");
      await service.waitForShown(index + 1);
      const { summary, body = "" } = service.shown[index] ?? {};
      expect(summary, kind).toBe("Pi finished the task");
      expect(readMarkup(body), kind).toBe(shown === "" ? "" : `Session: ${shown}\nHost: ${shown}`);
    }
    await pi.finish();
    expect(service.shown).toHaveLength(HOSTILE_TEXTS.length);
  });

  it("without a notification service it fails and gives the reason", async () => {
    await using pi = await PiInTmux.start({
      extensions: [EXTENSION],
      env: envOf(bus),
      config: { channels: [ALWAYS] },
      cols: 160,
    });
    await pi.prompt("/notify test");
    await pi.waitForScreen(/desktop: failed \(no notification service runs on this desktop\)/);
  });

  it("a notify-send that hangs does not outlive Pi", async () => {
    await using hanging = makeHangingProgram("notify-send");
    await using pi = await PiInTmux.start({
      extensions: [EXTENSION],
      env: envOf(bus),
      config: { channels: [ALWAYS] },
      pathPrepend: [hanging.folder],
    });
    await pi.prompt("hi");
    await hanging.waitForCalls(1);
    expect(await pi.quit()).toMatchObject({ code: 0 });
    await hanging.waitForEnd();
    expect(hanging.started()).toHaveLength(2);
  });

  it("print mode waits for one that hangs, up to a limit", async () => {
    await using hanging = makeHangingProgram("notify-send");
    const run = await runPiPrint("hi", {
      extensions: [EXTENSION],
      env: envOf(bus),
      pathPrepend: [hanging.folder],
      config: { channels: [DESKTOP] },
    });
    expect(run).toMatchObject({ exit: { code: 0 }, stdout: "hello\n", stderr: "" });
    expect(hanging.started()).toHaveLength(2);
    await hanging.waitForEnd();
  });
});

describeWith(["kitty", "Xvfb", "dbus-daemon", "notify-send"], "on the desktop that kitty is on", () => {
  it.each([
    { when: "fallback", applications: ["kitty"] },
    { when: "always", applications: ["kitty", "pi-notify"] },
  ])("$when: told by $applications", async ({ when, applications }) => {
    await using desktop = await startDesktop();
    await using pi = await PiInKitty.start({
      desktop,
      prompt: "hi",
      extensions: [EXTENSION],
      env: desktop.env,
      config: {
        language: "zh-CN",
        content: { host: false },
        channels: [
          { id: "terminal", type: "osc" },
          { id: "desktop", type: "desktop", desktop: { when } },
        ],
      },
    });
    await pi.waitForEvent("agent_settled");
    await desktop.notifications.waitForShown(applications.length);
    const shown = await pi.allShown();
    expect(shown.map(({ application }) => application).toSorted()).toEqual(applications);
    for (const { summary, body } of shown)
      expect({ summary, body }).toEqual({ summary: "Pi 等待输入", body: "项目：project" });
  });
});
