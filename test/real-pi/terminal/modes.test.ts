import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeWith, describeWithOwnNameServer } from "../../../rig/describe-with.ts";
import type { DnsAnswer } from "../../../rig/dns-server.ts";
import { type HttpReceiver, startHttpReceiver } from "../../../rig/http-receiver.ts";
import { startOwnNameServer } from "../../../rig/own-name-server.ts";
import { runPiPrint } from "../../../rig/pi-on-pipes.ts";
import { runPiOnTerminal } from "../../../rig/plain-terminal.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { TmuxServer } from "../../../rig/tmux-server.ts";
import { BELL, EXTENSION, hookChannel, hookNotice, TERMINAL } from "../../../rig/told-pi.ts";
import { makeSlowTmux } from "../slow-tmux.ts";

/** With what `pi -p`, `--mode json` and `--mode rpc` say apart from us. */
const BARE = { extensions: [] };

function withExtension(hook: HttpReceiver) {
  const channels = [TERMINAL, BELL, hookChannel("hook", hook.url)];
  return { extensions: [EXTENSION], config: { language: "en", channels } };
}

/** Sends Pi in rpc mode a prompt, and ends its input when the run has settled and the file `RIG_GO` is there. */
const RPC_CLIENT = [
  "/bin/sh",
  "-c",
  `{ echo '{"id":"1","type":"prompt","message":"hi"}'
     until grep -qs agent_settled "$RIG_EVENTS" && [ -e "$RIG_GO" ]; do sleep 0.02; done; } | "$@"`,
  "sh",
];

describe("modes without Pi's screen, with a terminal in reach", () => {
  it.each([
    { mode: "print", args: ["-p", "hi"], said: "hello\n", requests: ["agent-completed"] },
    { mode: "json", args: ["--mode", "json", "hi"], said: '"agent_settled"', requests: [] },
    { mode: "rpc", args: ["--mode", "rpc"], said: '"agent_settled"', requests: ["agent-completed"] },
  ])("$mode: what Pi says is what it says without us, and the terminal stays empty", async (row) => {
    await using hook = await startHttpReceiver();
    await using scratch = makeScratchFolder();
    const go = join(scratch.path, "go");
    const rpc = row.mode === "rpc" ? { commandPrefix: RPC_CLIENT, env: { RIG_GO: go } } : {};
    const surroundings = { redirect: true, ...rpc };
    const running = runPiOnTerminal(row.args, { ...surroundings, ...withExtension(hook) });
    // Only print mode waits at its end for what is not sent yet (R16).
    await hook.waitForRequests(row.mode === "rpc" ? 1 : 0);
    writeFileSync(go, "");
    const told = await running;
    const bare = await runPiOnTerminal(row.args, { ...surroundings, ...BARE });

    expect(bare.stdout).toContain(row.said);
    expect(withoutChance(told.stdout)).toEqual(withoutChance(bare.stdout));
    expect(told).toMatchObject({ exit: bare.exit, stderr: bare.stderr });
    expect(told.terminal.toString("latin1")).toBe("");
    // Pi has ended: what has not come by now never will.
    expect(hook.requests.map((request) => hookNotice(request).event)).toEqual(row.requests);
  });

  it("print, straight on the terminal: the same bytes as without us", async () => {
    await using hook = await startHttpReceiver();
    const bare = await runPiOnTerminal(["-p", "hi"], BARE);
    const told = await runPiOnTerminal(["-p", "hi"], withExtension(hook));
    expect(told.terminal.toString("latin1")).toBe(bare.terminal.toString("latin1"));
    expect(bare.terminal.toString()).toBe("hello\r\n");
    expect(hook.requests.map(hookNotice)).toMatchObject([{ title: "Pi finished the task", location: "" }]);
  });

  it("print: a webhook that hangs holds the exit up, but not for its own minute", async () => {
    await using hook = await startHttpReceiver();
    hook.answerWith({ kind: "hang" });
    const channels = [{ ...hookChannel("hook", hook.url), webhook: { url: hook.url, timeoutMs: 60_000 } }];
    // The rig waits for the end of Pi a third of that minute.
    const run = await runPiPrint("hi", { extensions: [EXTENSION], config: { channels } });
    expect(run).toMatchObject({ exit: { code: 0 }, stdout: "hello\n", stderr: "" });
    expect(hook.requests).toHaveLength(1);
    await hook.waitForNoConnection();
  });

  describeWithOwnNameServer("print mode behind a name server of its own", () => {
    it.each<[string, DnsAnswer, string[]]>([
      ["answers nothing", "silent", ["hook.pi-notify.example", ...[1, 2, 3, 4, 5].map((nas) => `nas${nas}.local`)]],
      ["falls silent after two answers", { A: ["127.0.0.1"], silentAfter: 2 }, ["hook.pi-notify.example"]],
    ])("print: a name server that %s holds the exit up no longer than a webhook", async (_name, answer, hosts) => {
      await using server = await startOwnNameServer(answer);
      const channels = hosts.map((host) => hookChannel(host, `http://${host}:9/`));
      const { commandPrefix } = server;
      const run = await runPiPrint("hi", { commandPrefix, extensions: [EXTENSION], config: { channels } });
      expect(run).toMatchObject({ exit: { code: 0 }, stdout: "hello\n", stderr: "" });
      expect(new Set(server.questions.map((question) => question.split(" ")[1]))).toEqual(new Set(hosts));
    });
  });
});

describeWith("tmux", "print mode inside tmux", () => {
  it.each([
    { tmux: "slow", location: "work / window 0 / pane 0" },
    { tmux: "silent", location: "unknown session / window unknown" },
  ])("a $tmux tmux: nothing on the terminal, and the webhook arrives all the same", async ({ tmux, location }) => {
    await using hook = await startHttpReceiver();
    await using server = await TmuxServer.start({ options: { "allow-passthrough": "on" } });
    const pane = await server.newSession({ name: "work", command: ["cat"] });
    await using slow = makeSlowTmux();
    const running = runPiOnTerminal(["-p", "hi"], {
      ...withExtension(hook),
      env: { TMUX: `${server.socket},${server.pid},0`, TMUX_PANE: pane },
      pathPrepend: [slow.folder],
    });
    if (tmux === "slow") {
      await slow.waitForQuestions(1);
      slow.letAnswer();
    }
    const run = await running;
    expect(run.exit).toEqual({ code: 0, signal: undefined });
    expect(run.terminal.toString("latin1")).toBe("hello\r\n");
    expect(hook.requests.map(hookNotice)).toMatchObject([{ event: "agent-completed", location }]);
    expect(slow.askers()).toHaveLength(1);
    await slow.waitForNoQuestion();
  });
});

/** Lines of JSON, or of text, without what differs from one run of Pi to the next: ids, times and scratch folders. */
function withoutChance(stdout: string): string[] {
  const masked = (key: string, value: unknown) => (["id", "timestamp", "durationMs"].includes(key) ? "*" : value);
  return stdout
    .replace(/pi-rig-\w+/g, "pi-rig")
    .split("\n")
    .map((line) => (line.startsWith("{") ? JSON.stringify(JSON.parse(line), masked) : line));
}
