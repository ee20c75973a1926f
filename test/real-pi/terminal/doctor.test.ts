import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { BIN_FOLDER } from "../../../rig/clean-environment.ts";
import { describeWith } from "../../../rig/describe-with.ts";
import { startFullServer } from "../../../rig/full-server.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { BELL, EXTENSION, hookChannel, startToldPi, TERMINAL, type ToldPi } from "../../../rig/told-pi.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";
import { waitForAnswer } from "./notify-status.ts";

const isReport = ([first]: readonly string[]) => first?.startsWith("pi-notify doctor: ");

/** What the built program says in a window beside Pi's, with Pi's environment, and the code that it ends with. */
async function programBeside({ pi }: ToldPi) {
  await using scratch = makeScratchFolder();
  const [report, code] = [join(scratch.path, "report"), join(scratch.path, "code")];
  const { TERM: _tmuxSetsIt, ...env } = pi.setup.env;
  const script = `"$@" >${report} 2>&1; echo $? >${code}`;
  const program = [join(BIN_FOLDER, "node"), join(EXTENSION, "dist", "cli.js"), "doctor"];
  const command = ["sh", "-c", script, "sh", ...program];
  await pi.server.newWindow(pi.sessionName, { command, env, cwd: pi.setup.cwd });
  await waitUntil("the program to end", () => existsSync(code) && readFileSync(code, "utf8") !== "");
  const lines = readFileSync(report, "utf8").trim().split("\n");
  return { lines: lines.map((line) => line.trim()), code: Number(readFileSync(code, "utf8")) };
}

describeWith("tmux", "/notify doctor", () => {
  it("tells on Pi's screen what is wrong, what it says to type fixes it, and the program says the same", async () => {
    await using told = await startToldPi({ cols: 250, rows: 60, tmuxOptions: { "allow-passthrough": "off" } });
    const { pi, hook } = told;
    await pi.prompt("/notify doctor");
    const before = await waitForAnswer(pi, isReport);
    expect(before.slice(0, 5)).toEqual([
      expect.stringMatching(/^pi-notify doctor: problems: 1, notes: \d$/),
      "problem passthrough-off: tmux's allow-passthrough is off.",
      "so: Channel terminal is skipped (passthrough-off).",
      "do: tmux set -g allow-passthrough on",
      "echo 'set -g allow-passthrough on' >> ~/.tmux.conf",
    ]);
    expect(before).toContain(`ok: hook (webhook to 127.0.0.1:${hook.port}): reached`);
    expect(await programBeside(told)).toEqual({ lines: before, code: 1 });

    await pi.server.run("set", "-g", "allow-passthrough", "on");
    await pi.prompt("/notify doctor");
    const after = await waitForAnswer(pi, ([first]) => first?.startsWith("pi-notify doctor: nothing is wrong"));
    expect(await programBeside(told)).toEqual({ lines: after, code: 0 });

    // Four times it was looked whether the hook can be reached, and nothing was said to it, nor to anybody else.
    expect(hook.connections).toBe(4);
    await told.tellTest();
    expect(await told.finish()).toEqual({ terminal: ["test", "BEL"], hook: ["test"] });
  });

  it("keeps Pi from nothing while it asks, not from ending either", async () => {
    await using full = await startFullServer();
    const channels = () => [TERMINAL, BELL, hookChannel("dead", `http://127.0.0.1:${full.port}`)];
    await using told = await startToldPi({ cols: 250, rows: 60, channels });
    const { pi } = told;
    await pi.prompt("/notify doctor");
    await pi.prompt("hi");
    await pi.waitForEvent("agent_settled");
    await pi.prompt("/notify doctor");
    await pi.keys("C-d");
    expect((await pi.exit()).code).toBe(0);
  });
});
