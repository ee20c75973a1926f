import { afterAll, beforeAll, expect, it } from "vitest";
import { AttachedClient } from "../../../rig/attached-client.ts";
import { describeWith } from "../../../rig/describe-with.ts";
import { inShort, noticesIn, receivedOn, waitForReceived } from "../../../rig/received-notices.ts";
import { BELL, everywhere, hookChannel, startToldPi, TERMINAL, type ToldPi } from "../../../rig/told-pi.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";
import { readStatus } from "./notify-status.ts";

const NOTICE = "Pi finished the task";

describeWith("tmux", "past tmux on the real Pi", () => {
  it("osc.tmux auto: each client gets a hidden pane's notice in its own form, once, and the bell last", async () => {
    await using told = await startToldPi({
      tmuxOptions: { "allow-passthrough": "off", "bell-action": "any" },
      channels: (url) => [{ ...TERMINAL, osc: { tmux: "auto" } }, BELL, hookChannel("hook", url)],
    });
    const { server, sessionId, outer } = told.pi;
    await server.newSession({ name: "elsewhere", command: ["cat"], cwd: "/" });
    await using kitty = await AttachedClient.attach(server, "elsewhere", {
      term: "xterm-kitty",
      termType: "kitty(0.26.5)",
    });
    await server.newWindow(sessionId);
    await told.pi.prompt("hi");
    await waitForReceived(outer, (received) => received.length >= 2);
    await server.selectWindow(told.pi.pane);
    await told.tellTest();
    await told.finish();
    await server.run("detach-client", "-s", "elsewhere");
    await kitty.waitForExit();
    expect(inShort(receivedOn(outer))).toEqual(everywhere("agent-completed", "test").terminal);
    expect(noticesIn(receivedOn(outer)).map(({ protocol }) => protocol)).toEqual(["osc9", "osc9"]);
    expect(inShort(receivedOn(kitty))).toEqual([NOTICE, "test"]);
    expect(noticesIn(receivedOn(kitty)).map(({ protocol }) => protocol)).toEqual(["osc99", "osc99"]);
  });
});

describeWith("tmux", "what tmux holds back on the real Pi", () => {
  it("is told once on the screen, with what to type, and not again after /reload", async () => {
    await using told = await startToldPi({ tmuxOptions: { "allow-passthrough": "off" }, cols: 180 });
    const line =
      /pi-notify: tmux held back a notification\. To let them through, type: tmux set -g allow-passthrough on/g;
    const times = async () => (await told.pi.screen()).match(line)?.length ?? 0;
    await told.pi.prompt("hi");
    await told.pi.waitForScreen(new RegExp(line.source));
    await told.pi.prompt("/notify test");
    await told.pi.waitForScreen(/terminal.*passthrough-off/);
    expect(await times()).toBe(1);
    // Pi draws its screen anew, without the lines of extensions.
    await told.pi.prompt("/reload");
    await told.pi.waitForScreen(/Reloaded/);
    await told.pi.prompt("/notify test");
    await told.pi.waitForScreen(/terminal.*passthrough-off/);
    expect(await times()).toBe(0);
  });
});

describeWith("tmux", "tmux passthrough on the real Pi", () => {
  let told: ToldPi;
  /** Another session with the same windows and nobody attached; what it shows is never Pi's window. */
  const ASIDE = "aside";
  let otherPane: string;

  beforeAll(async () => {
    told = await startToldPi({ tmuxOptions: { "monitor-bell": "on" }, cols: 180 });
    const { server, sessionId, pane } = told.pi;
    otherPane = await server.newWindow(sessionId);
    await server.run("new-session", "-d", "-t", sessionId, "-s", ASIDE);
    await server.run("select-window", "-t", `${ASIDE}:1`);
    await server.selectWindow(pane);
  });
  afterAll(() => told?.[Symbol.asyncDispose]());

  async function show(pane: string): Promise<void> {
    const window = await told.pi.server.display(pane, "#{window_index}");
    await told.pi.server.run("select-window", "-t", `${told.pi.sessionId}:${window}`);
  }

  it.each([
    { passthrough: "off", place: "visible", outcome: "skipped (passthrough-off)", arrives: false },
    { passthrough: "off", place: "hidden", outcome: "skipped (passthrough-off)", arrives: false },
    { passthrough: "on", place: "visible", outcome: "written", arrives: true },
    { passthrough: "on", place: "hidden", outcome: "skipped (pane-hidden)", arrives: false },
    { passthrough: "on", place: "zoomed away", outcome: "skipped (pane-hidden)", arrives: false },
  ])("$passthrough and $place: $outcome", async ({ passthrough, place, outcome, arrives }) => {
    const { pi, hook } = told;
    const { server } = pi;
    await show(pi.pane);
    await server.run("set-option", "-g", "allow-passthrough", passthrough);
    if (place === "hidden") await show(otherPane);
    const cover = place === "zoomed away" ? await coverPane() : undefined;
    // The bell is the last word of a notice, so its flag says that the notification has been decided.
    const session = place === "hidden" ? told.pi.sessionId : ASIDE;
    const window = `${session}:${await server.display(pi.pane, "#{window_index}")}`;
    await clearBellFlag(session, window);
    const from = pi.outer.mark();
    const before = hook.requests.length;

    await pi.prompt("hi");
    await hook.waitForRequests(before + 1);
    await waitUntil("the bell flag", async () => (await server.display(window, "#{window_bell_flag}")) === "1");

    if (cover !== undefined) await server.run("kill-pane", "-t", cover);
    await show(pi.pane);
    const status = await readStatus(pi);
    expect(status.lines).toContain(`Multiplexer: tmux, allow-passthrough ${passthrough}, pane visible`);
    expect(status.channel("terminal")?.last).toBe(`agent-completed ${outcome}`);
    expect(status.channel("bell")?.last).toBe("agent-completed written");

    await server.run("set-option", "-g", "allow-passthrough", "on");
    await told.tellTest();
    const expected = arrives ? [NOTICE, "BEL"] : ["BEL"];
    expect(inShort(receivedOn(pi.outer, from))).toEqual([...expected, "test", "BEL"]);
  });

  /** Splits Pi's window and zooms the new pane. */
  async function coverPane(): Promise<string> {
    const { server, pane } = told.pi;
    const cover = await server.run("split-window", "-t", pane, "-P", "-F", "#{pane_id}", "cat");
    await server.run("resize-pane", "-Z", "-t", cover);
    return cover;
  }

  /** tmux forgets a bell when its window is shown: in the session aside, where Pi's window is in the background. */
  async function clearBellFlag(session: string, window: string): Promise<void> {
    const { server } = told.pi;
    if (session === ASIDE) {
      await server.run("select-window", "-t", window);
      await server.run("select-window", "-t", `${ASIDE}:1`);
    }
    expect(await server.display(window, "#{window_bell_flag}")).toBe("0");
  }
});
