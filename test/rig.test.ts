import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AttachedClient } from "../rig/attached-client.ts";
import { cleanEnvironment } from "../rig/clean-environment.ts";
import { describeWith } from "../rig/describe-with.ts";
import { startPiInTmux } from "../rig/pi-in-tmux.ts";
import { runPiJson, runPiPrint, startPiRpc } from "../rig/pi-on-pipes.ts";
import type { PiProcess } from "../rig/pi-process.ts";
import { runPiOnTerminal, startPiOnTerminal } from "../rig/plain-terminal.ts";
import { isProcessAlive } from "../rig/process-alive.ts";
import { terminalSignals, waitForSignals } from "../rig/terminal-signals.ts";
import { TmuxServer } from "../rig/tmux-server.ts";
import { failure, text, toolCalls } from "../src/testing/model-answers.ts";
import { waitUntil } from "../src/testing/wait-until.ts";

/** The events after the last `session_start`, each with the one detail that matters, as in the table of docs/pi.md. */
function story(pi: PiProcess): string[] {
  return pi.events.map(({ type, detail }) => {
    const { reason, stopReason, outcome, aborted, title, streamingBehavior } = detail;
    const telling = reason ?? stopReason ?? outcome ?? aborted ?? title ?? streamingBehavior;
    return telling === undefined ? type : `${type} ${telling}`;
  });
}

const STARTED = "session_start startup";
const COMPLETED = ["agent_end stop", "agent_before_settle completed", "agent_settled false"];

describeWith("tmux", "Pi in tmux, as the probe sees it", () => {
  it("a plain answer", async () => {
    await using pi = await startPiInTmux();
    await pi.prompt("say hello;");
    const settled = await pi.waitForEvent("agent_settled");
    expect(settled.mode).toBe("tui");
    expect(pi.model.requests.map((request) => request.prompt)).toEqual(["say hello;"]);
    await pi.waitForScreen(/ hello/);
    expect(story(pi)).toEqual([STARTED, "input", "agent_start", ...COMPLETED]);
  });

  it("a tool's dialogs: answered by key, closed from inside, two in a row, overlapping", async () => {
    await using pi = await startPiInTmux();
    const ask = async (tool: string, args: object, ...keys: string[]) => {
      const runsBefore = pi.eventNames("agent_settled").length;
      const eventsBefore = pi.events.length;
      pi.model.answer(toolCalls({ name: tool, args: { ...args } }));
      await pi.prompt(tool);
      for (const key of keys) {
        await pi.waitForScreen(/enter select/);
        const screen = await pi.screen();
        await pi.keys(key);
        await waitUntil("the dialog to react", async () => (await pi.screen()) !== screen);
      }
      await pi.waitForEvent("agent_settled", runsBefore + 1);
      const lastRequest = JSON.stringify(pi.model.requests.at(-1)?.body);
      const toolResult = [...lastRequest.matchAll(/"role":"tool","content":"([^"]*)"/g)].at(-1)?.[1];
      return [toolResult, ...story(pi).slice(eventsBefore + 2, -3)];
    };
    const start = "ui_prompt_start Deploy?";
    const end = "ui_prompt_end Deploy?";
    expect(await ask("ask_user", { title: "Deploy?" }, "Enter")).toEqual(["true", start, end]);
    expect(await ask("ask_user", { title: "Deploy?" }, "Escape")).toEqual(["false", start, end]);
    expect(await ask("ask_user", { title: "Deploy?", auto_close_ms: 1 })).toEqual(["false", start, end]);
    expect(await ask("ask_twice", { title: "Deploy?", auto_close_ms: 1 })).toEqual([
      "false,false",
      start,
      end,
      start,
      end,
    ]);
    expect(await ask("ask_overlapping", { title: "Deploy?" }, "Enter", "Escape")).toEqual(["false,true", start, end]);
  });

  it("a dialog while nothing runs, a session name, a bus event, /new, /reload, Ctrl+D", async () => {
    await using pi = await startPiInTmux();
    await pi.prompt("/rig-dialog Tidy up?");
    await pi.waitForScreen(/Tidy up\?/);
    await pi.keys("Enter");
    await pi.waitForEvent("ui_prompt_end");
    await pi.prompt("/rig-name my work");
    expect((await pi.waitForEvent("session_info_changed")).detail).toEqual({ name: "my work" });
    await pi.prompt("/new");
    await pi.waitForEvent("session_start", 2);
    await pi.prompt("/reload");
    await pi.waitForEvent("session_start", 3);
    await pi.waitForScreen(/Reloaded/);
    expect(await pi.quit()).toEqual({ code: 0, signal: undefined });
    expect(story(pi)).toEqual([
      STARTED,
      "ui_prompt_start Tidy up?",
      "ui_prompt_end Tidy up?",
      "session_info_changed",
      "session_shutdown new",
      "session_start new",
      "session_shutdown reload",
      "session_start reload",
      "session_shutdown quit",
    ]);
  });

  it("Escape while the model works", async () => {
    await using pi = await startPiInTmux();
    const held = pi.model.hold();
    await pi.prompt("work");
    await held.reached();
    await pi.keys("Escape");
    await pi.waitForEvent("agent_settled");
    expect(story(pi)).toEqual([STARTED, "input", "agent_start", "agent_end aborted", "agent_settled true"]);
    await waitUntil("Pi to hang up", () => pi.model.requests[0]?.abandoned);
  });

  it("SIGTERM while the model works", async () => {
    await using pi = await startPiInTmux();
    const held = pi.model.hold();
    await pi.prompt("work");
    await held.reached();
    pi.signal("SIGTERM");
    await pi.exit();
    expect(story(pi).slice(-3)).toEqual(["agent_end aborted", "agent_settled true", "session_shutdown quit"]);
  });

  it("a message queued while the model works", async () => {
    await using pi = await startPiInTmux();
    const held = pi.model.hold();
    await pi.prompt("work");
    await held.reached();
    await pi.prompt("and this");
    await pi.waitForEvent("input", 2);
    held.release();
    await pi.waitForEvent("agent_settled");
    expect(pi.model.requests.map((request) => request.prompt)).toEqual(["work", "and this"]);
    expect(story(pi)).toEqual([STARTED, "input", "agent_start", "input steer", ...COMPLETED]);
  });

  it("model failures: two and then an answer, then four", async () => {
    await using pi = await startPiInTmux();
    pi.model.answer(failure(503), failure(503), text("at last"));
    await pi.prompt("try");
    await pi.waitForEvent("agent_settled");
    const failed = ["agent_start", "agent_end error"];
    expect(story(pi)).toEqual([STARTED, "input", ...failed, ...failed, "agent_start", ...COMPLETED]);
    const before = pi.events.length;
    pi.model.answer(failure(503), failure(503), failure(503), failure(503));
    await pi.prompt("again");
    await pi.waitForEvent("agent_settled", 2);
    expect(story(pi).slice(before)).toEqual([
      "input",
      ...failed,
      ...failed,
      ...failed,
      ...failed,
      "agent_before_settle error",
      "agent_settled false",
    ]);
  });

  it("a compaction inside the run", async () => {
    await using pi = await startPiInTmux({ settings: { compaction: { keepRecentTokens: 1 } } });
    await pi.prompt("first");
    await pi.waitForEvent("agent_settled");
    const before = pi.events.length;
    pi.model.answer(text("much", { usage: { prompt_tokens: 127_000, completion_tokens: 100 } }), text("summary"));
    await pi.prompt("second");
    await pi.waitForEvent("agent_settled", 2);
    expect(story(pi).slice(before)).toEqual([
      "input",
      "agent_start",
      "agent_end stop",
      "session_compact threshold",
      "agent_before_settle completed",
      "agent_settled false",
    ]);
  });

  it.each(["0", "30"])("a dialog opened %s ms after the run has settled", async (delay) => {
    await using pi = await startPiInTmux({ env: { RIG_DIALOG_ON_SETTLED: delay } });
    await pi.prompt("hi");
    await pi.waitForEvent("ui_prompt_start");
    await pi.waitForScreen(/After the run/);
    await pi.keys("Enter");
    await pi.waitForEvent("ui_prompt_end");
    expect(story(pi).slice(-3)).toEqual([
      "agent_settled false",
      "ui_prompt_start After the run",
      "ui_prompt_end After the run",
    ]);
  });

  it("tells what Pi said when it ends before the awaited event", async () => {
    const broken = startPiInTmux({ args: ["--no-such-option"] });
    await expect(broken).rejects.toThrow(/Pi ended before session_start.*no-such-option/s);
  });
});

describe("Pi without tmux", () => {
  it("on a plain terminal", async () => {
    await using pi = await startPiOnTerminal();
    pi.prompt("hi");
    await pi.waitForEvent("agent_settled");
    await pi.terminal.waitForBytes("hello");
    pi.keys("C-d");
    expect(await pi.exit()).toEqual({ code: 0, signal: undefined });
  });

  it("in print mode", async () => {
    const run = await runPiPrint("hi");
    expect(run).toMatchObject({ exit: { code: 0 }, stdout: "hello\n", stderr: "" });
    expect(run.events.map((event) => event.type).slice(-2)).toEqual(["agent_settled", "session_shutdown"]);
    expect(run.events[0]?.mode).toBe("print");
  });

  it("in json mode", async () => {
    const run = await runPiJson("hi");
    const types = run.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).type);
    expect(types).toContain("agent_end");
    expect(run.events[0]?.mode).toBe("json");
  });

  it("in rpc mode, with a dialog answered by the client", async () => {
    await using pi = await startPiRpc();
    pi.model.answer(toolCalls({ name: "ask_user", args: { title: "Deploy?" } }));
    pi.send({ type: "prompt", message: "hi" });
    const request = await pi.waitForRecord("the dialog", (record) => record.type === "extension_ui_request");
    expect(request).toMatchObject({ method: "confirm", title: "Deploy?" });
    pi.send({ type: "extension_ui_response", id: request.id, confirmed: true });
    await pi.waitForEvent("agent_settled");
    pi.endInput();
    expect((await pi.exit()).code).toBe(0);
    expect(story(pi)).toContain("ui_prompt_end Deploy?");
  });

  it("print mode with a terminal in reach: the answer is all that shows, and redirected nothing does", async () => {
    const shown = await runPiOnTerminal(["-p", "hi"]);
    expect(shown.terminal.toString()).toBe("hello\r\n");
    const redirected = await runPiOnTerminal(["-p", "hi"], { redirect: true });
    expect(redirected).toMatchObject({ stdout: "hello\n", stderr: "" });
    expect(redirected.terminal.toString("latin1")).toBe("");
  });
});

describeWith("tmux", "the tmux server and the outer terminal", () => {
  it("records what passes through, and tmux knows the terminal by the names it gave", async () => {
    await using server = await TmuxServer.start({ options: { "allow-passthrough": "on" } });
    const shell = { command: ["sh"], cwd: "/" };
    const pane = await server.newSession({ name: "work", ...shell });
    await using outer = await AttachedClient.attach(server, "work", { term: "foot", termType: "foot(1.13.1)" });
    expect(await server.display(pane, "#{client_termname} #{client_termtype}")).toBe("foot foot(1.13.1)");
    const from = outer.mark();
    await server.sendText(pane, String.raw`printf '\033Ptmux;\033\033]9;caf\303\251\033\033\\\033\\'; printf '\a'`);
    await server.sendKeys(pane, "Enter");
    const found = await outer.waitForBytes("\x1b]9;café\x1b\\", { from });
    await outer.waitForBytes(/\x07/, { from: found.end });
  });

  it("reads notifications and bells in their order, through tmux inside tmux", async () => {
    const allowing = { options: { "allow-passthrough": "on" } };
    await using inner = await TmuxServer.start(allowing);
    await using middle = await TmuxServer.start(allowing);
    const pane = await inner.newSession({ name: "inner", command: ["sh"], cwd: "/" });
    await middle.newSession({ name: "middle", command: inner.attachCommand("inner"), cwd: "/" });
    await inner.waitForClient("inner");
    await using outer = await AttachedClient.attach(middle, "middle");
    const wrap = (sequence: string) => `\x1bPtmux;${sequence.replaceAll("\x1b", "\x1b\x1b")}\x1b\\`;
    const parts = "\x1b]99;i=a:d=0:e=1;VA==\x1b\\\x1b]99;i=a:p=body:e=1;Qg==\x1b\\";
    const printed = `${wrap(wrap("\x1b]777;notify;Title;Body\x1b\\"))}${wrap(wrap(parts))}\x07`;
    const octal = [...Buffer.from(printed)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
    await inner.sendText(pane, `clear; printf '${octal}'`);
    await inner.sendKeys(pane, "Enter");
    const signals = await waitForSignals(outer, (seen) => seen.length >= 3);
    expect(signals).toMatchObject([
      { kind: "notification", notification: { protocol: "osc777", title: "Title", body: "Body" } },
      { kind: "notification", notification: { protocol: "osc99", title: "T", body: "B" } },
      { kind: "bell" },
    ]);
    expect(signals.map((signal) => signal.at)).toEqual(signals.map((signal) => signal.at).sort());
  });

  it("completes the recording: Pi alone sends no notification and no bell", async () => {
    await using pi = await startPiInTmux();
    await pi.prompt("hi");
    await pi.waitForEvent("agent_settled");
    await pi.finish();
    expect(pi.outer.exit?.code).toBe(0);
    expect(terminalSignals(pi.outer)).toEqual([]);
  });

  it("sets the bell flag of a hidden window", async () => {
    await using pi = await startPiInTmux({ tmuxOptions: { "monitor-bell": "on" } });
    const shell = await pi.server.newWindow(pi.sessionId, { command: ["sh", "-c", "read go; printf '\\a'; cat"] });
    await pi.server.selectWindow(pi.pane);
    await pi.server.sendKeys(shell, "Enter");
    await waitUntil("the flag", async () => (await pi.server.display(shell, "#{window_bell_flag}")) === "1");
    expect(await pi.bellFlag()).toBe(false);
    await pi.hideBehindNewWindow();
    expect(await pi.server.display(pi.pane, "#{window_active}")).toBe("0");
  });

  it("refuses an option that this tmux does not know, in tmux's words", async () => {
    await expect(TmuxServer.start({ options: { "no-such-option": "on" } })).rejects.toThrow(/no-such-option/);
  });

  it("gives panes nothing of the environment in which the tests run", async () => {
    process.env.KITTY_WINDOW_ID = "7";
    try {
      await using server = await TmuxServer.start();
      const pane = await server.newSession({ name: "work", command: ["sh", "-c", "env; cat"] });
      const screen = await waitUntil("the environment", async () => {
        const shown = await server.capture(pane);
        return /^PATH=/m.test(shown) && shown;
      });
      expect(screen).not.toMatch(/KITTY_WINDOW_ID/);
      expect(cleanEnvironment({ home: "/nowhere" })).not.toHaveProperty("KITTY_WINDOW_ID");
    } finally {
      delete process.env.KITTY_WINDOW_ID;
    }
  });

  it("leaves nothing behind, even when the tmux server stands still", async () => {
    const pi = await startPiInTmux();
    const { pid: server, socket } = pi.server;
    const { pid = 0, setup } = pi;
    process.kill(server, "SIGSTOP");
    await pi[Symbol.asyncDispose]();
    await waitUntil("both processes to be gone", () => !isProcessAlive(server) && !isProcessAlive(pid));
    expect([socket, setup.home, setup.agentDir, setup.cwd].filter(existsSync)).toEqual([]);
    await expect(fetch(setup.model.baseUrl)).rejects.toThrow();
  });

  it("gives Pi the config as told, a folder first on PATH and a working directory of the given name", async () => {
    await using pi = await startPiInTmux({ config: "{ broken", cwdName: "né; $x", pathPrepend: ["/opt/first"] });
    const config = join(pi.setup.agentDir, "extensions", "pi-notify", "config.json");
    expect(readFileSync(config, "utf8")).toBe("{ broken");
    await pi.prompt("!pwd; echo $PATH");
    const screen = await pi.waitForScreen(/\/opt\/first:/);
    expect(screen).toContain("né; $x");
  });
});
