import { copyFileSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BIN_FOLDER, cleanEnvironment } from "../../rig/clean-environment.ts";
import { describeWith } from "../../rig/describe-with.ts";
import { type Layer, throughLayers } from "../../rig/desktop/layers.ts";
import { type SshServer, startSshServer } from "../../rig/desktop/ssh-server.ts";
import { RecordedPty } from "../../rig/recorded-pty.ts";
import { makeScratchFolder, type ScratchFolder } from "../../rig/scratch-folder.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { pathWithOwnPs } from "./ancestry-from-here.ts";

const PROGRAM = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

let ssh: SshServer;
let scratch: ScratchFolder;

/** What the program says inside the layers, and the code that it ends with. */
async function doctorThrough(layers: readonly Layer[], more: { via?: string } = {}) {
  await using owner = new AsyncDisposableStack();
  const home = owner.use(makeScratchFolder()).path;
  const [report, code, start] = [join(home, "report"), join(home, "code"), join(home, "start")];
  const script = `while [ ! -e ${start} ]; do sleep 0.05; done; "$@" >${report} 2>&1; echo $? >${code}; exec cat`;
  const variables = ["env", `HOME=${home}`, `PATH=${pathWithOwnPs(home)}`];
  const doctor = [join(BIN_FOLDER, "node"), PROGRAM, "doctor"];
  const shell = more.via ?? "/bin/sh";
  const { argv, onScreen } = await throughLayers(
    layers,
    [...variables, shell, "-c", script, "sh", ...doctor],
    owner,
    ssh,
  );
  owner.use(new RecordedPty({ command: argv, env: cleanEnvironment({ home, term: "xterm-kitty" }), cwd: "/" }));
  await onScreen();
  copyFileSync("/dev/null", start);
  await waitUntil("the doctor to end", () => existsSync(code) && readFileSync(code, "utf8") !== "");
  return { lines: readFileSync(report, "utf8").split("\n"), code: Number(readFileSync(code, "utf8")) };
}

describeWith(["tmux", "screen", "sshd"], "the doctor outside Pi, through", () => {
  beforeAll(async () => {
    ssh = await startSshServer();
    scratch = makeScratchFolder();
  });
  afterAll(async () => {
    await ssh[Symbol.asyncDispose]();
    await scratch[Symbol.asyncDispose]();
  });

  const OFF = { tmux: { "allow-passthrough": "off" } };

  it.each<[string, readonly Layer[], string, readonly string[], number]>([
    ["nothing", [], "nothing", [], 0],
    ["tmux that passes nothing on", [OFF], "tmux", ["problem passthrough-off"], 1],
    ["GNU screen", ["screen"], "GNU screen", ["note screen"], 0],
    ["tmux in tmux", ["tmux", "tmux"], "tmux, then tmux", ["note nested-tmux"], 0],
    ["tmux in GNU screen", ["tmux", "screen"], "tmux, then GNU screen", ["note screen"], 0],
    ["ssh", ["ssh"], "ssh", [], 0],
    ["ssh from tmux", ["ssh", "tmux"], "ssh, then tmux", ["note near-tmux", "note ssh"], 0],
    ["tmux at the other end of ssh", ["tmux", "ssh"], "tmux, then ssh", [], 0],
  ])("%s", async (_name, layers, path, told, exitCode) => {
    const { lines, code } = await doctorThrough(layers);
    expect(lines).toContain(`ok: Between Pi and the terminal: ${path}`);
    const about = lines.flatMap((line) => /^(?:problem|note) [\w-]+/.exec(line) ?? []);
    const others = ["note terminal-unknown", "note pane-hidden", "note focus-events"];
    expect(about.filter((line) => !others.includes(line))).toEqual(told);
    expect(code).toBe(exitCode);
    expect(lines[0]).toMatch(
      exitCode === 0 ? /^pi-notify doctor: nothing is wrong/ : /^pi-notify doctor: problems: 1\b/,
    );
  });

  // Neither is to be had everywhere: programs of their names stand in their places.
  it.each<[string, string, string, number]>([
    ["mosh-server", "mosh", "problem mosh", 1],
    ["zellij", "Zellij", "note zellij", 0],
  ])("%s, by the program that is above", async (program, path, told, exitCode) => {
    const via = join(scratch.path, program);
    symlinkSync("/bin/sh", via);
    const { lines, code } = await doctorThrough([], { via });
    expect(lines).toContain(`ok: Between Pi and the terminal: ${path}`);
    expect(lines.find((line) => line.startsWith(told))).toBeDefined();
    expect(code).toBe(exitCode);
  });
});
