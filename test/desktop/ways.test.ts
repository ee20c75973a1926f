import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BIN_FOLDER, cleanEnvironment } from "../rig/clean-environment.ts";
import { describeWith } from "../rig/describe-with.ts";
import { type Desktop, startDesktop } from "../rig/desktop/desktop.ts";
import { KittyWindow } from "../rig/desktop/kitty-window.ts";
import { type Layer, throughLayers } from "../rig/desktop/layers.ts";
import { type SshServer, startSshServer } from "../rig/desktop/ssh-server.ts";
import { makeScratchFolder } from "../rig/scratch-folder.ts";
import { waitUntil } from "../rig/wait-until.ts";

const PROGRAM = fileURLToPath(new URL("../rig/desktop/notify-once.ts", import.meta.url));

interface Way {
  readonly layers: readonly Layer[];
  readonly config?: object;
  /** Another window of the tmux session is in front. */
  readonly hidden?: boolean;
  readonly title?: string;
  readonly lines?: readonly string[];
  /** As if the variables of a kitty came from where a server was started. */
  readonly stale?: boolean;
}

let desktop: Desktop;
let ssh: SshServer;

/** Tells one notice from inside the layers; what the channel says of it, and what kitty showed as `summary | body`. */
async function tellThrough({
  layers,
  config = {},
  hidden = false,
  title = "Done",
  lines = ["Project: a"],
  stale,
}: Way) {
  await using owner = new AsyncDisposableStack();
  const scratch = owner.use(makeScratchFolder());
  const [start, outcomeFile] = [join(scratch.path, "start"), join(scratch.path, "outcome")];
  const json = JSON.stringify({ config, message: { title, lines } });
  const variables = stale ? ["env", "KITTY_WINDOW_ID=77", "GHOSTTY_RESOURCES_DIR=/x"] : [];
  const program = [...variables, join(BIN_FOLDER, "node"), PROGRAM, start, outcomeFile, json];
  const { argv, servers, onScreen } = await throughLayers(layers, program, owner, ssh);
  if (hidden) await servers[0]?.newWindow("work");
  const kitty = owner.use(new KittyWindow({ desktop, command: argv, env: environment(scratch.path), cwd: "/" }));
  await onScreen();
  writeFileSync(start, "");
  await waitUntil("the outcome", () => existsSync(outcomeFile));
  // The window in front would live on.
  if (hidden) await servers[0]?.run("kill-server");
  const shown = await kitty.allShown();
  const { kind, reason } = JSON.parse(readFileSync(outcomeFile, "utf8"));
  return {
    outcome: reason ?? kind,
    shown: shown.map(({ summary, body }) => (body === "" ? summary : `${summary} | ${body}`)),
  };
}

function environment(home: string): Record<string, string> {
  const { TERM: _kittySetsIt, ...env } = cleanEnvironment({ home });
  return env;
}

describeWith(["kitty", "Xvfb", "dbus-daemon", "sshd", "tmux", "screen"], "a notice on a real kitty", () => {
  beforeAll(async () => {
    [desktop, ssh] = await Promise.all([startDesktop(), startSshServer()]);
  });
  afterAll(async () => {
    await desktop[Symbol.asyncDispose]();
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
  ])("%s", async (_name, way, outcome, shown) => {
    expect(await tellThrough(way)).toEqual({ outcome, shown });
  });
});
