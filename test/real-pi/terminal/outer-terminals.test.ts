import { expect, it } from "vitest";
import { AttachedClient } from "../../../rig/attached-client.ts";
import { describeWith } from "../../../rig/describe-with.ts";
import { startPiInTmux } from "../../../rig/pi-in-tmux.ts";
import { inShort, lineOf, noticesIn, receivedOn, waitForReceived } from "../../../rig/received-notices.ts";
import { TmuxServer } from "../../../rig/tmux-server.ts";
import { BELL, EXTENSION, everywhere, startToldPi, TERMINAL } from "../../../rig/told-pi.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";
import { readStatus } from "./notify-status.ts";

const NOTICE = "Pi finished the task";
const ALLOWING = { "allow-passthrough": "on" };

describeWith("tmux", "the terminals around tmux", () => {
  it("tmux inside tmux: unwrapped on the outermost terminal, once", async () => {
    await using inner = await TmuxServer.start({ options: ALLOWING });
    await using middle = await TmuxServer.start({ options: ALLOWING });
    await using pi = await startPiInTmux({
      server: inner,
      sessionName: "inner",
      attach: false,
      extensions: [EXTENSION],
      config: { language: "en", channels: [TERMINAL, BELL] },
    });
    await middle.newSession({ name: "middle", command: inner.attachCommand("inner"), cwd: "/" });
    await using outer = await AttachedClient.attach(middle, "middle");
    const innerClient = () => inner.run("list-clients", "-F", "#{client_termtype}");
    await waitUntil("the inner tmux to know the outer one", async () => (await innerClient()).startsWith("tmux "));

    await pi.prompt("hi");
    await waitForReceived(outer, (received) => received.length >= 2);
    // Had the first been told twice, the second copy would stand before this one.
    await pi.prompt("once more");
    const received = await waitForReceived(outer, (all) => all.length >= 4);
    expect(inShort(received)).toEqual([NOTICE, "BEL", NOTICE, "BEL"]);
    expect(noticesIn(received).map((notice) => lineOf(notice, "Location"))).toEqual(
      Array(2).fill("inner / window 0 / pane 0"),
    );
    expect((await readStatus(pi)).lines.join(" ")).toContain(
      "Whether the tmux around lets notifications through, and what is around it, cannot be known.",
    );
    await pi.quit();
    await middle.run("detach-client", "-s", "middle");
    await outer.waitForExit();
    expect(receivedOn(outer)).toHaveLength(4);
  });

  it("several clients: each that shows Pi gets it once, in the form that the telling one knows; others nothing", async () => {
    await using told = await startToldPi();
    const { server, sessionId, outer } = told.pi;
    await using foot = await AttachedClient.attach(server, sessionId, { term: "foot", termType: "foot(1.13.1)" });
    await server.newSession({ name: "elsewhere", command: ["cat"], cwd: "/" });
    await using stranger = await AttachedClient.attach(server, "elsewhere", {
      term: "xterm-kitty",
      termType: "kitty(0.26.5)",
    });

    await told.pi.prompt("hi");
    await told.waitForTold(everywhere("agent-completed"));
    await told.tellTest();
    await told.finish();
    await foot.waitForExit();
    await server.run("detach-client", "-s", "elsewhere");
    await stranger.waitForExit();

    for (const [client, its] of [
      [outer, "osc9"],
      [foot, "osc777"],
    ] as const) {
      expect(inShort(receivedOn(client))).toEqual(everywhere("agent-completed", "test").terminal);
      expect(noticesIn(receivedOn(client)).map(({ protocol }) => protocol)).toEqual([its, its]);
    }
    expect(receivedOn(stranger)).toEqual([]);
  });
});
