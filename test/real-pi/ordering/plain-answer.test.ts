import { cpSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { startPiOnTerminal } from "../../../rig/plain-terminal.ts";
import { inShort, receivedOn, waitForReceived } from "../../../rig/received-notices.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { BELL, EXTENSION, everywhere, startToldPi, TERMINAL } from "../../../rig/told-pi.ts";

describeWith("tmux", "a plain answer", () => {
  it("is told once on every channel, the bell last", async () => {
    await using told = await startToldPi();
    await told.pi.prompt("say hello");
    await told.waitForTold(everywhere("agent-completed"));
    await told.tellTest();
    expect(await told.finish()).toEqual(everywhere("agent-completed", "test"));

    const location = "work / window 0 / pane 0";
    const lines = ["Project: project", `Host: ${hostname()}`, `Location: ${location}`];
    const [notice, bell] = receivedOn(told.pi.outer);
    expect(notice).toMatchObject({ protocol: "osc9", title: "Pi finished the task", lines });
    // Whole bytes, in the order in which the terminal got them: the sequence, then the lone BEL.
    const sequence = `\x1b]9;${["Pi finished the task", ...lines].join(" · ")}\x1b\\`;
    const found = await told.pi.outer.waitForBytes(sequence);
    expect(found.end).toBe(notice?.end);
    expect(bell).toMatchObject({ kind: "bell" });

    const [request] = told.hook.requests;
    expect(request?.method).toBe("POST");
    expect(request?.headers["content-type"]).toBe("application/json");
    const body = JSON.parse(request?.body ?? "");
    expect(body).toEqual({
      title: "Pi finished the task",
      body: lines.join("\n"),
      event: "agent-completed",
      priority: 3,
      project: "project",
      host: hostname(),
      session: "",
      location,
      duration: "",
      label: "",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      id: request?.headers["webhook-id"],
    });
    expect(body.id).toMatch(/^[a-zA-Z0-9_+.-]+$/);
  });

  it("is told once when the extension is loaded twice, and the second copy says that it does nothing", async () => {
    await using scratch = makeScratchFolder();
    const copy = join(scratch.path, "pi-notify");
    for (const part of ["package.json", "dist"]) cpSync(join(EXTENSION, part), join(copy, part), { recursive: true });

    await using told = await startToldPi({ extensions: [EXTENSION, copy] });
    const { pi } = told;
    const screen = await pi.waitForScreen(/pi-notify is loaded twice; this second copy does nothing/);
    expect(screen.match(/loaded twice/g)).toHaveLength(1);
    await pi.prompt("hi");
    await told.waitForTold(everywhere("agent-completed"));

    // The same two copies meet again in a new session, with the modules kept, and after a reload, with new ones.
    await pi.prompt("/new");
    await pi.waitForEvent("session_start", 2);
    await pi.prompt("hi");
    await told.waitForTold(everywhere("agent-completed", "agent-completed"));
    await pi.prompt("/reload");
    await pi.waitForEvent("session_start", 3);
    await pi.waitForScreen(/Reloaded/);
    await told.tellTest();
    expect(await told.finish()).toEqual(everywhere("agent-completed", "agent-completed", "test"));
  });
});

describe("a plain answer on a bare terminal", () => {
  // tmux holds a bell back until it has passed on what came with it; here nothing stands between.
  it("ends in the bell although the bell comes first in the config", async () => {
    await using pi = await startPiOnTerminal({
      extensions: [EXTENSION],
      config: { version: 1, language: "en", channels: [BELL, TERMINAL] },
    });
    pi.prompt("hi");
    await waitForReceived(pi.terminal, (received) => received.length >= 2);
    pi.keys("C-d");
    await pi.exit();
    expect(inShort(receivedOn(pi.terminal))).toEqual(everywhere("agent-completed").terminal);
  });
});
