import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { startHttpReceiver } from "../../../rig/http-receiver.ts";
import { type PiRecord, startPiRpc } from "../../../rig/pi-on-pipes.ts";
import {
  BELL,
  EXTENSION,
  everywhere,
  hookChannel,
  hookNotice,
  startToldPi,
  TERMINAL,
  type ToldPi,
} from "../../../rig/told-pi.ts";
import { unwrapped } from "../../../rig/unwrapped.ts";
import { USAGE_LINES } from "../../../src/commands/command-line.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";
import { readStatus, waitForAnswer } from "./notify-status.ts";

describeWith("tmux", "/notify on the real screen", () => {
  let told: ToldPi;
  beforeAll(async () => {
    told = await startToldPi({ cols: 180 });
  });
  afterAll(() => told?.[Symbol.asyncDispose]());

  const waitForLines = (...lines: readonly string[]) =>
    waitForAnswer(told.pi, (shown) => shown.join("\n") === lines.join("\n"));

  it("status, before and after the first notice", async () => {
    const { port } = told.hook;
    const before = await readStatus(told.pi);
    expect(before.lines).toEqual([
      "pi-notify on, language en, mode tui",
      "Terminal: not recognised, so OSC 9 is tried",
      "Multiplexer: tmux, allow-passthrough on, pane visible",
      "terminal: terminal notification (detected, else osc9), ready; last: nothing yet",
      "bell: terminal bell, ready; last: nothing yet",
      `hook: webhook to 127.0.0.1:${port}, ready; last: nothing yet`,
      "Next: /notify test shows whether notifications arrive.",
    ]);
    // Asking tells nobody anything.
    await told.pi.prompt("hi");
    await told.waitForTold(everywhere("agent-completed"));
    const after = await readStatus(told.pi);
    expect(after.lines.slice(0, 3)).toEqual(before.lines.slice(0, 3));
    expect(["terminal", "bell", "hook"].map((id) => after.channel(id)?.last)).toEqual([
      "agent-completed written",
      "agent-completed written",
      "agent-completed accepted",
    ]);
  });

  it("test: through every channel, through one, through none that there is", async () => {
    const { pi, hook } = told;
    const before = told.told();
    const more = (...terminal: string[]) => [...before.terminal, ...terminal];
    await pi.prompt("/notify test");
    await waitForLines("terminal: written", "bell: written", "hook: accepted");
    await told.waitForTold({ terminal: more("test", "BEL"), hook: [...before.hook, "test"] });

    hook.answerWith({ kind: "reply", status: 500 });
    await pi.prompt("/notify test hook");
    await waitForLines("hook: failed (http 500)");
    hook.answerWith({ kind: "reply", status: 200 });
    await pi.prompt("/notify test bell");
    await waitForLines("bell: written");
    await pi.prompt("/notify test nobody");
    await waitForLines("No such channel. Configured: terminal, bell, hook");
    await pi.prompt("/notify tset");
    await waitForLines(...`Usage: /notify ${USAGE_LINES}`.split("\n").map((line) => line.trim()));

    // A later test that is told everywhere: so the single ones went nowhere else.
    await told.tellTest();
    expect(told.told()).toEqual({
      terminal: more("test", "BEL", "BEL", "test", "BEL"),
      hook: [...before.hook, "test", "test", "test"],
    });
  });

  it("completion: subcommands, then channels; Enter runs what is complete", async () => {
    const { pi } = told;
    const menu = async (shows: RegExp) => {
      await pi.waitForScreen(shows);
      await pi.keys("Tab");
      await waitUntil("the menu to close", async () => !(await pi.screen()).includes("→"));
    };
    await pi.type("/notify ");
    await pi.waitForScreen(/→ status +Show what was detected.*\n +test +Send a real notification/);
    await pi.type("t");
    await menu(/→ test +Send a real notification/);
    await pi.type(" b");
    await menu(/→ bell *\n(?! +(?:terminal|hook))/);
    await pi.waitForScreen(/^\/notify test bell *$/m);
    const before = told.told();
    await pi.keys("Enter");
    await told.waitForTold({ ...before, terminal: [...before.terminal, "BEL"] });
    await waitForLines("bell: written");
  });
});

describe("/notify in rpc mode", () => {
  it("answers status and test as notify events, and sends what rpc mode may send", async () => {
    await using hook = await startHttpReceiver();
    const channels = [TERMINAL, BELL, hookChannel("hook", hook.url)];
    await using pi = await startPiRpc({ extensions: [EXTENSION], config: { language: "en", channels } });
    const ask = async (id: string, message: string) => {
      pi.send({ id, type: "prompt", message });
      const isOurs = (record: PiRecord) => record.type === "response" && record.id === id;
      expect(await pi.waitForRecord(`the response to ${message}`, isOurs)).toMatchObject({ success: true });
      return pi.records.filter(({ type, method }) => type === "extension_ui_request" && method === "notify").at(-1);
    };

    expect(await ask("1", "/notify status")).toMatchObject({
      notifyType: "info",
      message: [
        "pi-notify on, language en, mode rpc",
        "Terminal: not recognised, so OSC 9 is tried",
        "Multiplexer: not inside tmux",
        "terminal: terminal notification (detected, else osc9), silent in mode rpc; last:",
        "  nothing yet",
        "bell: terminal bell, silent in mode rpc; last: nothing yet",
        `hook: webhook to 127.0.0.1:${hook.port}, ready; last: nothing yet`,
        "Next: /notify test shows whether notifications arrive.",
      ].join("\n"),
    });
    expect(await ask("2", "/notify test")).toMatchObject({
      notifyType: "info",
      message: "terminal: skipped (mode)\nbell: skipped (mode)\nhook: accepted",
    });
    const config = unwrapped(String((await ask("config", "/notify config"))?.message));
    expect(config[0]).toMatch(/^Global file: .*config\.json, counts$/);
    expect(config.slice(config.indexOf("channel hook"))).toEqual([
      "channel hook",
      "  type: webhook (config.json)",
      "  enabled: true (default)",
      expect.stringMatching(/^ {2}events: agent-completed, .*\(default\)$/),
      "  modes: tui, rpc, print (default)",
      "  delayMs: 0 (default)",
      `  webhook.url: http://127.0.0.1:${hook.port} (config.json)`,
      "  webhook.timeoutMs: 5000 (default)",
    ]);
    expect(await ask("3", "/notify test bell")).toMatchObject({ message: "bell: skipped (mode)" });
    expect(hook.requests.map(hookNotice)).toMatchObject([{ label: "/notify test" }]);
    pi.endInput();
    expect((await pi.exit()).code).toBe(0);
    expect(pi.stderr).toBe("");
    expect(pi.model.requests).toEqual([]);
  });
});
