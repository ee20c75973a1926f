import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWith } from "../../rig/describe-with.ts";
import { startNotificationService } from "../../rig/desktop/notification-service.ts";
import { type SessionBus, startSessionBus } from "../../rig/desktop/session-bus.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { findProgram } from "../../rig/system-parts.ts";
import { examined } from "./examined.ts";

const config = { channels: [{ id: "desktop", type: "desktop", desktop: { when: "always" } }] };
const SSH = { SSH_CONNECTION: "192.0.2.1 1 192.0.2.2 22" };

describeWith(["dbus-daemon", "notify-send"], "the doctor on a Linux desktop", () => {
  let bus: SessionBus;
  beforeAll(async () => {
    bus = await startSessionBus();
  });
  afterAll(() => bus?.[Symbol.asyncDispose]());

  const onBus = (env: Record<string, string> = {}) =>
    examined({ config, env: { DBUS_SESSION_BUS_ADDRESS: bus.address, ...env } });

  it("finds no notification service, then one, without showing a notification", async () => {
    expect((await onBus()).told).toEqual(["problem no-notification-service"]);
    await using service = await startNotificationService(bus.address);
    const seen = await onBus();
    expect(seen.told).toEqual([]);
    expect(seen.fine).toContain("Desktop: notify-send is there, and so is a notification service");
    expect(service.shown).toEqual([]);
  });

  it("no notify-send on PATH", async () => {
    await using service = await startNotificationService(bus.address);
    await using folder = makeScratchFolder();
    symlinkSync(findProgram("dbus-send") ?? "", join(folder.path, "dbus-send"));
    const seen = await onBus({ PATH: folder.path });
    expect(seen.told).toEqual(["problem notify-send-missing"]);
    expect(service.shown).toEqual([]);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ["no bus at all", { DBUS_SESSION_BUS_ADDRESS: "" }, ["problem no-desktop"]],
    ["a bus that is gone", { DBUS_SESSION_BUS_ADDRESS: "unix:path=/no/such/bus" }, ["problem no-desktop"]],
    ["the far side of ssh", SSH, ["note desktop-over-ssh"]],
  ])("%s", async (_name, env, told) => {
    expect((await onBus(env)).told).toEqual(told);
  });
});

it("WSL without Windows' programs on its PATH", async () => {
  expect((await examined({ config, env: { WSL_DISTRO_NAME: "Debian" } })).told).toEqual(["problem powershell-missing"]);
  await using folder = makeScratchFolder();
  symlinkSync("/bin/true", join(folder.path, "powershell.exe"));
  const env = { WSL_DISTRO_NAME: "Debian", PATH: folder.path };
  expect((await examined({ config, env })).told).toEqual([]);
});

it("macOS asks for a permission, only at the machine and only with a channel that shows something", async () => {
  const mac = { config, platform: "darwin" } as const;
  expect((await examined(mac)).told).toEqual(["note macos-permission"]);
  expect((await examined({ ...mac, env: SSH })).told).toEqual(["note desktop-over-ssh"]);
  expect((await examined({ ...mac, config: { channels: [{ id: "bell", type: "bell" }] } })).told).toEqual([]);
});

it("does not mention the desktop without a channel for it", async () => {
  const bell = { channels: [{ id: "bell", type: "bell" }] };
  expect((await examined({ config: bell, env: { PATH: "/no/such" } })).told).toEqual([]);
});
