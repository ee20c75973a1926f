import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BIN_FOLDER, cleanEnvironment } from "../../rig/clean-environment.ts";
import { describeWith } from "../../rig/describe-with.ts";
import { type Desktop, startDesktop } from "../../rig/desktop/desktop.ts";
import { FootWindow } from "../../rig/desktop/foot-window.ts";
import { canKittyClose, KittyWindow } from "../../rig/desktop/kitty-window.ts";
import { type Layer, throughLayers } from "../../rig/desktop/layers.ts";
import { type SshServer, startSshServer } from "../../rig/desktop/ssh-server.ts";
import type { TerminalWindow, WindowOptions } from "../../rig/desktop/terminal-window.ts";
import { startWaylandScreen } from "../../rig/desktop/wayland-screen.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";

const PROGRAM = fileURLToPath(new URL("../../rig/desktop/notify-once.ts", import.meta.url));

interface Way {
  readonly layers: readonly Layer[];
  readonly config?: object;
  /** Another window of the tmux session is in front. */
  readonly hidden?: boolean;
  readonly title?: string;
  readonly lines?: readonly string[];
  /** As if the variables of a kitty came from where a server was started. */
  readonly stale?: boolean;
  readonly on?: Terminal;
  /** It is taken back after it was shown. */
  readonly withdrawn?: boolean;
}

interface Terminal {
  readonly desktop: () => Desktop;
  readonly open: (options: WindowOptions) => TerminalWindow;
}

let onX11: Desktop;
let onWayland: Desktop;
let ssh: SshServer;

const KITTY: Terminal = { desktop: () => onX11, open: (options) => new KittyWindow(options) };
const FOOT: Terminal = { desktop: () => onWayland, open: (options) => new FootWindow(options) };

/** Tells one notice from inside the layers; what the channel says of it, and what was shown as `summary | body`. */
async function tellThrough({
  layers,
  config = {},
  hidden = false,
  title = "Done",
  lines = ["Project: a"],
  stale,
  on = KITTY,
  withdrawn = false,
}: Way) {
  await using owner = new AsyncDisposableStack();
  const scratch = owner.use(makeScratchFolder());
  const [start = "", outcomeFile = "", withdraw = ""] = ["start", "outcome", "withdraw"].map((name) =>
    join(scratch.path, name),
  );
  const json = JSON.stringify({ config, message: { title, lines }, ...(withdrawn ? { withdraw } : {}) });
  const variables = stale ? ["env", "KITTY_WINDOW_ID=77", "GHOSTTY_RESOURCES_DIR=/x"] : [];
  const program = [...variables, join(BIN_FOLDER, "node"), PROGRAM, start, outcomeFile, json];
  const { argv, servers, onScreen } = await throughLayers(layers, program, owner, ssh);
  if (hidden) await servers[0]?.newWindow("work");
  const desktop = on.desktop();
  const before = desktop.notifications.shown.length;
  const closedBefore = desktop.notifications.closed.length;
  const window = owner.use(on.open({ desktop, command: argv, env: environment(scratch.path), cwd: "/" }));
  await onScreen();
  writeFileSync(start, "");
  await waitUntil("the outcome", () => existsSync(outcomeFile));
  if (withdrawn) {
    await desktop.notifications.waitForShown(before + 1);
    writeFileSync(withdraw, "");
  }
  // The window in front would live on.
  if (hidden) await servers[0]?.run("kill-server");
  const shown = await window.allShown();
  const { kind, reason } = JSON.parse(readFileSync(outcomeFile, "utf8"));
  return {
    outcome: reason ?? kind,
    shown: shown.map(({ summary, body }) => (body === "" ? summary : `${summary} | ${body}`)),
    /** Which of those was closed, by its place. */
    closed: desktop.notifications.closed.slice(closedBefore).map((id) => shown.findIndex((one) => one.id === id)),
  };
}

function environment(home: string): Record<string, string> {
  const { TERM: _terminalSetsIt, ...env } = cleanEnvironment({ home });
  return env;
}

const PROGRAMS = ["kitty", "foot", "sway", "Xvfb", "dbus-daemon", "notify-send", "sshd", "tmux", "screen"] as const;

describeWith(PROGRAMS, "a notice on a real terminal", () => {
  beforeAll(async () => {
    [onX11, onWayland, ssh] = await Promise.all([startDesktop(), startDesktop(startWaylandScreen), startSshServer()]);
  });
  afterAll(async () => {
    await onX11[Symbol.asyncDispose]();
    await onWayland[Symbol.asyncDispose]();
    await ssh[Symbol.asyncDispose]();
  });

  const OFF = { tmux: { "allow-passthrough": "off" } };
  const WHOLE = "Done | Project: a";
  /** OSC 9 has one text. */
  const ONE_TEXT = "Done · Project: a";
  const HOSTILE = ["a\u{1f468}\u200d\u{1f469}; b", "--urgency=critical", "<b>&amp;</b> \\n", "界".repeat(400)];

  it.each<[string, Way, string, string[]]>([
    ["straight", { layers: [] }, "written", [WHOLE]],
    ["OSC 9", { layers: [], config: { protocol: "osc9" }, title: "5;1 x" }, "written", ["Pi: 5:1 x · Project: a"]],
    ["OSC 777", { layers: [], config: { protocol: "osc777" }, lines: ["a;b"] }, "written", ["Done | a,b"]],
    ["hostile text", { layers: [], lines: HOSTILE }, "written", [`Done | ${HOSTILE.join("\n")}`]],

    ["tmux, passthrough off", { layers: [OFF] }, "passthrough-off", []],
    ["tmux, hidden", { layers: ["tmux"], hidden: true }, "pane-hidden", []],
    ["tmux, stale variables", { layers: ["tmux"], stale: true }, "written", [WHOLE]],
    ["past tmux, passthrough off", { layers: [OFF], config: { tmux: "client-tty" } }, "written", [WHOLE]],
    ["past tmux, hidden", { layers: ["tmux"], config: { tmux: "auto" }, hidden: true }, "written", [WHOLE]],
    ["tmux in tmux, stale variables", { layers: ["tmux", "tmux"], stale: true }, "written", [ONE_TEXT]],
    ["past the inner tmux", { layers: [OFF, "tmux"], config: { tmux: "auto" } }, "written", [ONE_TEXT]],

    ["screen", { layers: ["screen"], title: "Ťě", lines: HOSTILE }, "written", [`Ťě | ${HOSTILE.join("\n")}`]],
    [
      "screen, OSC 777 in ASCII",
      {
        layers: ["screen"],
        config: { protocol: "osc777" },
        title: "Pi 等待输入",
        lines: ["Žluť: ćě;", "y".repeat(300)],
      },
      "written",
      [`Pi finished the task | Zlut: ce, - ${"y".repeat(300)}`],
    ],
    ["tmux in screen", { layers: ["tmux", "screen"] }, "written", ["Done - Project: a"]],

    ["ssh from tmux", { layers: ["ssh", "tmux"] }, "written", [ONE_TEXT]],
    ["ssh from screen", { layers: ["ssh", "screen"] }, "written", ["Done - Project: a"]],
  ])("kitty: %s", async (_name, way, outcome, shown) => {
    expect(await tellThrough(way)).toEqual({ outcome, shown, closed: [] });
  });

  // Whatever else this kitty shows stays, and one that is too old takes no harm.
  it.each<[string, Way]>([
    ["straight", { layers: [] }],
    ["through tmux", { layers: ["tmux"] }],
    ["past tmux", { layers: [OFF], config: { tmux: "client-tty" } }],
    ["through screen", { layers: ["screen"] }],
    ["tmux over ssh", { layers: ["tmux", "ssh"] }],
  ])("kitty: taken back %s", async (_name, way) => {
    const closed = canKittyClose() ? [0] : [];
    expect(await tellThrough({ ...way, withdrawn: true })).toEqual({ outcome: "written", shown: [WHOLE], closed });
  });

  // Known by TERM alone. What it runs is notify-send, which takes backslashes as C does.
  const FOOT_HOSTILE = HOSTILE.map((line) => line.replaceAll(";", ",").replaceAll("\\n", "\n"));
  it.each<[string, Way, string, string[]]>([
    ["straight", { layers: [] }, "written", [WHOLE]],
    ["OSC 9", { layers: [], config: { protocol: "osc9" }, title: "5;1 x" }, "written", ["Pi: 5:1 x · Project: a"]],
    ["hostile text", { layers: [], lines: HOSTILE }, "written", [`Done | ${FOOT_HOSTILE.join(" · ")}`]],
    ["tmux", { layers: ["tmux"] }, "written", [WHOLE]],
    ["tmux, passthrough off", { layers: [OFF] }, "passthrough-off", []],
    ["tmux, hidden", { layers: ["tmux"], hidden: true }, "pane-hidden", []],
    ["past tmux, hidden", { layers: [OFF], config: { tmux: "auto" }, hidden: true }, "written", [WHOLE]],
    ["tmux in tmux, stale variables", { layers: ["tmux", "tmux"], stale: true }, "written", [ONE_TEXT]],
    ["screen", { layers: ["screen"] }, "written", ["Done - Project: a"]],
    ["ssh", { layers: ["ssh"] }, "written", [WHOLE]],
    ["tmux over ssh", { layers: ["tmux", "ssh"] }, "written", [WHOLE]],
    ["ssh from tmux", { layers: ["ssh", "tmux"] }, "written", [ONE_TEXT]],
  ])("foot: %s", async (_name, way, outcome, shown) => {
    expect(await tellThrough({ ...way, on: FOOT })).toEqual({ outcome, shown, closed: [] });
  });
});
