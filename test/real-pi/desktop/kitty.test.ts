import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWith } from "../../rig/describe-with.ts";
import { type Desktop, startDesktop } from "../../rig/desktop/desktop.ts";
import { PiInKitty } from "../../rig/desktop/pi-in-kitty.ts";
import { type SshServer, startSshServer } from "../../rig/desktop/ssh-server.ts";
import { startScriptedModel } from "../../rig/scripted-model.ts";
import { TmuxServer } from "../../rig/tmux-server.ts";
import { BELL, EXTENSION, TERMINAL } from "../told-pi.ts";

/** What lies between kitty and Pi, from the inside to the outside. */
type Layer = "tmux" | "ssh";

let ssh: SshServer;

interface Way {
  readonly argv: string[];
  /** Resolves when the program's terminal is on kitty's screen: tmux runs its program before that. */
  readonly onScreen: () => Promise<void>;
}

async function throughLayers(
  layers: readonly Layer[],
  servers: AsyncDisposableStack,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<Way> {
  let argv = ["env", "-C", cwd, ...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...command];
  const waits: (() => Promise<void>)[] = [];
  for (const layer of layers) {
    if (layer === "ssh") argv = ssh.command(argv);
    else {
      const server = servers.use(await TmuxServer.start({ options: { "allow-passthrough": "on" } }));
      await server.newSession({ name: "work", command: argv });
      argv = server.attachCommand("work");
      waits.push(() => server.waitForClient("work"));
    }
  }
  return {
    argv,
    onScreen: async () => {
      for (const wait of waits) await wait();
    },
  };
}

async function shownBy(layers: readonly Layer[], language: "en" | "zh-CN", desktop: Desktop) {
  await using servers = new AsyncDisposableStack();
  await using model = await startScriptedModel();
  const answer = model.hold();
  let onScreen = async () => {};
  await using pi = await PiInKitty.start({
    desktop,
    model,
    prompt: "hi",
    extensions: [EXTENSION],
    config: { language, content: { host: false, location: false }, channels: [TERMINAL, BELL] },
    through: async (command, env, cwd) => {
      const way = await throughLayers(layers, servers, command, env, cwd);
      onScreen = way.onScreen;
      return way.argv;
    },
  });
  await onScreen();
  answer.release();
  await pi.waitForEvent("agent_settled");
  await desktop.notifications.waitForShown(1);
  return await pi.allShown();
}

describeWith(["kitty", "Xvfb", "dbus-daemon", "sshd", "tmux"], "kitty shows that Pi has settled, once", () => {
  beforeAll(async () => {
    ssh = await startSshServer();
  });
  afterAll(() => ssh[Symbol.asyncDispose]());

  it.each([[[]], [["tmux"]], [["ssh"]], [["tmux", "ssh"]]] as const)("through %j", async (layers) => {
    for (const [language, summary, body] of [
      ["en", "Pi finished the task", "Project: project"],
      ["zh-CN", "Pi 等待输入", "项目：project"],
    ] as const) {
      await using desktop = await startDesktop();
      const shown = await shownBy(layers, language, desktop);
      expect(shown).toMatchObject([{ summary, body, replaces: 0 }]);
    }
  });

  it("through tmux in tmux, of which the inner one knows only that it is inside tmux", async () => {
    await using desktop = await startDesktop();
    const shown = await shownBy(["tmux", "tmux"], "en", desktop);
    expect(shown).toMatchObject([{ summary: "Pi finished the task · Project: project", body: "" }]);
  });
});
