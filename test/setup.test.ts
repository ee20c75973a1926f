import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { makeScratchFolder } from "../rig/scratch-folder.ts";

const SETUP = readFileSync(fileURLToPath(new URL("../scripts/setup.mjs", import.meta.url)), "utf8");
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Runs the script where nothing is installed but an apt-get that only notes what it is told, and a systemctl likewise. */
async function runSetup(args: readonly string[], { uid, installs = "" }: { uid?: number; installs?: string } = {}) {
  await using scratch = makeScratchFolder();
  const folder = join(scratch.path, "bin");
  const notes = join(scratch.path, "notes");
  const sbin = join(scratch.path, "sbin");
  for (const made of [folder, sbin]) mkdirSync(made);
  chmodSync(scratch.path, 0o755);
  writeFileSync(notes, "");
  chmodSync(notes, 0o666);
  const programs = {
    "apt-get": `echo "apt-get $*" >>'${notes}'; /bin/cat ${sbin}/policy-rc.d >>'${notes}' 2>&1; ${installs.replaceAll("BIN", folder)}`,
    systemctl: `echo "systemctl $*" >>'${notes}'`,
  };
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  const { stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-", ...args], {
    input: SETUP.replaceAll("/usr/sbin", sbin),
    cwd: "/",
    env: { PATH: folder },
    encoding: "utf8",
    ...(uid === undefined ? {} : { uid }),
  });
  return { said: stderr.trimEnd().split("\n"), status, told: readFileSync(notes, "utf8"), left: readdirSync(sbin) };
}

describe.runIf(isRoot)("as root", () => {
  const TMUX = "printf '#!/bin/sh' >BIN/tmux; /bin/chmod 755 BIN/tmux";

  it("the demo gets tmux and nothing else, after saying so", async () => {
    const { said, told, status } = await runSetup(["--for-demo"], { installs: TMUX });
    expect(status).toBe(0);
    expect(said).toEqual([
      "setup: installs with apt-get, and starts no service:",
      "setup:   tmux (tmux) for the real-Pi tests and the tmux part of the demo",
    ]);
    expect(told.match(/^apt-get install .*/gm)).toEqual([expect.stringMatching(/ --no-install-recommends tmux$/)]);
    expect(told).not.toContain("systemctl");
  });

  it("the tests get all of it, listed first; no service starts now or at the next boot", async () => {
    const { said, told, left } = await runSetup([]);
    const listed = said.slice(
      0,
      said.findIndex((line) => line.includes("is missing")),
    );
    expect(listed).toContain("setup:   sshd (openssh-server, openssh-client) for the tests over ssh");
    expect(listed).toHaveLength(16);
    // What Debian's scripts ask: 101 means that a service may not be started.
    expect(told.match(/^exit 101$/gm)).toHaveLength(2);
    expect(left).toEqual([]);
    expect(told).toContain("systemctl disable ssh.service ssh.socket\n");
  });
});

it.runIf(process.platform === "linux").each([
  ["--for-demo", 1, "the demo goes without; to get it"],
  ["--quiet", 15, "needed for"],
])("as an ordinary user, %s installs nothing and says how", async (option, lines, why) => {
  const { said, told, status } = await runSetup([option], isRoot ? { uid: NOBODY } : {});
  expect({ told, status }).toEqual({ told: "", status: 0 });
  expect(said).toHaveLength(lines);
  expect(said[0]).toMatch(/^setup: tmux is missing \(.*\): sudo apt-get install -y --no-install-recommends tmux$/);
  expect(said[0]).toContain(why);
});
