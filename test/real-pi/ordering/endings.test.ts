import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { describeWith, describeWithOwnNameServer } from "../../../rig/describe-with.ts";
import { startOwnNameServer } from "../../../rig/own-name-server.ts";
import { PiInTmux } from "../../../rig/pi-in-tmux.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { BELL, EXTENSION, everywhere, hookChannel, startToldPi, TERMINAL, type ToldPi } from "../../../rig/told-pi.ts";
import { unwrapped } from "../../../rig/unwrapped.ts";
import { makeSlowTmux, type SlowTmux } from "../slow-tmux.ts";

/** Lets a run settle whose deliveries then wait for tmux; `typed` stands in the editor, to be sent by Enter at once. */
async function settleWhilePreparing({ pi }: ToldPi, tmux: SlowTmux, typed: string): Promise<void> {
  const held = pi.model.hold();
  await pi.prompt("first");
  await held.reached();
  await pi.type(typed);
  await pi.waitForScreen(new RegExp(`^${typed} *$`, "m"));
  held.release();
  await tmux.waitForQuestions(1);
}

describeWith("tmux", "what was not attempted yet expires", () => {
  it("when the next prompt starts a run", async () => {
    await using tmux = makeSlowTmux();
    await using told = await startToldPi({ pathPrepend: [tmux.folder], cols: 160 });
    const { pi } = told;
    await settleWhilePreparing(told, tmux, "second");
    const second = pi.model.hold();
    await pi.keys("Enter");
    await second.reached();
    await tmux.waitForNoQuestion();
    tmux.letAnswer();
    await pi.prompt("/notify status");
    const status = await pi.waitForScreen(/hook: .*; last: /);
    const lines = unwrapped(status, 1).join("\n");
    expect(lines.match(/(?<=; last: ).*?(?= *$)/gm)).toEqual(Array(3).fill("agent-completed expired (new-run)"));
    await told.tellTest();
    second.release();
    await told.waitForTold(everywhere("test", "agent-completed"));
    expect(await told.finish()).toEqual(everywhere("test", "agent-completed"));
  });

  it.each(["/new", "/reload"])("with the session that ends by %s; the next session tells as before", async (ending) => {
    await using tmux = makeSlowTmux();
    await using told = await startToldPi({ pathPrepend: [tmux.folder] });
    const { pi } = told;
    await settleWhilePreparing(told, tmux, ending);
    await pi.keys("Enter");
    await pi.waitForEvent("session_start", 2);
    await tmux.waitForNoQuestion();
    expect(tmux.askers()).toHaveLength(1);
    tmux.letAnswer();
    if (ending === "/reload") await pi.waitForScreen(/Reloaded/);
    await told.tellTest();
    await pi.prompt("hi");
    await told.waitForTold(everywhere("test", "agent-completed"));
    expect(await told.finish()).toEqual(everywhere("test", "agent-completed"));
  });

  it("with Pi itself, which leaves no question to tmux behind", async () => {
    await using tmux = makeSlowTmux();
    await using told = await startToldPi({ pathPrepend: [tmux.folder] });
    const { pi, hook } = told;
    await pi.prompt("hi");
    await tmux.waitForQuestions(1);
    expect(await pi.quit()).toEqual({ code: 0, signal: undefined });
    await tmux.waitForNoQuestion(); // nothing let it answer: it was killed
    expect(pi.eventNames().slice(-2)).toEqual(["agent_settled", "session_shutdown"]);
    const headers = { connection: "close" };
    await fetch(hook.url, { method: "POST", headers, body: JSON.stringify({ event: "after Pi" }) });
    expect(await told.finish()).toEqual({ terminal: [], hook: ["after Pi"] });
  });
});

describeWith("tmux", "what is under way", () => {
  it("ends with its session by /new, is not sent again, and is no word of the next session", async () => {
    await using told = await startToldPi({
      cols: 160,
      channels: (url) => [TERMINAL, BELL, hookChannel("hook", url, { webhook: { url, timeoutMs: 60_000 } })],
    });
    const { pi, hook } = told;
    hook.answerWith({ kind: "hang" });
    await pi.prompt("first");
    await told.waitForTold(everywhere("agent-completed"));
    expect(hook.openConnections).toBe(1);
    hook.answerWith({ kind: "reply", status: 204 });
    await pi.prompt("/new");
    await pi.waitForEvent("session_start", 2);
    await hook.waitForNoConnection(); // nobody answered it: it was given up
    await told.tellTest();
    await pi.prompt("second");
    await told.waitForTold(everywhere("agent-completed", "test", "agent-completed"));
    await pi.prompt("/notify status");
    const status = await pi.waitForScreen(/hook: .*; last: agent-completed accepted/);
    expect(status).not.toMatch(/outage|not warn again|works again/);
    expect(pi.eventNames().filter((name) => name === "session_shutdown")).toHaveLength(1);
    expect((await pi.quit()).code).toBe(0);
    expect(await told.finish()).toEqual(everywhere("agent-completed", "test", "agent-completed"));
  });
});

describeWith("tmux", "Pi's end", () => {
  it("comes as soon as without the extension, whatever is still preparing", async () => {
    await using scratch = makeScratchFolder();
    const counter = fileURLToPath(new URL("../extensions/shutdown-turns.ts", import.meta.url));
    const turnsFile = (name: string) => join(scratch.path, name);
    async function turnsOf(pi: PiInTmux, name: string): Promise<number> {
      expect((await pi.quit()).code).toBe(0);
      return Number(readFileSync(turnsFile(name), "utf8"));
    }

    await using tmux = makeSlowTmux();
    const common = { pathPrepend: [tmux.folder] };
    await using bare = await PiInTmux.start({
      ...common,
      extensions: [counter],
      env: { SHUTDOWN_TURNS: turnsFile("bare") },
    });
    await bare.prompt("hi");
    await bare.waitForEvent("agent_settled");
    const without = await turnsOf(bare, "bare");

    await using told = await startToldPi({
      ...common,
      extensions: [counter, EXTENSION],
      env: { SHUTDOWN_TURNS: turnsFile("told") },
    });
    await told.pi.prompt("hi");
    await tmux.waitForQuestions(1);
    const withExtension = await turnsOf(told.pi, "told");
    // The question would have been given up after 95 turns.
    expect(withExtension).toBeLessThan(without + 20);
  });

  describeWithOwnNameServer("behind a name server of its own", () => {
    it("comes although the name server never answers, and the other channels are told", async () => {
      await using server = await startOwnNameServer("silent");
      await using told = await startToldPi({
        commandPrefix: server.commandPrefix,
        channels: () => [TERMINAL, BELL, hookChannel("hook", "http://hook.pi-notify.example/")],
      });
      await told.pi.prompt("hi");
      await told.waitForTold({ ...everywhere("agent-completed"), hook: [] });
      await server.waitForQuestions(2);
      expect(new Set(server.questions)).toEqual(new Set(["A hook.pi-notify.example", "AAAA hook.pi-notify.example"]));
      expect(await told.pi.quit()).toEqual({ code: 0, signal: undefined });
      expect(server.answered).toBe(0);
    });
  });

  it("comes although a webhook never answers, and nothing is sent twice", async () => {
    await using told = await startToldPi({
      channels: (url) => [TERMINAL, BELL, hookChannel("hook", url, { webhook: { url, timeoutMs: 60_000 } })],
    });
    told.hook.answerWith({ kind: "hang" });
    await told.pi.prompt("hi");
    await told.waitForTold(everywhere("agent-completed"));
    expect(told.hook.openConnections).toBe(1);
    expect(await told.pi.quit()).toEqual({ code: 0, signal: undefined });
    expect(await told.finish()).toEqual(everywhere("agent-completed"));
  });
});
