import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { BIN_FOLDER } from "../../../rig/clean-environment.ts";
import { describeWith, describeWithOwnNameServer } from "../../../rig/describe-with.ts";
import { startFullServer } from "../../../rig/full-server.ts";
import { startOwnNameServer } from "../../../rig/own-name-server.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { BELL, EXTENSION, hookChannel, startToldPi, TERMINAL, type ToldPi } from "../../../rig/told-pi.ts";
import { HANG_LIMIT_MS, within } from "../../../rig/within.ts";
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

describeWithOwnNameServer("the doctor's program behind a name server of its own", () => {
  it("ends although six channels wait for a name server that answers nothing, and names each of them", async () => {
    await using scratch = makeScratchFolder();
    await using server = await startOwnNameServer("silent");
    const hosts = ["hook.pi-notify.example", ...[1, 2, 3, 4, 5].map((nas) => `nas${nas}.local`)];
    const channels = hosts.map((host, index) => {
      const url = `http://${host}:9/`;
      return { id: `hook${index}`, type: "webhook", webhook: { url, timeoutMs: 1_000 } };
    });
    const folder = join(scratch.path, "extensions", "pi-notify");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "config.json"), JSON.stringify({ language: "en", channels }));
    const [file = "", ...args] = [
      ...server.commandPrefix,
      process.execPath,
      join(EXTENSION, "dist", "cli.js"),
      "doctor",
    ];
    const env = { PATH: process.env.PATH, HOME: scratch.path, PI_CODING_AGENT_DIR: scratch.path };
    const child = spawn(file, args, { env, cwd: scratch.path, stdio: ["ignore", "pipe", "inherit"] });
    try {
      // The system itself would wait for two and a half minutes.
      const [report] = await within(
        2 * HANG_LIMIT_MS,
        "the doctor",
        Promise.all([text(child.stdout), once(child, "close")]),
      );
      for (const [index, host] of hosts.entries()) {
        expect(report.replace(/\s+/g, " ")).toContain(
          `hook${index} (webhook to ${host}:9) cannot be reached: no connection in time.`,
        );
      }
      expect(new Set(server.questions.map((question) => question.split(" ")[1]))).toEqual(new Set(hosts));
      expect(server.answered).toBe(0);
    } finally {
      child.kill("SIGKILL");
    }
  });
});
