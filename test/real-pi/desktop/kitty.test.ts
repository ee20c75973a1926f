import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWith } from "../../rig/describe-with.ts";
import { type Desktop, startDesktop } from "../../rig/desktop/desktop.ts";
import { type Layer, throughLayers } from "../../rig/desktop/layers.ts";
import { PiInKitty } from "../../rig/desktop/pi-in-kitty.ts";
import { type SshServer, startSshServer } from "../../rig/desktop/ssh-server.ts";
import { startScriptedModel } from "../../rig/scripted-model.ts";
import { BELL, EXTENSION, TERMINAL } from "../told-pi.ts";

let desktop: Desktop;
let ssh: SshServer;

async function shownBy(layers: readonly Layer[], language: "en" | "zh-CN") {
  await using owner = new AsyncDisposableStack();
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
      const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
      const way = await throughLayers(layers, ["env", "-C", cwd, ...variables, ...command], owner, ssh);
      onScreen = way.onScreen;
      return [...way.argv];
    },
  });
  await onScreen();
  answer.release();
  await pi.waitForEvent("agent_settled");
  await pi.waitForShown(1);
  return await pi.allShown();
}

describeWith(
  ["kitty", "Xvfb", "dbus-daemon", "sshd", "tmux", "screen"],
  "kitty shows that Pi has settled, once",
  () => {
    beforeAll(async () => {
      [desktop, ssh] = await Promise.all([startDesktop(), startSshServer()]);
    });
    afterAll(async () => {
      await desktop[Symbol.asyncDispose]();
      await ssh[Symbol.asyncDispose]();
    });

    const SETTLED = [
      ["en", "Pi finished the task", "Project: project"],
      ["zh-CN", "Pi 等待输入", "项目：project"],
    ] as const;

    it.each<readonly Layer[][]>([[[]], [["tmux"]], [["ssh"]], [["tmux", "ssh"]]])("through %j", async (layers) => {
      for (const [language, summary, body] of SETTLED) {
        expect(await shownBy(layers, language)).toMatchObject([{ summary, body, replaces: 0 }]);
      }
    });

    // Pi knows only that it is inside a multiplexer, and the fallback has one text.
    it.each<[readonly Layer[], "en" | "zh-CN", string]>([
      [["tmux", "tmux"], "en", "Pi finished the task · Project: project"],
      [["ssh", "tmux"], "zh-CN", "Pi 等待输入 · 项目：project"],
    ])("through %j", async (layers, language, summary) => {
      expect(await shownBy(layers, language)).toMatchObject([{ summary, body: "" }]);
    });

    it("through GNU screen, in Chinese", async () => {
      expect(await shownBy(["screen"], "zh-CN")).toMatchObject([{ summary: "Pi 等待输入", body: "项目：project" }]);
    });
  },
);
