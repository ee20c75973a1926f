import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { findNotificationService } from "../../../src/adapters/programs/notification-service.ts";
import { readProcessTable } from "../../../src/adapters/programs/process-ancestry.ts";
import { createProgramRunner } from "../../../src/adapters/programs/program-runner.ts";
import { createTmuxClient } from "../../../src/adapters/tmux/tmux-client.ts";
import { readTmuxSettings } from "../../../src/adapters/tmux/tmux-settings.ts";
import type { Environment } from "../../../src/ports/environment.ts";
import { attemptDesktop } from "../../channels/desktop-attempt.ts";

const NEVER = new AbortController().signal;
const LIMIT_MS = 10_000;
const address = "unix:path=/nowhere";

/** What Pi has: keys, ways to load code into a program, and what the helpers need. */
const PI = {
  ANTHROPIC_API_KEY: "sk-secret",
  GITHUB_TOKEN: "ghp_secret",
  LD_PRELOAD: "",
  NODE_OPTIONS: "--enable-source-maps",
  PI_CODING_AGENT: "true",
  HOME: "/home/me",
  LANG: "C.UTF-8",
  LC_ALL: "C.UTF-8",
  TERM: "tmux-256color",
  TMUX: "/tmp/tmux-0/nowhere,1,0",
  TMUX_PANE: "%1",
  DBUS_SESSION_BUS_ADDRESS: address,
  XDG_RUNTIME_DIR: "/run/user/1000",
};

it.runIf(process.platform === "linux").each<[string, string, (env: Environment) => Promise<unknown>, string[]]>([
  [
    "notify-send",
    "notify-send",
    (env) => attemptDesktop("linux", createProgramRunner({ env })),
    ["DBUS_SESSION_BUS_ADDRESS", "LANG", "LC_ALL", "PATH", "XDG_RUNTIME_DIR"],
  ],
  [
    "tmux of a notification",
    "tmux",
    (env) => createTmuxClient({ env }).ask("n1", NEVER),
    ["LANG", "LC_ALL", "PATH", "TERM", "TMUX", "TMUX_PANE"],
  ],
  [
    "tmux of the doctor",
    "tmux",
    (env) => readTmuxSettings(env, LIMIT_MS, NEVER),
    ["LANG", "LC_ALL", "PATH", "TERM", "TMUX", "TMUX_PANE"],
  ],
  ["ps", "ps", (env) => readProcessTable(env, LIMIT_MS, NEVER), ["LANG", "LC_ALL", "PATH"]],
  [
    "dbus-send",
    "dbus-send",
    (env) => findNotificationService({ env, address }, LIMIT_MS, NEVER),
    ["DBUS_SESSION_BUS_ADDRESS", "LANG", "LC_ALL", "PATH", "XDG_RUNTIME_DIR"],
  ],
])("%s gets these variables and no others", async (_what, program, run, names) => {
  await using scratch = makeScratchFolder();
  const seen = join(scratch.path, "environ");
  const folder = join(scratch.path, "bin");
  mkdirSync(folder);
  // The environment that the kernel handed to it, before the shell has added its own.
  writeFileSync(join(folder, program), `#!/bin/sh\ncat /proc/$$/environ >'${seen}'\n`);
  chmodSync(join(folder, program), 0o755);
  await run({ ...PI, PATH: `${folder}:${process.env.PATH}` });
  const given = readFileSync(seen, "utf8").split("\0").filter(Boolean);
  expect(given.map((line) => line.replace(/=.*/s, "")).toSorted()).toEqual(names);
});
