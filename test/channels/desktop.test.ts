import { describe, expect, it } from "vitest";
import { OFF_DESKTOP } from "../../rig/off-desktop.ts";
import type { Readiness } from "../../src/channels/channel.ts";
import type { DesktopFacts } from "../../src/channels/desktop/desktop.channel.ts";
import { desktopChannel } from "../../src/channels/desktop/desktop.channel.ts";
import { desktopSchema } from "../../src/channels/desktop/desktop.schema.ts";
import type { DesktopKind } from "../../src/channels/desktop/desktop-here.ts";
import { ProgramFault } from "../../src/ports/program-runner.ts";
import { attemptDesktop, callOf } from "./desktop-attempt.ts";

const BUS = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/run/user/1000/bus" };
const SSH = { SSH_CONNECTION: "192.0.2.1 5 192.0.2.2 22" };
const UNSUPPORTED: Readiness<DesktopFacts> = { kind: "skipped", reason: "unsupported" };
const on = (desktop: DesktopKind): Readiness<DesktopFacts> => ({ kind: "ready", facts: { desktop } });

/** Everything in it means something to a shell, to AppleScript, to PowerShell or to a reader of markup. */
const HOSTILE = `'; calc ‘; calc’ ‚‛ "; $(calc) \`calc\` & calc \\" end tell %PATH% <b>x</b>`;

function prepare(place: object, when: "fallback" | "always" = "always", terminalShows = false) {
  const setting = { config: { when }, tmux: { kind: "outside" }, platform: "linux", env: {} } as const;
  return desktopChannel.prepare({ ...setting, ...OFF_DESKTOP, ...place, terminalWouldShow: async () => terminalShows });
}

describe("where there is a desktop", () => {
  it.each<[name: string, platform: NodeJS.Platform, env: Record<string, string>, verdict: Readiness<DesktopFacts>]>([
    ["macOS", "darwin", {}, on("macos")],
    ["macOS over ssh", "darwin", SSH, UNSUPPORTED],
    ["Linux with a session bus", "linux", BUS, on("linux")],
    [
      "Wayland, where only the bus's usual place is known",
      "linux",
      { WAYLAND_DISPLAY: "w", XDG_RUNTIME_DIR: "/r" },
      on("linux"),
    ],
    ["X11 likewise", "linux", { DISPLAY: ":0", XDG_RUNTIME_DIR: "/r" }, on("linux")],
    ["X11 without any word on a bus", "linux", { DISPLAY: ":0" }, UNSUPPORTED],
    ["Linux without a desktop", "linux", { XDG_RUNTIME_DIR: "/r" }, UNSUPPORTED],
    ["a Linux desktop over ssh", "linux", { ...BUS, ...SSH }, UNSUPPORTED],
    ["over ssh, of which only the terminal is left", "linux", { ...BUS, SSH_TTY: "/dev/pts/3" }, UNSUPPORTED],
    ["over ssh, of which only the client is left", "linux", { ...BUS, SSH_CLIENT: "192.0.2.1 5 22" }, UNSUPPORTED],
    ["FreeBSD with a session bus", "freebsd", BUS, on("linux")],
    ["WSL", "linux", { WSL_DISTRO_NAME: "Debian" }, on("wsl")],
    ["WSL with a bus of its own", "linux", { WSL_INTEROP: "/run/WSL/1_interop", ...BUS }, on("wsl")],
    ["WSL over ssh", "linux", { WSL_DISTRO_NAME: "Debian", ...SSH }, UNSUPPORTED],
    ["no Linux, whatever WSL's variables say", "freebsd", { WSL_DISTRO_NAME: "Debian", ...BUS }, on("linux")],
    ["Windows", "win32", {}, on("windows")],
    ["Windows over ssh", "win32", SSH, UNSUPPORTED],
  ])("%s", async (_name, platform, env, verdict) => {
    expect(await prepare({ platform, env })).toEqual(verdict);
  });

  it.each([
    ["always", true, on("macos")],
    ["always", false, on("macos")],
    ["fallback", true, { kind: "skipped", reason: "not-needed" }],
    ["fallback", false, on("macos")],
  ] as const)("%s, and that the terminal would show it is %s", async (when, terminalShows, verdict) => {
    expect(await prepare({ platform: "darwin" }, when, terminalShows)).toEqual(verdict);
  });
});

describe("Linux: notify-send", () => {
  const args = (title: string, body: string) => ["--app-name=pi-notify", "--urgency=normal", "--", title, body];

  it.each([
    ["plain", "Pi 等待输入", ["项目：a", "主机：b"], "Pi 等待输入", "项目：a\n主机：b"],
    ["no lines", "T", [], "T", ""],
    ["markup in the body only", "<b>&", ["<b>a</b> &amp;"], "<b>&", "&lt;b&gt;a&lt;/b&gt; &amp;amp;"],
    ["what C reads as a line feed", "a\\nb", ["C:\\new\\101", "\\"], "a\\nb", "C:\\\\new\\\\101\n\\\\"],
    ["options", "--help", ["-u", "--"], "--help", "-u\n--"],
    ["long texts", "t".repeat(300), ["x".repeat(10_240)], `${"t".repeat(199)}…`, `${"x".repeat(999)}…`],
    ["long Chinese", "T", ["字".repeat(2_000)], "T", `${"字".repeat(999)}…`],
    ["four bytes a character", "T", ["😀".repeat(2_000)], "T", `${"😀".repeat(749)}…`],
    ["markup at the cut", "T", ["&".repeat(2_000)], "T", `${"&amp;".repeat(999)}…`],
  ])("%s", async (_name, title, lines, toldTitle, toldBody) => {
    const { calls, result } = await callOf("linux", { message: { title, lines }, env: BUS });
    expect(calls).toMatchObject([{ program: "notify-send", args: args(toldTitle, toldBody), env: BUS }]);
    expect(result).toEqual({ kind: "accepted" });
  });

  it.each([
    [1, "low"],
    [2, "low"],
    [3, "normal"],
    [4, "normal"],
    [5, "critical"],
  ] as const)("priority %i is %s", async (priority, urgency) => {
    const { calls } = await callOf("linux", { priority });
    expect(calls[0]?.args[1]).toBe(`--urgency=${urgency}`);
  });

  it("names a sound", async () => {
    const { calls } = await callOf("linux", { part: { sound: "message-new-instant" } });
    expect(calls[0]?.args.slice(2, 4)).toEqual(["--hint=string:sound-name:message-new-instant", "--"]);
  });

  it.each([
    [BUS, BUS.DBUS_SESSION_BUS_ADDRESS],
    [{ ...BUS, DISPLAY: ":0", XDG_RUNTIME_DIR: "/other" }, BUS.DBUS_SESSION_BUS_ADDRESS],
    [{ DISPLAY: ":0", XDG_RUNTIME_DIR: "/run/a b,é" }, "unix:path=/run/a%20b%2c%c3%a9/bus"],
    [{ DISPLAY: ":0", XDG_RUNTIME_DIR: "/run/\t" }, "unix:path=/run/%09/bus"],
  ])("on the bus of %j", async (env, address) => {
    expect((await callOf("linux", { env })).calls[0]?.env).toEqual({ DBUS_SESSION_BUS_ADDRESS: address });
  });
});

it("Linux: an unknown bus is not named", async () => {
  expect((await callOf("linux", { env: {} })).calls[0]).not.toHaveProperty("env");
});

describe("macOS: osascript", () => {
  const script = (statement: string) => ["-e", "on run argv", "-e", statement, "-e", "end run"];

  it.each([
    ["plain", "Pi 等待输入", ["项目：a", "主机：b"], "项目：a\n主机：b"],
    ["hostile", HOSTILE, [HOSTILE], HOSTILE],
    ["options", "-e", ["-l", "JavaScript"], "-l\nJavaScript"],
    ["long", "T", ["x".repeat(10_240)], `${"x".repeat(999)}…`],
  ])("%s: the texts are arguments, behind a word that ends the options", async (_name, title, lines, body) => {
    const { calls } = await callOf("macos", { message: { title, lines } });
    const statement = "display notification (item 3 of argv) with title (item 2 of argv)";
    expect(calls).toMatchObject([
      { program: "/usr/bin/osascript", args: [...script(statement), "pi-notify", title, body] },
    ]);
  });

  it("takes a sound as an argument too", async () => {
    const { calls } = await callOf("macos", { part: { sound: "Glass" } });
    const statement = "display notification (item 3 of argv) with title (item 2 of argv) sound name (item 4 of argv)";
    expect(calls[0]?.args).toEqual([...script(statement), "pi-notify", "T", "L", "Glass"]);
  });
});

describe("Windows and WSL: PowerShell", () => {
  const decoded = (input = "") => JSON.parse(Buffer.from(input, "base64").toString("utf8"));

  it.each([
    ["windows", {}, "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe"],
    ["windows", { SystemRoot: "D:\\W" }, "D:\\W\\System32\\WindowsPowerShell\\v1.0\\powershell.exe"],
    ["wsl", { SystemRoot: "D:\\W" }, "powershell.exe"],
  ] as const)("%s with %j runs %s", async (desktop, env, program) => {
    expect((await callOf(desktop, { env })).calls.map((call) => call.program)).toEqual([program]);
  });

  it.each(["windows", "wsl"] as const)(
    "%s: no text changes what is run, and all of it is on standard input",
    async (desktop) => {
      const lines = ["项目：a", HOSTILE, "'@\n#>"];
      const plain = (await callOf(desktop)).calls;
      const { calls } = await callOf(desktop, {
        message: { title: HOSTILE, lines },
        part: { sound: "Notification.Mail" },
      });
      expect(calls.map(({ program, args, env }) => ({ program, args, env }))).toEqual(
        plain.map(({ program, args, env }) => ({ program, args, env })),
      );
      expect(calls[0]?.args.slice(0, -1)).toEqual(["-NoProfile", "-NonInteractive", "-Command"]);
      expect(calls[0]?.input).toMatch(/^[A-Za-z0-9+/=]+$/);
      expect(decoded(calls[0]?.input)).toEqual({ title: HOSTILE, body: lines.join("\n"), sound: "Notification.Mail" });
      expect(decoded(plain[0]?.input)).toEqual({ title: "T", body: "L" });
    },
  );

  it("the script needs no escaping on a command line, and puts texts nowhere but into nodes", async () => {
    const script = (await callOf("windows")).calls[0]?.args.at(-1) ?? "";
    expect(script).toMatch(/^[\x20-\x7e]+$/);
    expect(script).not.toContain('"');
    expect(script).not.toMatch(/\\$/);
    expect(script.match(/\$text\.\w+/g)).toEqual(["$text.title", "$text.body", "$text.sound", "$text.sound"]);
    expect(script).toContain("CreateTextNode($text.title)");
    expect(script).toContain("CreateTextNode($text.body)");
    expect(script).not.toMatch(/Invoke-Expression|\biex\b|LoadXml/i);
  });
});

describe("the script for PowerShell, which no test here can run", () => {
  const script = async () => (await callOf("windows")).calls[0]?.args.at(-1) ?? "";
  const ASSIGNMENT = /\$(\w+) = /g;

  it("stops at the first fault, and sets every variable before it reads it, in a statement of its own", async () => {
    const text = await script();
    expect(text).toMatch(/^\$ErrorActionPreference = 'Stop'; /);
    const set = Array.from(text.matchAll(ASSIGNMENT), ([, name]) => name);
    expect(set).toEqual(["ErrorActionPreference", "json", "text", "kind", "xml", "places", "audio", "toast"]);
    const met = new Set(Array.from(text.matchAll(/\$(\w+)/g), ([, name]) => name));
    met.delete("input");
    expect([...met]).toEqual(set);
    const before = Array.from(text.matchAll(ASSIGNMENT), ({ index }) => text.slice(0, index));
    expect(before.filter((text) => !/(?:^|[;{] )$/.test(text))).toEqual([]);
  });

  it("makes the types of Windows known before it uses one, and shows the toast last, in PowerShell's own name", async () => {
    const text = await script();
    const known = Array.from(text.matchAll(/\[void\]\[([\w.]+), [\w.]+, ContentType = WindowsRuntime\]; /g));
    expect(known.map(([, type]) => type)).toEqual([
      "Windows.UI.Notifications.ToastNotificationManager",
      "Windows.Data.Xml.Dom.XmlDocument",
    ]);
    expect(text.slice(0, known[0]?.index)).not.toContain("[Windows.");
    expect(text).toMatch(
      /\]::CreateToastNotifier\('\{[-0-9A-F]{36}\}\\WindowsPowerShell\\v1\.0\\powershell\.exe'\)\.Show\(\$toast\)$/,
    );
  });
});

describe("what the program's end means", () => {
  const NO_SERVICE =
    "GDBus.Error:org.freedesktop.DBus.Error.ServiceUnknown: The name /home/me was not provided by any .service files\n";

  it.each([
    ["linux", { exitCode: 0, errors: "warning" }, { kind: "accepted" }],
    ["linux", { exitCode: 1, errors: NO_SERVICE }, failed("no notification service runs on this desktop")],
    ["linux", { exitCode: 1, errors: "token at /home/me" }, failed("notify-send ended with code 1")],
    ["linux", { exitCode: undefined, errors: "" }, failed("notify-send was killed")],
    ["macos", { exitCode: 1, errors: "/home/me" }, failed("osascript ended with code 1")],
    ["windows", { exitCode: 1, errors: "C:\\Users\\me" }, failed("powershell.exe ended with code 1")],
  ] as const)("%s, %j", async (desktop, end, result) => {
    expect((await callOf(desktop, { end })).result).toEqual(result);
  });

  it("a program that does not start is told by its own words, and a fault of ours is none of these", async () => {
    const run = (error: Error) => attemptDesktop("linux", { env: {}, run: () => Promise.reject(error) });
    expect(await run(new ProgramFault("notify-send was not found"))).toEqual(failed("notify-send was not found"));
    await expect(run(new TypeError("ours"))).rejects.toThrow("ours");
  });

  function failed(reason: string) {
    return { kind: "failed", reason } as const;
  }
});

describe("its part of the configuration", () => {
  it.each([
    [{}, { when: "fallback" }],
    [
      { when: "always", sound: "Glass" },
      { when: "always", sound: "Glass" },
    ],
    [{ sound: "Notification.Looping.Alarm2" }, { when: "fallback", sound: "Notification.Looping.Alarm2" }],
    [{ sound: "我的 声音" }, { when: "fallback", sound: "我的 声音" }],
  ])("%j", (part, config) => {
    expect(desktopSchema.parse(part)).toEqual(config);
  });

  it.each([
    { when: "never" },
    { sound: "" },
    { sound: "-x" },
    { sound: "a:b" },
    { sound: "a;b" },
    { sound: "a\nb" },
    { sound: "‘a’" },
    { sound: "x".repeat(65) },
    { sound: true },
    { other: 1 },
  ])("%j is refused", (part) => {
    expect(desktopSchema.safeParse(part).success).toBe(false);
  });

  it("says what it is", () => {
    expect(desktopChannel.describe({ when: "always" }, "en")).toBe("desktop notification");
    expect(desktopChannel.describe({ when: "fallback" }, "en")).toBe(
      "desktop notification (where the terminal shows none)",
    );
    expect(desktopChannel.modes).toEqual({
      default: ["tui", "rpc", "print"],
      allowed: ["tui", "rpc", "json", "print"],
    });
    expect(desktopChannel.timeoutMs({ when: "always" })).toBe(10_000);
  });
});
