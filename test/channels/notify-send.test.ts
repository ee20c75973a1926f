import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWith } from "../../rig/describe-with.ts";
import { type NotificationService, startNotificationService } from "../../rig/desktop/notification-service.ts";
import { type SessionBus, startSessionBus } from "../../rig/desktop/session-bus.ts";
import { createProgramRunner } from "../../src/adapters/programs/program-runner.ts";
import { attemptDesktop, type DesktopAttempt } from "./desktop-attempt.ts";
import { readMarkup } from "./read-markup.ts";

/** The real notify-send in the plainest of all locales. */
function attempt(bus: SessionBus, details: DesktopAttempt) {
  const env = { PATH: process.env.PATH, LC_ALL: "C", DBUS_SESSION_BUS_ADDRESS: bus.address };
  return attemptDesktop("linux", createProgramRunner({ env }), details);
}

describeWith(["dbus-daemon", "notify-send"], "what the real notify-send tells the desktop", () => {
  let bus: SessionBus;
  let service: NotificationService;
  beforeAll(async () => {
    bus = await startSessionBus();
    service = await startNotificationService(bus.address);
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await bus[Symbol.asyncDispose]();
  });

  it.each([
    ["English", "Pi finished the task", ["Project: a", "Host: b"]],
    ["Chinese", "Pi 遇到错误，等待输入", ["项目：甲", "主机：乙"]],
    ["no lines", "T", []],
    ["options", "--urgency=critical", ["--app-name=x", "-"]],
    ["C escapes", "a\\nb\\101", ["C:\\new\\101\\", "\\\\n", "\\x41 \\u0041 %s"]],
    ["markup", "<b>&amp;</b>", ["<b>bold</b> &amp; <img src=x>", "a < b && c > d &#65;"]],
    ["quotes", `'; calc "`, ["‘; calc’ `calc` $(calc) \\"]],
    ["an emoji family and right-to-left text", "👨‍👩‍👧‍👦", ["שלום"]],
  ])("%s, as it is and once", async (_name, title, lines) => {
    const before = service.shown.length;
    expect(await attempt(bus, { message: { title, lines }, priority: 4 })).toEqual({ kind: "accepted" });
    const [shown, ...others] = service.shown.slice(before);
    expect(others).toEqual([]);
    expect(shown).toMatchObject({ application: "pi-notify", summary: title, urgency: 1, replaces: 0 });
    expect(readMarkup(shown?.body ?? "")).toBe(lines.join("\n"));
  });

  it("10 kB, cut to what is shown", async () => {
    await attempt(bus, { message: { lines: ["<".repeat(10_240)] }, priority: 5, part: { sound: "complete" } });
    expect(service.shown.at(-1)).toMatchObject({ body: `${"&lt;".repeat(999)}…`, urgency: 2 });
  });
});

describeWith(["dbus-daemon", "notify-send"], "where nobody shows notifications", () => {
  it("it fails and says why", async () => {
    await using bus = await startSessionBus();
    expect(await attempt(bus, {})).toEqual({ kind: "failed", reason: "no notification service runs on this desktop" });
  });

  it("without a bus it fails without a word of the path", async () => {
    const bus = { address: "unix:path=/home/me/secret/bus" } as SessionBus;
    expect(await attempt(bus, {})).toEqual({ kind: "failed", reason: "notify-send ended with code 1" });
  });
});
