import { hostname } from "node:os";
import { describe, expect, it } from "vitest";
import { startHttpReceiver } from "../../rig/http-receiver.ts";
import { startPiOnTerminal } from "../../rig/plain-terminal.ts";
import { inShort, noticesIn, receivedOn, waitForReceived } from "../received-notices.ts";
import { BELL, EXTENSION, everywhere, hookChannel, hookNotice, TERMINAL } from "../told-pi.ts";

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
});
