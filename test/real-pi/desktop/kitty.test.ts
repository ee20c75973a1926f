import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { type Desktop, startDesktop } from "../../../rig/desktop/desktop.ts";
import { canKittyClose } from "../../../rig/desktop/kitty-window.ts";
import { type Layer, throughLayers } from "../../../rig/desktop/layers.ts";
import { PiInKitty } from "../../../rig/desktop/pi-in-kitty.ts";
import { type SshServer, startSshServer } from "../../../rig/desktop/ssh-server.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { BELL, EXTENSION, TERMINAL } from "../../../rig/told-pi.ts";
import { startScriptedModel } from "../../../src/testing/scripted-model.ts";
import { HOSTILE_TEXTS } from "../terminal/hostile-texts.ts";

const NAMES_EXTENSION = fileURLToPath(new URL("../terminal/hostile-names.ts", import.meta.url));
const HOST_PRELOAD = new URL("../terminal/hostile-host.ts", import.meta.url).href;

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
      const way = await throughLayers(layers, ["env", "-C", cwd, ...asVariables(env), ...command], owner, ssh);
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

function asVariables(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`);
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

    it("hostile names through tmux, once each; what was shown is closed when the user types on", async () => {
      await using owner = new AsyncDisposableStack();
      const scratch = owner.use(makeScratchFolder());
      const hostFile = join(scratch.path, "host");
      const type: { text: (text: string) => Promise<void> } = { text: async () => {} };
      const HOSTILE = ["BEL, and an OSC that sets the title", "a way out of tmux passthrough", "an emoji family"];
      const OTHERS = ["what looks like an option", "markup", "the separators of OSC and JSON"];
      const textOf = (kind = "") => HOSTILE_TEXTS.find((text) => text.kind === kind) ?? { text: "", shown: "?" };
      writeFileSync(hostFile, '""');
      const closedBefore = desktop.notifications.closed.length;
      // Whether tmux answers within its second is for other rows: here each notice has to come.
      const terminal = { ...TERMINAL, osc: { tmuxPermission: "assume" } };
      await using pi = await PiInKitty.start({
        desktop,
        prompt: "/hostile-name 0",
        extensions: [EXTENSION, NAMES_EXTENSION],
        env: { NODE_OPTIONS: `--import=${HOST_PRELOAD}`, RIG_HOST: hostFile },
        config: { language: "en", content: { location: false, project: false }, channels: [terminal, BELL] },
        through: async (command, env, cwd) => {
          const way = await throughLayers(["tmux"], ["env", "-C", cwd, ...asVariables(env), ...command], owner, ssh);
          const [server] = way.servers;
          type.text = async (text) => {
            await server?.sendText("work", text);
            await server?.sendKeys("work", "Enter");
          };
          return [...way.argv];
        },
      });
      for (const [index, kind] of HOSTILE.entries()) {
        writeFileSync(hostFile, JSON.stringify(textOf(OTHERS[index]).text));
        await type.text(`/hostile-name ${HOSTILE_TEXTS.findIndex((text) => text.kind === kind)}`);
        await type.text("hi");
        await pi.waitForShown(index + 1);
      }
      const shown = await pi.allShown();
      expect(shown.map(({ summary, body }) => `${summary}\n${body}`)).toEqual(
        HOSTILE.map(
          (kind, index) => `Pi finished the task\nSession: ${textOf(kind).shown}\nHost: ${textOf(OTHERS[index]).shown}`,
        ),
      );
      const closed = desktop.notifications.closed.slice(closedBefore);
      expect(closed).toEqual(canKittyClose() ? shown.slice(0, 2).map(({ id }) => id) : []);
    });

    it("through GNU screen, in Chinese", async () => {
      expect(await shownBy(["screen"], "zh-CN")).toMatchObject([{ summary: "Pi 等待输入", body: "项目：project" }]);
    });
  },
);
