import { hostname } from "node:os";
import { describe, expect, it } from "vitest";
import { startHttpReceiver } from "../../../rig/http-receiver.ts";
import { startPiOnTerminal } from "../../../rig/plain-terminal.ts";
import { inShort, noticesIn, receivedOn, waitForReceived } from "../../../rig/received-notices.ts";
import { BELL, EXTENSION, everywhere, hookChannel, hookNotice, TERMINAL } from "../../../rig/told-pi.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";

const TERMINALS: readonly { term: string; env: Record<string, string>; protocol: string }[] = [
  { term: "xterm-256color", env: {}, protocol: "osc9" },
  { term: "xterm-256color", env: { KITTY_WINDOW_ID: "1" }, protocol: "osc99" },
  { term: "foot", env: {}, protocol: "osc777" },
];

describe("outside tmux", () => {
  it.each(TERMINALS)(
    "$protocol on TERM=$term $env: bare, without a location, BEL last",
    async ({ term, env, protocol }) => {
      await using hook = await startHttpReceiver();
      await using pi = await startPiOnTerminal({
        extensions: [EXTENSION],
        // The bell stands first here and still has to come last.
        config: { language: "en", channels: [BELL, TERMINAL, hookChannel("hook", hook.url)] },
        term,
        env,
      });
      pi.prompt("hi");
      await waitForReceived(pi.terminal, (received) => received.length >= 2);
      const [request] = await hook.waitForRequests(1);
      pi.keys("C-d");
      expect(await pi.exit()).toEqual({ code: 0, signal: undefined });

      // Pi has ended and its terminal is closed: the recording is complete.
      const received = receivedOn(pi.terminal);
      expect(inShort(received)).toEqual(everywhere("agent-completed").terminal);
      const lines = ["Project: project", `Host: ${hostname()}`];
      expect(noticesIn(received)).toMatchObject([{ protocol, lines }]);
      expect(pi.terminal.find("tmux;")).toBeUndefined();
      expect(hookNotice(request ?? { body: "{}" })).toMatchObject({ location: "", body: lines.join("\n") });
      expect(hook.requests).toHaveLength(1);
    },
  );

  it("nothing but the terminal itself says what it is: asked once, and its answer is no input of Pi's", async () => {
    await using pi = await startPiOnTerminal({
      extensions: [EXTENSION],
      config: { language: "en", channels: [TERMINAL] },
      term: "xterm-256color",
      termType: "WezTerm 20240203-110809",
    });
    // The first run may be over before the answer is there; what is typed then comes after it.
    for (const count of [1, 2]) {
      pi.prompt("hi");
      await waitForReceived(pi.terminal, (received) => received.length >= count);
      await waitUntil("the question", () => pi.terminal.find("\x1b[>0q"));
    }
    pi.keys("C-d");
    expect(await pi.exit()).toEqual({ code: 0, signal: undefined });
    expect(noticesIn(receivedOn(pi.terminal))[1]).toMatchObject({ protocol: "osc777", title: "Pi finished the task" });
    expect(pi.terminal.bytes.toString("latin1").split("\x1b[>0q")).toHaveLength(2);
    expect(pi.model.requests.map(({ prompt }) => prompt)).toEqual(["hi", "hi"]);
  });

  it("a terminal that answers only after Pi has left its screen types nothing into the shell's line", async () => {
    await using pi = await startPiOnTerminal({
      extensions: [EXTENSION],
      config: { language: "en", channels: [TERMINAL] },
      term: "xterm-256color",
      commandPrefix: ["/bin/sh", "-c", '"$@"; echo PI ENDED; read -r line; echo "SHELL READ<$line>"', "sh"],
    });
    const answer = pi.model.hold();
    pi.prompt("hi");
    await answer.reached();
    await pi.terminal.waitForBytes("\x1b[>0q");
    pi.keys("C-d");
    await pi.terminal.waitForBytes("\x1b[?1049l");
    pi.terminal.type("\x1bP>|WezTerm 20240203-110809\x1b\\");
    await pi.terminal.waitForBytes("PI ENDED");
    pi.terminal.type("typed\r");
    const { start, end } = await pi.terminal.waitForBytes(/SHELL READ<.*>/);
    expect(pi.terminal.bytes.toString("latin1", start, end)).toBe("SHELL READ<typed>");
  });
});
